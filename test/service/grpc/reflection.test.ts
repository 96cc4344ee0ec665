import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { type handleUnaryCall, Server, ServerCredentials, type ServerDuplexStream, status } from "@grpc/grpc-js";
import { callTimeouts } from "../../../src/service/grpc/call-timeouts";
import { reflection } from "../../../src/service/grpc/reflection";
import { StreamLimit } from "../../../src/service/grpc/stream-limit";
import { reflectionPackages } from "../../../src/service/protos";
import { GrpcClient, registryFor } from "./client";
import { startWorld } from "./world";

const registry = registryFor();
const service = `${reflectionPackages[0]}.ServerReflection`;
const [method] = registry.getService(service)!.methods;
const PATH = `/${service}/ServerReflectionInfo`;
const CHECK = "/grpc.health.v1.Health/Check";
const HEADERS = { ":method": "POST", "content-type": "application/grpc", te: "trailers" };
const symbol = "platform.iam.Groups";
const question = framed(Buffer.concat([Buffer.from([0x22, symbol.length]), Buffer.from(symbol)]));

function framed(message: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** Serves reflection with short times and low limits, and a unary method. */
async function serve(idleMs: number) {
  const limits = { ofAddress: 3, total: 5 };
  const streams = new StreamLimit({ what: "reflection streams", instead: "wait", addressOf: () => "", limits });
  const server = new Server({
    interceptors: [callTimeouts(() => true, { open: 300, request: 300, afterResponse: 100 })],
  });
  const calls: ServerDuplexStream<Buffer, Uint8Array>[] = [];
  const answer = reflection(registry, [], method!, { streams, idleMs });
  const handle: typeof answer = (call) => {
    calls.push(call);
    answer(call);
  };
  server.register(PATH, handle, Buffer.from, (bytes) => bytes, "bidi");
  const check: handleUnaryCall<Buffer, Buffer> = (_, done) => done(null, Buffer.alloc(0));
  server.register(CHECK, check, Buffer.from, (bytes) => bytes, "unary");
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  const session = connect(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 0 } });
  return {
    calls,
    session,
    port,
    close: () => {
      session.destroy();
      server.forceShutdown();
    },
  };
}

/** Opens a call and sends `bytes` without ending it. */
function open(session: ClientHttp2Session, path: string, bytes: Buffer) {
  const stream = session.request({ ...HEADERS, ":path": path });
  stream.on("error", () => {});
  stream.write(bytes);
  const answered = new Promise<number | undefined>((resolve) => {
    for (const event of ["response", "trailers"])
      stream.on(event, (headers) => "grpc-status" in headers && resolve(Number(headers["grpc-status"])));
    stream.on("close", () => resolve(undefined));
  });
  return { stream, answered, closed: once(stream, "close") };
}

test("reads the next request once the client has read the response", async () => {
  const { session, calls, close } = await serve(60_000);
  open(session, PATH, Buffer.concat(Array.from({ length: 50 }, () => question)));
  while (!calls[0]?.writableLength) await new Promise(setImmediate);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(calls[0]!.writableLength).toBe(1);
  close();
});

test("limits the reflection streams of an address, and ends those that are unread or idle", async () => {
  const { session, close } = await serve(300);
  const [unread, idle, other] = [
    open(session, PATH, question),
    open(session, PATH, Buffer.alloc(0)),
    open(session, PATH, question),
  ];
  const excess = open(session, PATH, question);
  expect(await excess.answered).toBe(status.RESOURCE_EXHAUSTED);
  await excess.closed;
  expect(await unread.answered).toBeUndefined();
  expect(await idle.answered).toBe(status.DEADLINE_EXCEEDED);
  await Promise.all([idle.closed, other.closed]);
  const next = open(session, PATH, Buffer.alloc(0));
  expect(await next.answered).toBe(status.DEADLINE_EXCEEDED);
  close();
});

test("ends a unary call whose request is not sent in time", async () => {
  const { session, close } = await serve(300);
  const half = open(session, CHECK, Buffer.from([0]));
  expect(await half.answered).toBe(status.DEADLINE_EXCEEDED);
  await half.closed;
  close();
});

test("answers a thousand questions of one stream, all alike", async () => {
  const world = await startWorld();
  const questions = (count: number) => Array.from({ length: count }, () => ({ fileContainingSymbol: symbol }));
  const client = new GrpcClient(world.service.baseUrl, registry);
  const first = await client.converse(PATH.slice(1), questions(1));
  const answers = await client.converseInBytes(
    PATH,
    Array.from({ length: 1000 }, () => question.subarray(5)),
  );
  expect(first[0]).toHaveProperty("fileDescriptorResponse");
  expect(new Set(answers.map((each) => each.toString("base64"))).size).toBe(1);
  expect(answers).toHaveLength(1000);
  client.close();
  await world.close();
});
