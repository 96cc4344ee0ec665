import {
  create,
  type DescMessage,
  type DescMethod,
  type FileRegistry,
  fromBinary,
  fromJson,
  type Message,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { FieldMaskSchema } from "@bufbuild/protobuf/wkt";
import { Client, type ClientOptions, credentials, Metadata, type ServiceError } from "@grpc/grpc-js";
import { codes, PlatformError } from "../../../src/api";
import { files, googleRpcFiles, grpcFiles, prefixed, registryOf, STATUS } from "../../../src/service/protos";

type JsonObject = Readonly<Record<string, unknown>>;

/** The service's descriptors, for a client without its own. */
export const registryFor = (prefix = ""): FileRegistry =>
  registryOf([...prefixed(files, prefix), ...googleRpcFiles, ...grpcFiles]);

const statuses = registryOf(googleRpcFiles);

/** Calls methods by their full names with JSON messages, over a real connection. */
export class GrpcClient {
  private readonly client: Client;

  constructor(
    baseUrl: string,
    private readonly registry: FileRegistry = registryFor(),
    options: ClientOptions = {},
  ) {
    this.client = new Client(new URL(baseUrl).host, credentials.createInsecure(), options);
  }

  /** Returns the response as JSON, including zero values. Rejects with PlatformError, with the received details. */
  async call(path: string, request: JsonObject, options: CallOptions = {}): Promise<JsonObject> {
    const { input, output } = this.find(path) ?? {};
    const bytes = input ? toBinary(input, messageFrom(input, request, options)) : new Uint8Array();
    const answer = await this.send(`/${path}`, bytes, options).catch((error: ServiceError) => {
      throw platformErrorFrom(error);
    });
    return output ? (toJson(output, fromBinary(output, answer), { alwaysEmitImplicit: true }) as JsonObject) : {};
  }

  /** Sends raw bytes. Rejects with the library's own error. */
  send(path: string, bytes: Uint8Array, { token, metadata = {}, deadline }: CallOptions = {}): Promise<Buffer> {
    const sent = new Metadata();
    if (token !== undefined) sent.set("authorization", `Bearer ${token}`);
    for (const [name, value] of Object.entries(metadata)) sent.set(name, value);
    return new Promise((resolve, reject) => {
      this.client.makeUnaryRequest(
        path,
        (message: Uint8Array) => Buffer.from(message),
        (message: Buffer) => message,
        bytes,
        sent,
        deadline === undefined ? {} : { deadline },
        (error, answer) => (error ? reject(error) : resolve(answer!)),
      );
    });
  }

  /** Sends messages on a bidirectional stream, ends it, and returns all responses. */
  async converse(path: string, requests: readonly JsonObject[]): Promise<JsonObject[]> {
    const { input, output } = this.find(path)!;
    const messages = requests.map((request) => toBinary(input, messageFrom(input, request, {})));
    const answers = await this.converseInBytes(`/${path}`, messages);
    return answers.map((bytes) => toJson(output, fromBinary(output, bytes)) as JsonObject);
  }

  /** The same with raw bytes. Rejects with the library's own error. */
  async converseInBytes(path: string, requests: readonly Uint8Array[]): Promise<Buffer[]> {
    const stream = this.client.makeBidiStreamRequest(path, Buffer.from, (bytes: Buffer) => bytes);
    for (const bytes of requests) stream.write(bytes);
    stream.end();
    const answers: Buffer[] = [];
    for await (const bytes of stream) answers.push(bytes as Buffer);
    return answers;
  }

  /** Yields the messages of a server stream as they arrive. */
  async *watch(path: string, request: JsonObject): AsyncGenerator<JsonObject> {
    const { input, output } = this.find(path)!;
    const bytes = toBinary(input, messageFrom(input, request, {}));
    const stream = this.client.makeServerStreamRequest(`/${path}`, Buffer.from, (answer: Buffer) => answer, bytes);
    try {
      for await (const answer of stream) yield toJson(output, fromBinary(output, answer)) as JsonObject;
    } finally {
      stream.cancel();
    }
  }

  close(): void {
    this.client.close();
  }

  /** Undefined if the files describe no such method. */
  private find(path: string): DescMethod | undefined {
    const [service = "", name] = path.split("/");
    return this.registry.getService(service)?.methods.find((method) => method.name === name);
  }
}

function messageFrom(type: DescMessage, request: JsonObject, { updateMask }: CallOptions): Message {
  const message = fromJson(type, request as Parameters<typeof fromJson>[1]);
  // Masks as clients in other languages send them: paths in either case, and invalid ones.
  return updateMask
    ? Object.assign(message, { updateMask: create(FieldMaskSchema, { paths: [...updateMask] }) })
    : message;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly updateMask?: readonly string[] | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly deadline?: number;
}

/** Converts a status to an error with its code, message, and the details in the trailers. */
export function platformErrorFrom(error: ServiceError): PlatformError {
  const [trailer] = error.metadata.get("grpc-status-details-bin");
  const status = statuses.getMessage(STATUS)!;
  const body = trailer
    ? (toJson(status, fromBinary(status, trailer as Buffer), { registry: statuses }) as JsonObject)
    : { code: error.code, message: error.details, details: [] };
  if (body.code !== error.code || body.message !== error.details) throw new Error("the status contradicts its details");
  const { http } = Object.values(codes).find(({ number }) => number === error.code) ?? codes.UNKNOWN;
  return PlatformError.fromBody(http, body);
}
