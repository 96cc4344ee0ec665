import { once } from "node:events";
import http2 from "node:http2";
import { type GrpcWorld, startWorld } from "./world";

describe("a connection of another client implementation", () => {
  let world: GrpcWorld;
  let session: http2.ClientHttp2Session;
  beforeAll(async () => {
    world = await startWorld();
    session = http2.connect(world.service.baseUrl);
    await once(session, "connect");
  });
  afterAll(async () => {
    session.destroy();
    await world.close();
  });

  /** A call in frames. Returns the headers and trailers of its response. */
  async function send(path: string, headers: http2.OutgoingHttpHeaders = {}) {
    const stream = session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
      te: "trailers",
      authorization: `Bearer ${world.token}`,
      ...headers,
    });
    let trailers: http2.IncomingHttpHeaders = {};
    stream.on("trailers", (given) => {
      trailers = given;
    });
    stream.end(Buffer.from([0, 0, 0, 0, 0]));
    const [answered] = (await once(stream, "response")) as [http2.IncomingHttpHeaders];
    stream.resume();
    await once(stream, "close");
    return { ...answered, ...trailers };
  }

  test("stays open with frequent keep-alive pings", async () => {
    const goodbyes: unknown[] = [];
    session.on("goaway", (code) => goodbyes.push(code));
    for (let count = 0; count < 50; count++)
      await new Promise<void>((resolve, reject) => {
        session.ping((error) => (error ? reject(error) : resolve()));
      });
    const answer = await send("/platform.iam.Groups/List");
    expect(answer).toMatchObject({ ":status": 200, "content-type": "application/grpc+proto", "grpc-status": "0" });
    expect(goodbyes).toEqual([]);
  });

  test("returns errors in trailers, with HTTP 200 and details", async () => {
    for (const [path, headers, status] of [
      ["/platform.iam.v2beta1.GroupsService/GetGroup", {}, "5"],
      ["/platform.iam.Groups/List", { authorization: "Bearer nonsense" }, "16"],
      ["/no.such.Service/Method", {}, "12"],
    ] as const) {
      const answer = await send(path, headers);
      expect(answer).toMatchObject({ ":status": 200, "grpc-status": status });
      expect(answer["grpc-status-details-bin"]).toMatch(/^[A-Za-z0-9+/]+=*$/);
    }
  });
});
