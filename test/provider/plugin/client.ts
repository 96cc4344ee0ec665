/**
 * A plugin client for tests: starts a plugin as Terraform does, connects, and calls it with the same message tables.
 */

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as http2Connect,
  type IncomingHttpHeaders,
} from "node:http2";
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { connect as tlsConnect } from "node:tls";
import type { Message, MessageInit } from "../../../src/provider/plugin/protocol/messages";
import {
  codec,
  type ProviderCall,
  providerCalls,
  type RequestOf,
  type ResponseOf,
} from "../../../src/provider/plugin/protocol/services";
import {
  certificatePem,
  createCertificate,
  type ServerCertificate,
} from "../../../src/provider/plugin/transport/certificate";

export const magicCookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

export type PluginProcess = ChildProcessByStdio<null, Readable, Readable>;

/** The process of a plugin, after the handshake. */
export interface StartedPlugin {
  readonly process: PluginProcess;
  /** The fields of the handshake line. */
  readonly handshake: readonly string[];
  /** Resolves to the exit code of the process, or the signal that ended it. */
  readonly exit: Promise<number | NodeJS.Signals>;
  /** Connects with the announced certificate, a different one, or none (null). */
  connect(clientCertificate?: ServerCertificate | null): Promise<WireClient>;
}

interface StartOptions {
  readonly tls?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
}

/** Starts a plugin in the environment that Terraform provides; with TLS by default. */
export async function startPlugin(
  file: string,
  { tls = true, env = {}, args = [] }: StartOptions = {},
): Promise<StartedPlugin> {
  const own = tls ? createCertificate() : undefined;
  const child = spawn(file, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      TF_PLUGIN_MAGIC_COOKIE: magicCookie,
      PLUGIN_PROTOCOL_VERSIONS: "5,6",
      ...(own && { PLUGIN_CLIENT_CERT: own.certificate }),
      ...env,
    },
  });
  let complaint = "";
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  const exit = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const line = await firstLine(child).catch(async (error: Error) => {
    await exit;
    throw new Error(`${error.message}: ${complaint}`);
  });
  const handshake = line.split("|");
  return {
    process: child,
    handshake,
    exit,
    connect: (clientCertificate = own) =>
      WireClient.connect(
        { network: handshake[2]!, address: handshake[3]! },
        own && { client: clientCertificate, server: handshake[5]! },
      ),
  };
}

export async function firstLine(child: PluginProcess): Promise<string> {
  for await (const line of createInterface(child.stdout)) return line;
  throw new Error("the plugin ended without a line");
}

/** Thrown for a call with a non-zero status. */
export class CallError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export class WireClient {
  private constructor(private readonly session: ClientHttp2Session) {}

  /** Connects to a plugin; `server` is the certificate of the handshake line. */
  static async connect(
    { network, address }: { readonly network: string; readonly address: string },
    tls?: { readonly client: ServerCertificate | null | undefined; readonly server: string },
  ): Promise<WireClient> {
    const [host = "", port] = address.split(":");
    const place = network === "tcp" ? { host, port: Number(port) } : { path: address };
    const socket = tls
      ? tlsConnect({
          ...place,
          servername: "localhost",
          ca: certificatePem(Buffer.from(tls.server, "base64")),
          cert: tls.client?.certificate,
          key: tls.client?.privateKey,
          ALPNProtocols: ["h2"],
        })
      : createConnection(place);
    const session = http2Connect(tls ? "https://localhost" : "http://localhost", { createConnection: () => socket });
    session.on("error", () => {}); // such as socket errors; the close event follows
    await new Promise((resolve, reject) => {
      session.once("remoteSettings", resolve);
      session.once("close", () => reject(new Error("refused")));
    });
    return new WireClient(session);
  }

  /** Calls a provider method with one response. */
  async call<Name extends ProviderCall>(
    name: Name,
    request: MessageInit<RequestOf<Name>>,
  ): Promise<Message<ResponseOf<Name>>> {
    const [response] = await this.stream(name, request);
    return response!;
  }

  /** Calls a provider method; returns all responses. */
  async stream<Name extends ProviderCall>(
    name: Name,
    request: MessageInit<RequestOf<Name>>,
  ): Promise<Message<ResponseOf<Name>>[]> {
    const [requestName, responseName] = providerCalls[name];
    const bytes = codec.encode(requestName, request as never);
    const responses = await this.raw(`/tfplugin6.Provider/${name}`, bytes);
    return responses.map((response) => codec.decode(responseName, response) as Message<ResponseOf<Name>>);
  }

  /** Calls any method with encoded messages. Rejects with a CallError for a non-zero status. */
  async raw(path: string, request: Uint8Array, headers: IncomingHttpHeaders = {}): Promise<Buffer[]> {
    const stream = this.open(path, headers);
    let trailers: IncomingHttpHeaders = {};
    stream.on("trailers", (received: IncomingHttpHeaders) => {
      trailers = received;
    });
    stream.end(frame(request));
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const code = Number(trailers["grpc-status"]);
    if (code !== 0) throw new CallError(code, decodeURIComponent(String(trailers["grpc-message"] ?? "")));
    return frames(Buffer.concat(chunks));
  }

  /** Starts a call whose request the test writes, and may leave open. */
  open(path: string, headers: IncomingHttpHeaders = {}): ClientHttp2Stream {
    return this.session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
      te: "trailers",
      ...headers,
    });
  }

  /** Closes the connection immediately, as when the client process dies. */
  close(): void {
    this.session.destroy();
  }
}

export function frame(message: Uint8Array): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

function frames(data: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let offset = 0; offset < data.length; ) {
    const end = offset + 5 + data.readUInt32BE(offset + 1);
    messages.push(data.subarray(offset + 5, end));
    offset = end;
  }
  return messages;
}
