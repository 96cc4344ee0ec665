import { builtInRole } from "../../../../src/model";
import { type GrpcWorld, startWorld } from "../../grpc/world";

/** A service that knows of no idempotency keys, for clients to be tested with: none of its ways in keeps any. */
const viewer = builtInRole("viewer").uid;
const key = { "idempotency-key": "the same" };

let world: GrpcWorld;
beforeAll(async () => {
  world = await startWorld({ ignoreIdempotencyKeys: true });
});
afterAll(() => world.close());

/** Does something twice and tells whether it happened twice. */
async function happensTwice(create: () => Promise<Readonly<Record<string, unknown>>>): Promise<boolean> {
  const [one, other] = [await create(), await create()].map(({ uid, id }) => uid ?? id);
  expect([typeof one, typeof other]).toEqual(["string", "string"]);
  return one !== other;
}

test.each(["v2beta1", "v2", "v1"])("REST %s", async (version) => {
  const path = `/iam/${version}/groups/${world.groupUid}`;
  expect(await happensTwice(() => world.rest("POST", path, { name: "twice" }, key))).toBe(true);
});

test("gRPC", async () => {
  const options = { token: world.token, metadata: key };
  const request = { parent: world.groupUid, group: { name: "twice" } };
  expect(await happensTwice(() => world.iam("GroupsService/CreateGroup", request, options))).toBe(true);
  const v1 = () => world.client.call("platform.iam.Groups/Create", request, options);
  expect(await happensTwice(v1)).toBe(true);
});

test("batches, over either", async () => {
  const identities = `/iam/v2beta1/identities/${world.groupUid}`;
  const claimMatch = { issuer: "https://issuer.example.com", subject: "me" };
  const { uid: identityUid } = await world.rest("POST", identities, { name: "ci", claimMatch });
  const batch = { parent: world.groupUid, requests: [{ roleBinding: { identityUid, roleUid: viewer } }] };
  const path = "/iam/v2beta1/roleBindings:batchCreate";
  expect(await world.rest("POST", path, batch, key)).toHaveProperty("roleBindings");
  // What is there already shows that the second was not taken for the first.
  expect(await world.rest("POST", path, batch, key)).toMatchObject({ code: 6 });
  const options = { metadata: key };
  await expect(world.iam("RoleBindingsService/BatchCreateRoleBindings", batch, options)).rejects.toMatchObject({
    code: "ALREADY_EXISTS",
  });
});
