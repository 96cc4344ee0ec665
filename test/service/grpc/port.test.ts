import { once } from "node:events";
import net from "node:net";
import type { LogEntry } from "../../../src/service";
import { type GrpcWorld, startWorld } from "./world";

describe("one port for REST and gRPC", () => {
  let world: GrpcWorld;
  const entries: LogEntry[] = [];
  beforeAll(async () => {
    world = await startWorld({ log: (entry) => entries.push(entry) });
  });
  afterAll(() => world.close());

  /** Returns what the service sends to a client that sends these pieces one by one. */
  async function converse(pieces: readonly Buffer[], enough: (said: Buffer) => boolean): Promise<Buffer> {
    const socket = net.connect(world.service.port, "127.0.0.1").setNoDelay();
    let said: Buffer = Buffer.alloc(0);
    const answered = new Promise<void>((resolve, reject) => {
      socket.on("data", (chunk: Buffer) => {
        said = Buffer.concat([said, chunk]);
        if (enough(said)) resolve();
      });
      socket.on("close", () => reject(new Error(`the connection ended after ${said.length} bytes`)));
    });
    await once(socket, "connect");
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await answered;
    socket.removeAllListeners("close").destroy();
    return said;
  }

  const bytesOf = (text: string) => [...Buffer.from(text)].map((byte) => Buffer.from([byte]));

  test("serves both", async () => {
    const uid = world.groupUid;
    const [rest, grpc] = [
      await world.rest("GET", `/iam/v2beta1/groups/${uid}`),
      await world.iam("GroupsService/GetGroup", { uid }),
    ];
    expect(grpc).toMatchObject({ uid, name: "acme", kind: rest.kind, status: rest.status });
  });

  test("recognizes HTTP/2 by its preface, byte by byte, and responds with settings", async () => {
    const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
    const said = await converse(
      [...bytesOf("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), settings],
      ({ length }) => length >= 9,
    );
    expect(said[3]).toBe(4);
  });

  test.each(["POST", "PATCH", "GET"])("recognizes HTTP/1 by the method %s, byte by byte", async (method) => {
    const said = await converse(
      bytesOf(`${method} /nothing HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n`),
      (text) => text.includes("}"),
    );
    expect(said.toString()).toMatch(/^HTTP\/1\.1 404 /);
  });

  test("treats an incomplete preface as HTTP/1", async () => {
    const said = await converse(bytesOf("PRI * HTTP/2.0\r\n\r\nNO\r\n\r\n"), (text) => text.includes("}"));
    expect(said.toString()).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("logs calls like requests, with the client's request id", async () => {
    const metadata = { "x-request-id": "mine-1" };
    const request = { group: { uid: world.groupUid, description: "New." } };
    await world.iam("GroupsService/UpdateGroup", request, { metadata, updateMask: ["description"] });
    expect(entries.find(({ requestId }) => requestId === "mine-1")).toMatchObject({
      event: "request",
      method: "gRPC",
      path: "/platform.iam.v2beta1.GroupsService/UpdateGroup",
      status: 200,
      caller: world.identityUid,
      updateMask: "description",
    });
  });

  test("closes silent connections and those of remaining clients at shutdown", async () => {
    const other = await startWorld();
    await other.iam("GroupsService/GetGroup", { uid: other.groupUid });
    const silent = net.connect(other.service.port, "127.0.0.1");
    await once(silent, "connect");
    const ended = once(silent, "close");
    await other.service.close();
    await ended;
    other.client.close();
  });
});
