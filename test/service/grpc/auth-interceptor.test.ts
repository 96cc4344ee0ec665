import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { type GrpcWorld, startWorld } from "./world";

/** What is read of a call before its caller is known. */

let world: GrpcWorld;
let session: ClientHttp2Session;
beforeAll(async () => {
  world = await startWorld();
  session = connect(world.service.baseUrl);
});
afterAll(async () => {
  session.close();
  await world.close();
});

const KB = 1024;

/** Returns the status of a call whose message claims to be long and never ends. */
async function statusOf(path: string, kilobytes: number, headers: Record<string, string> = {}) {
  const own = { ":method": "POST", ":path": path, "content-type": "application/grpc", te: "trailers" };
  const stream = session.request({ ...own, ...headers });
  const frame = Buffer.alloc(5 + 16 * KB);
  frame.writeUInt32BE(kilobytes * KB, 1);
  stream.write(frame);
  stream.resume();
  const status = await new Promise((resolve) => {
    for (const event of ["response", "trailers"])
      stream.on(event, (answer) => "grpc-status" in answer && resolve(Number(answer["grpc-status"])));
  });
  stream.close();
  return status;
}

test.each<Record<string, string>>([{}, { authorization: "Bearer nobody" }])(
  "does not wait for a message without a valid token: %j",
  async (headers) => {
    for (const path of ["/platform.iam.v2beta1.GroupsService/CreateGroup", "/platform.iam.Groups/Create"])
      expect(await statusOf(path, 512, headers)).toBe(16);
  },
);

test.each([
  "/platform.oidc.SecurityTokenService/Exchange",
  "/grpc.health.v1.Health/Check",
  "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
  "/platform.Nothing/Nothing",
])("does not wait for a long message to %s, which needs no token", async (path) => {
  expect(await statusOf(path, 512)).toBe(path.includes("Nothing") ? 12 : 8);
});

test("limits a connection to a hundred concurrent calls", async () => {
  if (session.remoteSettings.maxConcurrentStreams === undefined) await once(session, "remoteSettings");
  expect(session.remoteSettings.maxConcurrentStreams).toBe(100);
});
