import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { connect, type Socket } from "node:net";
import { registry, repoReadme } from "../../src/model";
import { type RunningService, startService } from "../../src/service";
import type { Caller } from "../../src/service/core/access";

const MIB = 1024 * 1024;
/** More than the socket buffers of both ends hold. */
const REPOS = 64;
const README = 250_000;
const PATH = "/registry/v1/repos";
const STALL_MS = 4000;

let service: RunningService;
let viewer: string;
let other: string;

beforeAll(async () => {
  service = await startService({
    data: ":memory:",
    responseLimit: { perCaller: 40 * MIB, total: 160 * MIB },
    responseStallMs: STALL_MS,
  });
  const { operations, tokens, createOrganization } = service.platform;
  const { groupUid, identityUid } = await createOrganization({ name: "acme" });
  const caller: Caller = { identityUid, requestId: "r" };
  for (let index = 0; index < REPOS; index += 1) {
    const { uid } = await operations.create(registry.repos, caller, groupUid, { name: `repo-${index}` });
    await operations.update(repoReadme, caller, String(uid), { content: "x".repeat(README) }, ["content"]);
  }
  const second = await createOrganization({ name: "other" });
  await operations.create(registry.repos, { ...caller, identityUid: second.identityUid }, second.groupUid, {
    name: "repo",
  });
  viewer = await tokens.mint({ identityUid });
  other = await tokens.mint({ identityUid: second.identityUid });
}, 60_000);
afterAll(() => service.close());

/** Sends a request on a separate connection, and reads nothing. Resolves once the response begins. */
async function askWithoutReading(token: string): Promise<Socket> {
  const socket = connect(service.port, "127.0.0.1").on("error", () => {});
  await once(socket, "connect");
  socket.write(`GET ${PATH} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`);
  await once(socket, "readable");
  return socket;
}

const get = (token: string) =>
  fetch(`${service.baseUrl}${PATH}`, { headers: { authorization: `Bearer ${token}`, connection: "close" } });

/** Returns the viewer's response once it is no longer rejected. */
async function untilAnswered(): Promise<{ readonly items: readonly { readonly readme: string }[] }> {
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    const answer = await get(viewer);
    const body = await answer.json();
    if (answer.status === 200) return body as Awaited<ReturnType<typeof untilAnswered>>;
    await new Promise((next) => setTimeout(next, 200));
  }
  throw new Error("all answers were refused");
}

test("a viewer who reads no responses uses little memory, and delays nobody else", async () => {
  const before = process.memoryUsage().arrayBuffers;
  const sockets = [await askWithoutReading(viewer), await askWithoutReading(viewer)];
  const refused = await get(viewer);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "2"]);
  expect(await refused.json()).toMatchObject({ code: 8 });
  sockets.push(...(await Promise.all(Array.from({ length: 10 }, () => askWithoutReading(viewer)))));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * MIB);

  const answered = await get(other);
  expect([answered.status, ((await answered.json()) as { items: unknown[] }).items.length]).toEqual([200, 1]);

  // After nothing was read for long enough, their connections are closed.
  const { items } = await untilAnswered();
  expect(items.filter(({ readme }) => readme.length === README)).toHaveLength(REPOS);
  for (const socket of sockets) socket.destroy();
}, 60_000);

test("a client that reads slowly receives the whole response", async () => {
  const socket = await askWithoutReading(viewer);
  const began = performance.now();
  let bytes = 0;
  let pausedAt = 0;
  socket.on("data", (part: Buffer) => {
    bytes += part.length;
    if (bytes - pausedAt < MIB) return;
    pausedAt = bytes;
    socket.pause();
    setTimeout(() => socket.resume(), 400);
  });
  while (bytes < REPOS * README && !socket.destroyed) await new Promise((next) => setTimeout(next, 25));
  expect(bytes).toBeGreaterThan(REPOS * README);
  // Longer than a client may read nothing.
  expect(performance.now() - began).toBeGreaterThan(STALL_MS);
  socket.destroy();
}, 60_000);

test("gRPC calls with unread responses are counted, and end", async () => {
  const session = connectHttp2(service.baseUrl).on("error", () => {});
  const answers = [1, 2].map(() => {
    const call = session.request({
      ":method": "POST",
      ":path": "/platform.registry.Registry/ListRepos",
      "content-type": "application/grpc",
      te: "trailers",
      authorization: `Bearer ${viewer}`,
    });
    call.on("error", () => {});
    call.end(Buffer.alloc(5));
    return call;
  });
  const ends = Promise.all(answers.map((call) => once(call, "close")));
  for (const call of answers) await once(call, "readable");
  const refused = await get(viewer);
  expect([refused.status, (await refused.text()).length < 1000]).toEqual([429, true]);
  await ends;
  expect(answers.map(({ rstCode }) => rstCode)).toEqual([8, 8]);
  expect((await untilAnswered()).items).toHaveLength(REPOS);
  session.destroy();
}, 60_000);
