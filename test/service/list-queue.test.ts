import { connect } from "node:http2";
import { registry } from "../../src/model";
import { type RunningService, startService } from "../../src/service";
import type { Caller } from "../../src/service/core/access";

/** Lists of this many repos have 4.9 MB. */
const REPOS = 50;
const ALIASES = Array.from({ length: 400 }, (_, index) => `a${index}`.padEnd(240, "x"));
/** More than can be unread at a time. */
const CALLS = 20;

let service: RunningService;
let viewer: string;
let other: string;

beforeAll(async () => {
  service = await startService({ data: ":memory:" });
  const { operations, tokens, createOrganization } = service.platform;
  const { groupUid, identityUid } = await createOrganization({ name: "acme" });
  const caller: Caller = { identityUid, requestId: "r" };
  for (let index = 0; index < REPOS; index += 1)
    await operations.create(registry.repos, caller, groupUid, { name: `repo-${index}`, aliases: ALIASES });
  viewer = await tokens.mint({ identityUid });
  const second = await createOrganization({ name: "other" });
  other = await tokens.mint({ identityUid: second.identityUid });
}, 60_000);
afterAll(() => service.close());

/** Begins lists over gRPC whose clients read nothing. */
function listWithoutReading(method: string) {
  const session = connect(service.baseUrl, { settings: { initialWindowSize: 0 } }).on("error", () => {});
  const calls = Array.from({ length: CALLS }, () => {
    const call = session.request({
      ":method": "POST",
      ":path": `/platform.registry.${method}`,
      "content-type": "application/grpc",
      te: "trailers",
      authorization: `Bearer ${viewer}`,
    });
    call.on("error", () => {});
    call.end(Buffer.alloc(5));
    return call;
  });
  return { session, calls };
}

const get = (path: string, token: string) =>
  fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });

test.each(["v2beta1.ReposService/ListRepos", "Registry/ListRepos"])(
  "lists of a viewer who reads nothing wait without being made, behind other organizations (%s)",
  async (method) => {
    const made = jest.spyOn(service.platform.operations, "list");
    const lists = () => made.mock.calls.filter(([definition]) => definition.name === registry.repos.name).length;
    const { session, calls } = listWithoutReading(method);
    const statuses: unknown[] = [];
    for (const call of calls) call.on("trailers", (trailers) => statuses.push(trailers["grpc-status"]));
    while (lists() === 0) await new Promise((next) => setTimeout(next, 5));
    const answer = await get("/iam/v2beta1/roles", other);
    expect([answer.status, ((await answer.json()) as { roles: unknown[] }).roles.length > 0]).toEqual([200, true]);
    expect(lists()).toBeLessThanOrEqual(CALLS / 2);

    for (let before = 0; lists() > before; await new Promise((next) => setTimeout(next, 2000))) before = lists();
    expect(lists()).toBeLessThanOrEqual(13);
    expect(statuses).toEqual([]);
    session.destroy();
    // The lists whose client has left no longer wait.
    expect((await get("/registry/v2beta1/repos?pageSize=1", viewer)).status).toBe(200);
    expect(lists()).toBeLessThan(CALLS);
    made.mockRestore();
  },
  120_000,
);

test.each(["/registry/v2beta1/repos", "/registry/v1/repos"])(
  "several Terraform runs that list long pages concurrently are never refused (%s)",
  async (path) => {
    const statuses = await Promise.all(
      Array.from({ length: CALLS }, async () => {
        const answer = await get(path, viewer);
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    expect(statuses).toEqual(Array(CALLS).fill(200));
  },
  120_000,
);
