import { v1MethodName, v1ServiceName } from "../../../src/service/protos";
import { v1Fields, v1Types } from "../../../src/service/v1";
import { errorOf } from "../../conformance/world";
import { restForm } from "../grpc/rest-form";
import { type GrpcWorld, startWorld } from "../grpc/world";

describe("gRPC v1", () => {
  let world: GrpcWorld;
  beforeAll(async () => {
    world = await startWorld({ grpcPackagePrefixes: ["example."] }, "example.");
  });
  afterAll(() => world.close());

  const call = (method: string, request: Readonly<Record<string, unknown>>, metadata: Record<string, string> = {}) =>
    world.client.call(`example.platform.${method}`, request, { token: world.token, metadata });

  test("a group is created once per key, found by its id, replaced and deleted", async () => {
    const request = { parent: world.groupUid, group: { name: "team", description: "Ours." } };
    const created = await call("iam.Groups/Create", request, { "idempotency-key": "once" });
    expect(await call("iam.Groups/Create", request, { "idempotency-key": "once" })).toEqual(created);
    const { id } = created;
    expect(created).toEqual({
      id,
      name: "team",
      description: "Ours.",
      resourceLimits: {},
      verified: false,
      kind: "ORG_KIND_UNSPECIFIED",
      status: "ORG_STATUS_UNSPECIFIED",
    });
    expect(await call("iam.Groups/List", { id })).toEqual({ items: [created] });
    expect(await call("iam.Groups/Update", { id, name: "squad" })).toMatchObject({ name: "squad", description: "" });
    expect(await call("iam.Groups/Delete", { id })).toEqual({});
    expect(await call("iam.Groups/List", { id })).toEqual({ items: [] });
    expect(await errorOf(call("iam.Groups/Delete", { id }))).toMatchObject({ code: "NOT_FOUND" });
  });

  test("returns the same as REST v1, except fields that only REST has", async () => {
    const parent = world.groupUid;
    const { id: identity } = await call("iam.Identities/Create", {
      parentId: parent,
      identity: { name: "pipeline", claimMatch: { issuer: "https://a", subject: "b" } },
    });
    const { id: role } = await call("iam.Roles/Create", {
      parentId: parent,
      role: { name: "reader", capabilities: ["groups.list", "repo.list"] },
    });
    await call("iam.RoleBindings/Create", { parent, roleBinding: { identity, role } });
    await call("registry.Registry/CreateRepo", {
      parentId: parent,
      repo: {
        name: "base",
        catalogTier: "FIPS",
        customOverlay: { accounts: { users: [{ userName: "app", uid: 7 }] } },
      },
    });
    await call("iam.GroupInvites/Create", { group: parent, role, ttl: "3600s", singleUse: true });
    await call("iam.GroupAccountAssociations/Create", { group: parent, name: "accounts", ...accounts });
    for (const type of v1Types) {
      const { definition, shape, listed = { shape }, path, filters } = type;
      const inParent = "uidp" in filters;
      const method = `${v1ServiceName(type)}/${v1MethodName("list", type)}`.replace("platform.", "");
      const grpc = itemsOf(await call(method, inParent ? { uidp: { descendantsOf: parent } } : { group: parent }));
      const rest = itemsOf(
        await world.rest(
          "GET",
          `/${definition.domain}/v1/${path}?${inParent ? "uidp.descendants_of" : "group"}=${parent}`,
        ),
      );
      const fields = v1Fields(definition.fields, listed.shape);
      const restAlone = Object.keys(fields).filter((name) => fields[name]!.number === 0);
      const without = (item: JsonObject) =>
        Object.fromEntries(Object.entries(item).filter(([name]) => !restAlone.includes(name)));
      expect(grpc.map((item) => without(restForm({ ...definition, fields }, item)))).toEqual(rest.map(without));
    }
  });

  test("an invite shows its code once, and is deleted by its id", async () => {
    const { id: role } = await call("iam.Roles/Create", {
      parentId: world.groupUid,
      role: { name: "guest", capabilities: ["groups.list"] },
    });
    const invite = await call("iam.GroupInvites/Create", { group: world.groupUid, role, ttl: "3600s" });
    expect(invite).toMatchObject({ role: { id: role, name: "guest" }, code: expect.stringMatching(/./) });
    const { items } = await call("iam.GroupInvites/List", { keyId: invite.keyId });
    expect(items).toMatchObject([{ id: invite.id, role: { id: role }, singleUse: false }]);
    expect(items).not.toHaveProperty([0, "code"]);
    expect(await call("iam.GroupInvites/Delete", { id: invite.id })).toEqual({});
  });

  test("an account association is deleted by its group, and replaced completely", async () => {
    const { id: group } = await call("iam.Groups/Create", { parent: world.groupUid, group: { name: "linked" } });
    const made = await call("iam.GroupAccountAssociations/Create", { group, name: "accounts", ...accounts });
    expect(made).toMatchObject({ group, ...accounts });
    expect(await call("iam.GroupAccountAssociations/List", { group })).toEqual({ items: [made] });
    const replaced = await call("iam.GroupAccountAssociations/Update", { group, name: "fewer" });
    expect(replaced).toEqual({ group, name: "fewer", description: "" });
    const rest = await world.rest("GET", `/iam/v1/account_associations?group=${group}`);
    expect(rest.items).toMatchObject([{ id: group, group, name: "fewer", amazon: {} }]);
    expect(await call("iam.GroupAccountAssociations/Delete", { group })).toEqual({});
  });
});

type JsonObject = Readonly<Record<string, unknown>>;
const itemsOf = (answer: JsonObject) => answer.items as readonly JsonObject[];

const accounts = {
  amazon: { account: "123456789012" },
  github: { appInstallations: { "7": { installations: [{ installationId: "8", name: "octo" }] } } },
};
