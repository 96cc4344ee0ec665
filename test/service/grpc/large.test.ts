import { errorOf } from "../../conformance/world";
import { type GrpcWorld, startWorld } from "./world";

/** Requests that fit into a gRPC message, but not into a URL. */

let world: GrpcWorld;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const list = (service: string, request: object) =>
  world.client.call(`platform.${service}`, { ...request }, { token: world.token });
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
const uid = (index: number) => index.toString(16).padStart(40, "0");

test.each<[string, string, (count: number) => object]>([
  ["iam.v2beta1.GroupsService/ListGroups", "uidp.ids", (count) => ({ uidp: { ids: many(count, uid) } })],
  [
    "vulnerabilities.v2beta1.AdvisoriesService/ListAdvisories",
    "advisory_ids",
    (count) => ({ advisoryIds: many(count, String) }),
  ],
])("%s accepts %s a thousand times at most", async (method, field, requestOf) => {
  expect(await list(method, requestOf(1000))).toMatchObject({ totalCount: "0" });
  for (const count of [1001, 20_000])
    expect(await errorOf(list(method, requestOf(count)))).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: `Invalid argument: ${field}: ${field} must be given at most 1000 times`,
    });
});

test("rejects texts longer than any uid", async () => {
  const deep = `${world.groupUid}${"/0123456789abcdef".repeat(50_000)}`;
  for (const scope of ["ancestorsOf", "descendantsOf", "childrenOf"])
    expect(await errorOf(list("iam.v2beta1.GroupsService/ListGroups", { uidp: { [scope]: deep } }))).toMatchObject({
      code: "INVALID_ARGUMENT",
    });
  expect(await errorOf(list("iam.v2beta1.GroupsService/GetGroup", { uid: deep }))).toMatchObject({ code: "NOT_FOUND" });
});

test("limits an exchange to a hundred scopes", async () => {
  const request = { aud: [world.service.baseUrl], scopes: many(101, uid) };
  expect(await errorOf(list("oidc.SecurityTokenService/Exchange", request))).toMatchObject({
    code: "INVALID_ARGUMENT",
    message: "Invalid argument: scope: scope must be given at most 100 times",
  });
});
