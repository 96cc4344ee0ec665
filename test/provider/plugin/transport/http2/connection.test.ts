import { once } from "node:events";
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client, credentials } from "@grpc/grpc-js";
import fc from "fast-check";
import { createPluginServer } from "../../../../../src/provider/plugin/server";
import type { Call, Methods, StreamMethod, UnaryMethod } from "../../../../../src/provider/plugin/transport/grpc";
import { frame as message } from "../../client";

const calls: Call[] = [];
const methods: Methods = new Map<string, UnaryMethod | StreamMethod>([
  ["/t/Echo", { unary: (request: Buffer) => request }],
  [
    "/t/Each",
    {
      async *stream(requests: AsyncIterable<Buffer>) {
        yield* requests;
      },
    },
  ],
  [
    "/t/Fail",
    {
      unary: () => {
        throw new Error("x".repeat(40_000));
      },
    },
  ],
  [
    "/t/Never",
    {
      unary: (_request: Buffer, call: Call) => {
        calls.push(call);
        return new Promise<Uint8Array>(() => {});
      },
    },
  ],
]);

const socketPath = path.join(tmpdir(), `http2-${process.pid}.sock`);
let server: Server;
beforeAll(async () => {
  const plugin = createPluginServer(methods, undefined);
  server = createServer((socket) => plugin.accept(socket)).listen(socketPath);
  await once(server, "listening");
});
afterAll(() => server.close());

describe("Node's HTTP/2 client", () => {
  let session: ClientHttp2Session;
  const open = (settings = {}) => {
    session = connect("http://localhost", { createConnection: () => createConnection(socketPath), settings });
    return session;
  };
  afterEach(() => session.destroy());

  const request = (name: string, headers = {}): ClientHttp2Stream =>
    session.request({ ":method": "POST", ":path": `/t/${name}`, te: "trailers", ...headers });

  async function answerTo(stream: ClientHttp2Stream): Promise<{ status: unknown; data: Buffer }> {
    let status: unknown;
    stream.on("trailers", (trailers) => {
      status = trailers["grpc-status"];
    });
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return { status, data: Buffer.concat(chunks) };
  }

  test.each([
    ["a window that takes the answer bit by bit", { initialWindowSize: 1000 }],
    ["windows as they are at first", {}],
  ])("receives messages of many megabytes with %s", async (_what, settings) => {
    open(settings);
    const sizes = [0, 1, 16_383, 16_384, 65_536, 6_000_000];
    const answers = sizes.map(async (size) => {
      const stream = request("Echo");
      const sent = message(Buffer.alloc(size, size % 251));
      stream.end(sent);
      const { status, data } = await answerTo(stream);
      return [status, data.equals(sent)];
    });
    expect(await Promise.all(answers)).toEqual(sizes.map(() => ["0", true]));
  });

  test("receives 2000 concurrent responses, each for its own call", async () => {
    open();
    const texts = Array.from({ length: 2000 }, (_, index) => `call ${index}`);
    const answers = texts.map(async (text) => {
      const stream = request("Echo", { "x-text": text });
      stream.end(message(Buffer.from(text)));
      return (await answerTo(stream)).data.subarray(5).toString();
    });
    expect(await Promise.all(answers)).toEqual(texts);
  });

  test("can change its windows during a response", async () => {
    open({ initialWindowSize: 10 });
    const stream = request("Echo");
    const sent = message(Buffer.alloc(300_000, 1));
    stream.end(sent);
    await once(stream, "response");
    session.settings({ initialWindowSize: 200_000 });
    expect((await answerTo(stream)).data.equals(sent)).toBe(true);
  });

  test("exchanges messages in both directions on one stream", async () => {
    open();
    const stream = request("Each");
    for (const text of ["a", "b", "c"]) {
      stream.write(message(Buffer.from(text)));
      const [chunk] = await once(stream, "data");
      expect((chunk as Buffer).subarray(5).toString()).toBe(text);
    }
    stream.end();
    expect((await answerTo(stream)).status).toBe("0");
  });

  test("can send headers that exceed one frame", async () => {
    open();
    const stream = request("Echo", { a: "x".repeat(30_000) });
    stream.end(message(Buffer.from("x")));
    expect((await answerTo(stream)).status).toBe("0");
  });

  test("receives error messages of any length", async () => {
    open();
    const stream = request("Fail");
    const trailers = once(stream, "trailers");
    stream.end(message(Buffer.alloc(0))).resume();
    const [{ "grpc-message": text }] = await trailers;
    expect(text).toBe("x".repeat(40_000));
  });

  test("aborts a call that it cancels, and all others when it disconnects", async () => {
    open();
    calls.length = 0;
    const streams = [request("Never"), request("Never")];
    for (const stream of streams) stream.on("error", () => {}).end(message(Buffer.alloc(0)));
    await until(() => calls.length === 2);
    const [first, second] = calls.map(({ signal }) => signal);
    streams[0]!.close(8);
    await once(first!, "abort");
    expect(second!.aborted).toBe(false);
    session.destroy();
    await once(second!, "abort");
  });

  test("receives replies to pings", async () => {
    open();
    await once(session, "remoteSettings");
    const payload = Buffer.from("12345678");
    const answered = new Promise((resolve) => session.ping(payload, (_error, _time, back) => resolve(back)));
    expect(await answered).toEqual(payload);
  });
});

test("serves grpc-js over several concurrent connections", async () => {
  const same = (bytes: Buffer) => bytes;
  const ask = (client: Client, text: string) =>
    new Promise((resolve, reject) =>
      client.makeUnaryRequest("/t/Echo", same, same, Buffer.from(text), (error, answer) =>
        error ? reject(error) : resolve(String(answer)),
      ),
    );
  const clients = [1, 2, 3].map(
    () => new Client(`unix:${socketPath}`, credentials.createInsecure(), { "grpc.use_local_subchannel_pool": 1 }),
  );
  const asked = clients.flatMap((client, index) => ["a", "b"].map((text) => ask(client, `${text}${index}`)));
  expect(await Promise.all(asked)).toEqual(["a0", "b0", "a1", "b1", "a2", "b2"]);
  await expect(
    new Promise((resolve, reject) =>
      clients[0]!.makeUnaryRequest("/t/None", same, same, Buffer.alloc(0), (error) =>
        error ? reject(error) : resolve(1),
      ),
    ),
  ).rejects.toMatchObject({ code: 12, details: "/t/None is not implemented" });
  for (const client of clients) client.close();
});

const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").toString("hex");
/** Returns a frame in hexadecimal. */
const raw = (type: number, flags: number, stream: number, payload = ""): string => {
  const hex = (value: number, bytes: number) => value.toString(16).padStart(bytes * 2, "0");
  return hex(payload.length / 2, 3) + hex(type, 1) + hex(flags, 1) + hex(stream, 4) + payload;
};
const settings = raw(4, 0, 0);
/** The headers of a POST to /t/Echo. */
const headers = `83860407${Buffer.from("/t/Echo").toString("hex")}`;
const body = message(Buffer.from("hi")).toString("hex");
const ping = raw(6, 0, 0, "0102030405060708");

/** Sends bytes unchanged and returns the response frames up to the end of the connection or a ping reply. */
async function exchange(hex: string, pieces = 1): Promise<{ type: number; payload: Buffer }[]> {
  const socket = createConnection(socketPath);
  const bytes = Buffer.from(hex, "hex");
  const size = Math.ceil(bytes.length / pieces);
  for (let at = 0; at < bytes.length; at += size) {
    socket.write(bytes.subarray(at, at + size));
    if (pieces > 1) await new Promise((resolve) => setImmediate(resolve));
  }
  let data = Buffer.alloc(0);
  for await (const chunk of socket) {
    data = Buffer.concat([data, chunk as Buffer]);
    const frames = framesOf(data);
    if (frames.some(({ type }) => type === 6 || type === 7)) return ended(socket, frames);
  }
  return framesOf(data);
}

function ended<T>(socket: Socket, result: T): T {
  socket.destroy();
  return result;
}

function framesOf(data: Buffer): { type: number; payload: Buffer }[] {
  const frames = [];
  for (let at = 0; at + 9 <= data.length; ) {
    const end = at + 9 + data.readUIntBE(at, 3);
    frames.push({ type: data[at + 3]!, payload: data.subarray(at + 9, end) });
    at = end;
  }
  return frames;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const padded = `${"03"}${body}${"000000"}`;
const call = raw(1, 4, 1, headers) + raw(0, 1, 1, body);

test.each([
  ["in one piece", call, 1],
  ["byte by byte", call, 400],
  ["with padding", raw(1, 4 | 8, 1, `02${headers}0000`) + raw(0, 1 | 8, 1, padded), 1],
  ["with a priority", raw(1, 4 | 32, 1, `8000000010${headers}`) + raw(2, 0, 3, "0000000010") + raw(0, 1, 1, body), 1],
  [
    "with headers in three frames",
    raw(1, 0, 1, headers.slice(0, 2)) +
      raw(9, 0, 1, headers.slice(2, 6)) +
      raw(9, 4, 1, headers.slice(6)) +
      raw(0, 1, 1, body),
    1,
  ],
  ["with trailers", raw(1, 4, 1, headers) + raw(0, 0, 1, body) + raw(1, 5, 1, "0001610162"), 1],
  ["among frames that nobody knows", raw(77, 255, 1, "00") + call + raw(0xbe, 0, 9), 1],
])("answers a call sent %s", async (_how, hex, pieces) => {
  const frames = await exchange(preface + settings + hex + ping, pieces);
  const answer = frames.filter(({ type }) => type === 0);
  expect(Buffer.concat(answer.map(({ payload }) => payload)).toString("hex")).toBe(body);
});

test.each([
  ["another protocol", 1, "474554202f20485454502f312e310d0a0d0a474554202f20"],
  ["no settings", 1, preface + ping],
  ["data of no stream", 1, preface + settings + raw(0, 0, 0, "00")],
  ["data of a stream that was not begun", 1, preface + settings + raw(0, 0, 1, "00")],
  ["a stream of the server's", 1, preface + settings + raw(1, 5, 2, headers)],
  ["headers of no stream", 1, preface + settings + raw(1, 5, 0, headers)],
  ["more padding than there is", 1, preface + settings + raw(1, 4, 1, headers) + raw(0, 8, 1, "0500")],
  ["interrupted headers", 1, preface + settings + raw(1, 0, 1, headers) + ping],
  ["headers that go on without a beginning", 1, preface + settings + raw(9, 4, 1, headers)],
  ["a promise", 1, preface + settings + raw(5, 4, 1, "00000002")],
  ["a window widened by nothing", 1, preface + settings + raw(8, 0, 0, "00000000")],
  ["too wide a window", 3, preface + settings + raw(8, 0, 0, "7fffffff")],
  ["too wide a window of a stream", 3, preface + settings + raw(1, 4, 1, headers) + raw(8, 0, 1, "7fffffff")],
  ["too wide a window for all streams", 3, preface + raw(4, 0, 0, "000480000000")],
  ["settings of a stream", 1, preface + raw(4, 0, 1)],
  ["half a setting", 6, preface + raw(4, 0, 0, "000400")],
  ["a short ping", 6, preface + settings + raw(6, 0, 0, "00")],
  ["a short reset", 6, preface + settings + raw(1, 4, 1, headers) + raw(3, 0, 1, "00")],
  ["too long a frame", 6, preface + settings + raw(0, 0, 1, "00".repeat(16_385))],
  ["headers that refer to nothing", 9, preface + settings + raw(1, 5, 1, "ff7f")],
  ["headers without end", 11, preface + settings + raw(1, 0, 1, headers) + raw(9, 0, 1, "00".repeat(16_000)).repeat(5)],
])("ends a connection with %s with error %i", async (_what, code, hex) => {
  const last = (await exchange(hex)).at(-1)!;
  expect([last.type, last.payload.readUInt32BE(4)]).toEqual([7, code]);
});

test("survives any sequence of frames and continues to serve other connections", async () => {
  const anyFrame = fc
    .tuple(fc.nat(10), fc.nat(255), fc.nat(4), fc.uint8Array({ maxLength: 40 }))
    .map(([type, flags, stream, payload]) => raw(type, flags, stream, Buffer.from(payload).toString("hex")));
  await fc.assert(
    fc.asyncProperty(fc.array(anyFrame, { maxLength: 12 }), async (frames) => {
      const socket = createConnection(socketPath).on("error", () => {});
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.resume().end(Buffer.from(preface + settings + frames.join(""), "hex"));
      await closed;
    }),
    { numRuns: 150 },
  );
  const frames = await exchange(preface + settings + call + ping);
  expect(frames.some(({ type }) => type === 0)).toBe(true);
});
