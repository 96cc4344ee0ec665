import { registry } from "../../../../src/model";
import type { Caller } from "../../../../src/service/core/access";
import { v1Operations } from "../../../../src/service/v1";
import { v1Types } from "../../../../src/service/v1/types";
import { onEveryStore } from "../../every-store";

/** What responses reveal of other resources than the requested ones. */

onEveryStore((get) => {
  const listRequest = { filters: {}, order: { key: "uid", descending: false }, pageSize: 1, skip: 0 } as const;
  let owner: Caller;
  let root: string;
  let team: string;
  let auditor: Caller;
  let binding: string;
  let invite: string;
  const operations = () => get().nodes[0].operations;
  const create = async (type: keyof typeof registry, parent: string, body: object) =>
    String((await operations().create(registry[type], owner, parent, { ...body })).uid);
  const identityIn = (parent: string, subject: string) =>
    create("identities", parent, {
      name: subject,
      description: "Secret.",
      claimMatch: { issuer: "https://issuer.example.com", subject },
    });

  beforeAll(async () => {
    const { organization } = get();
    owner = { identityUid: organization.identityUid };
    root = organization.groupUid;
    team = await create("groups", root, { name: "team", description: "Secret." });
    const capabilities = ["CAP_IAM_ROLE_BINDINGS_LIST", "CAP_IAM_GROUP_INVITES_LIST"];
    const roleUid = await create("roles", root, { name: "auditor", description: "Secret.", capabilities });
    const identityUid = await identityIn(root, "auditor");
    auditor = { identityUid };
    binding = await create("roleBindings", team, { identityUid, roleUid });
    invite = await create("groupInvites", team, { ttl: "3600s", roleUid });
  });

  test("a role binding shows only the uids of resources that the caller cannot read", async () => {
    const { roleBindings } = registry;
    const full = await operations().get(roleBindings, owner, binding);
    expect(full).toMatchObject({ identity: { name: "auditor", subject: "auditor" }, group: { name: "team" } });
    const hidden = {
      identity: { uid: auditor.identityUid, name: "", description: "", subject: "", issuer: "", email: "" },
      group: { uid: team, name: "", description: "" },
      role: { uid: full.roleUid, name: "", description: "" },
    };
    expect(await operations().get(roleBindings, auditor, binding)).toMatchObject(hidden);
    const { items } = await operations().list(roleBindings, auditor, listRequest);
    expect(items).toMatchObject([hidden]);
    const type = v1Types.find(({ definition }) => definition.name === "RoleBinding")!;
    let v1 = "";
    await v1Operations(get().nodes[0]).list(type, auditor, new Map(), ({ json }) => {
      v1 += json;
    });
    expect(v1).not.toMatch(/Secret|issuer\.example|"team"|"auditor"/);
    // A token restricted to reading role bindings shows no more, whoever has it.
    const restricted: Caller = { ...owner, restrictions: { capabilities: ["role_bindings.list"] } };
    expect(await operations().get(roleBindings, restricted, binding)).toMatchObject(hidden);
  });

  test("an invite shows only the uid of a role that the caller cannot read", async () => {
    const role = { name: "", description: "", capabilities: [] };
    expect(await operations().get(registry.groupInvites, auditor, invite)).toMatchObject({ role });
    expect(await operations().get(registry.groupInvites, owner, invite)).toMatchObject({ role: { name: "auditor" } });
  });

  test("built-in roles are visible to everyone", async () => {
    const { items } = await operations().list(registry.roles, auditor, { ...listRequest, filters: { name: "viewer" } });
    const identityUid = await identityIn(root, "viewer");
    const uid = await create("roleBindings", team, { identityUid, roleUid: String(items[0]!.uid) });
    expect(await operations().get(registry.roleBindings, auditor, uid)).toMatchObject({ role: { name: "viewer" } });
  });

  test("a cursor applies the caller's current access", async () => {
    const other = await create("groups", root, { name: "other" });
    for (const parent of [team, team, other]) await create("repos", parent, { name: `repo-${Math.random()}` });
    for (const parent of [team, team, other]) await identityIn(parent, "shared");
    const request = { ...listRequest, filters: { name: "shared" } };
    const wide = await operations().list(registry.identities, owner, request);
    expect(wide.totalCount).toBe(3);
    const restricted: Caller = { ...owner, restrictions: { groups: [team] } };
    const narrow = await operations().list(registry.identities, restricted, {
      ...request,
      pageToken: wide.nextPageToken!,
    });
    expect(narrow.totalCount).toBe(2);
    const again = await operations().list(registry.identities, owner, { ...request, pageToken: wide.nextPageToken! });
    expect(again.totalCount).toBe(3);
  });
});
