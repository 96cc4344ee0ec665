import { builtInRole, type Capability, methods, registry } from "../../../../src/model";
import type { Caller } from "../../../../src/service/core/access";
import { onEveryStore } from "../../every-store";

onEveryStore((get) => {
  const { groups, identities, roles, roleBindings, repos } = registry;
  const operations = () => get().nodes[0].operations;
  const owner = (): Caller => ({ identityUid: get().organization.identityUid });
  const root = () => get().organization.groupUid;
  const held = async (caller: Caller, uid: string, ...asked: readonly Capability[]) =>
    (await operations().call(methods.testCapabilities, caller, { uid, capabilities: asked })).capabilities;

  /** An identity with these capabilities in a group. */
  async function identityWith(group: string, capabilities: readonly Capability[]): Promise<Caller> {
    const body = { name: "caller", claimMatch: { issuer: "https://issuer.example.com", subject: group } };
    const { uid } = await operations().create(identities, owner(), root(), body);
    const role = await operations().create(roles, owner(), root(), { name: "some", capabilities });
    await operations().create(roleBindings, owner(), group, { identityUid: uid, roleUid: role.uid });
    return { identityUid: String(uid) };
  }

  const newGroup = async (parent: string) =>
    String((await operations().create(groups, owner(), parent, { name: "place" })).uid);

  test("a grant applies to groups and resources below, and not beside", async () => {
    const [group, beside] = [await newGroup(root()), await newGroup(root())];
    const below = await newGroup(group);
    const caller = await identityWith(group, ["groups.list", "repo.list"]);
    const repo = String((await operations().create(repos, owner(), below, { name: "images" })).uid);
    for (const uid of [group, below, repo])
      expect(await held(caller, uid, "repo.list", "repo.create", "groups.list")).toEqual([
        "CAP_REPO_LIST",
        "CAP_IAM_GROUPS_LIST",
      ]);
    for (const uid of [beside, root()]) expect(await held(caller, uid, "repo.list", "groups.list")).toEqual([]);
  });

  test("missing and hidden resources return the same", async () => {
    const group = await newGroup(root());
    const caller = await identityWith(group, ["identity.list"]);
    const hidden = await newGroup(group);
    for (const uid of [hidden, `${group}/0000000000000000`, "0".repeat(40), "no uid", ""])
      expect(await held(caller, uid, "identity.list")).toEqual([]);
    expect(await held(owner(), `${root()}/0000000000000000`, "groups.list")).toEqual([]);
  });

  test("a restricted token has only the capabilities and groups that it is restricted to", async () => {
    const [group, beside] = [await newGroup(root()), await newGroup(root())];
    const restricted: Caller = { ...owner(), restrictions: { capabilities: ["groups.list"], groups: [group] } };
    expect(await held(restricted, group, "groups.list", "repo.list")).toEqual(["CAP_IAM_GROUPS_LIST"]);
    expect(await held(restricted, beside, "groups.list")).toEqual([]);
  });

  test("a removed role has no effect any more, at any node", async () => {
    const group = await newGroup(root());
    const caller = await identityWith(group, ["groups.list"]);
    expect(await held(caller, group, "groups.list")).toEqual(["CAP_IAM_GROUPS_LIST"]);
    const { items } = await get().nodes[1].operations.list(roleBindings, owner(), {
      childrenOf: group,
      pageSize: 10,
      skip: 0,
      order: { key: "uid", descending: false },
      filters: {},
    });
    await get().nodes[1].operations.delete(roleBindings, owner(), String(items[0]!.uid));
    expect(await held(caller, group, "groups.list")).toEqual([]);
  });

  test("a built-in role is in nobody's scope", async () => {
    expect(await held(owner(), builtInRole("viewer").uid, "roles.list")).toEqual([]);
  });
});
