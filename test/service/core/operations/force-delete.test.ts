import { builtInRole, type JsonObject, methods, type ResourceDefinition, registry } from "../../../../src/model";
import type { Platform } from "../../../../src/service";
import { audit } from "../../../../src/service/store";
import { onEveryStore } from "../../every-store";

const digest = `sha256:${"0".repeat(64)}`;

onEveryStore((get) => {
  const owner = () => ({ identityUid: get().organization.identityUid });
  const root = () => get().organization.groupUid;
  const operations = (node = 0) => get().nodes[node]!.operations;
  const create = async (definition: ResourceDefinition, parent: string, body: JsonObject, by = owner()) =>
    String((await operations().create(definition, by, parent, body)).uid);
  const newGroup = (name: string, parent = root()) => create(registry.groups, parent, { name });
  const identity = (parent: string, name: string) =>
    create(registry.identities, parent, {
      name,
      claimMatch: { issuer: "https://issuer.example.com", subject: `${name} ${parent}` },
    });
  const bind = (parent: string, identityUid: string, roleUid: string) =>
    create(registry.roleBindings, parent, { identityUid, roleUid });
  const preview = (uid: string, by = owner()) =>
    operations().call(methods.previewDeleteGroup, by, { uid }) as Promise<
      JsonObject & { deleted: Record<string, number>; etag: string; totalCount: number }
    >;
  const total = async (definition: ResourceDefinition, uid: string, platform: Platform = get().nodes[1]) => {
    const request = { filters: {}, order: { key: "uid", descending: false }, pageSize: 1, skip: 0 } as const;
    return (await platform.operations.list(definition, owner(), { ...request, descendantsOf: uid })).totalCount;
  };

  /** A group with resources of every type, including an identity that is also bound elsewhere. */
  async function world(name: string) {
    const uid = await newGroup(name);
    const child = await newGroup("child", uid);
    const deep = await newGroup("deep", child);
    const repo = await create(registry.repos, deep, { name: "repo" });
    for (const tag of ["one", "two"]) await create(registry.tags, repo, { name: tag, digest });
    const role = await create(registry.roles, uid, { name: "reader", capabilities: ["groups.list"] });
    const bound = await identity(child, "bound");
    await bind(deep, bound, role);
    await bind(root(), bound, builtInRole("viewer").uid);
    await create(registry.groupInvites, deep, { roleUid: role, ttl: "3600s" });
    await create(registry.accountAssociations, child, { name: "cloud", amazon: { account: "123456789012" } });
    return { uid, child, deep, repo, role, bound };
  }

  test("rejects the deletion while an identity provider outside refers to one of its roles or groups", async () => {
    const { uid, child, deep, role } = await world("named");
    const oidc = {
      issuer: "https://issuer.example.com",
      clientId: "platform",
      pkceEnabled: true,
      groupsClaim: "groups",
    };
    const provider = await create(registry.identityProviders, root(), {
      name: "company login",
      defaultRole: builtInRole("viewer").uid,
      oidc: { ...oidc, roleMappings: [{ claimValue: "staff", roleUid: builtInRole("viewer").uid, groupUid: deep }] },
    });
    const before = await total(registry.roleBindings, uid);
    const map = (roleUid: string, groupUid: string) =>
      operations().update(
        registry.identityProviders,
        owner(),
        provider,
        { oidc: { ...oidc, roleMappings: [{ claimValue: "staff", roleUid, groupUid }] } },
        ["oidc"],
      );
    const viewer = builtInRole("viewer").uid;
    for (const [roleUid, groupUid] of [
      [viewer, deep],
      [viewer, uid],
      [role, child],
    ] as const) {
      await map(roleUid, groupUid);
      const refusal = {
        code: "FAILED_PRECONDITION",
        message: expect.stringContaining("an identity provider outside the group"),
      };
      await expect(preview(uid)).rejects.toMatchObject(refusal);
      await expect(operations().delete(registry.groups, owner(), uid, { force: true })).rejects.toMatchObject(refusal);
    }
    expect(await total(registry.roleBindings, uid)).toBe(before);
    await operations().delete(registry.identityProviders, owner(), provider);
    await operations().delete(registry.groups, owner(), uid, { force: true });
    await expect(operations().get(registry.groups, owner(), uid)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("deletes everything below a group, and bindings elsewhere of its identities", async () => {
    const { uid, bound } = await world("everything");
    const viewersBefore = await total(registry.roleBindings, root());
    const shown = await preview(uid);
    expect(shown).toEqual({
      group: { uid, name: "everything" },
      deleted: {
        groups: 3,
        repos: 1,
        tags: 2,
        roles: 1,
        identities: 1,
        roleBindings: 2,
        groupInvites: 1,
        accountAssociations: 1,
      },
      externalRoleBindings: 1,
      totalCount: 12,
      etag: expect.any(String),
    });
    // A preview deletes nothing, and can be repeated.
    expect(await preview(uid)).toEqual(shown);
    await expect(operations().delete(registry.groups, owner(), uid)).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      message: "Precondition failed: cannot delete group with child groups",
    });
    await operations().delete(registry.groups, owner(), uid, { force: true, etag: shown.etag });
    for (const definition of Object.values(registry))
      expect([definition.name, await total(definition, uid)]).toEqual([definition.name, 0]);
    await expect(operations().get(registry.groups, owner(), uid)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await total(registry.roleBindings, root())).toBe(viewersBefore - 2);
    const trail = await audit.read(get().nodes[0].store.db, { resource: uid, limit: 1000 });
    const deleted = trail
      .filter(({ action, outcome }) => action === "delete" && outcome === "OK")
      .map(({ resourceType }) => resourceType);
    expect(deleted.filter((type) => type === "Group")).toHaveLength(3);
    expect(deleted).toEqual(expect.arrayContaining(["Tag", "Repo", "RoleBinding", "Identity", "Role", "GroupInvite"]));
    expect(deleted.at(-1)).toBe("Group");
    await expect(operations().get(registry.identities, owner(), bound)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("rejects an outdated etag even if the number of resources is the same", async () => {
    const { uid, repo } = await world("changing");
    const { etag, totalCount } = await preview(uid);
    const { items } = await operations().list(registry.tags, owner(), {
      descendantsOf: repo,
      filters: { name: "one" },
      order: { key: "uid", descending: false },
      pageSize: 1,
      skip: 0,
    });
    await operations().delete(registry.tags, owner(), String(items[0]!.uid));
    await create(registry.tags, repo, { name: "three", digest });
    expect((await preview(uid)).totalCount).toBe(totalCount);
    await expect(operations().delete(registry.groups, owner(), uid, { force: true, etag })).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
    });
    expect((await preview(uid)).totalCount).toBe(totalCount);
    await operations().delete(registry.groups, owner(), uid, { force: true, etag: (await preview(uid)).etag });
  });

  test("names the first missing capability, and deletes nothing", async () => {
    const { uid, deep } = await world("guarded");
    const { totalCount } = await preview(uid);
    const capabilities = ["groups.list", "groups.delete", "tag.delete"];
    const role = await create(registry.roles, root(), { name: "cleaner", capabilities });
    const cleaner = { identityUid: await identity(root(), "cleaner") };
    await bind(uid, cleaner.identityUid, role);
    for (const run of [operations().delete(registry.groups, cleaner, uid, { force: true }), preview(uid, cleaner)])
      await expect(run).rejects.toMatchObject({
        code: "PERMISSION_DENIED",
        message: expect.stringMatching(/^Permission denied: \w+\.delete is required on /),
      });
    expect((await preview(uid)).totalCount).toBe(totalCount + 1);
    // A caller who cannot see the group does not learn that it exists.
    const stranger = { identityUid: await identity(root(), "stranger") };
    await expect(operations().delete(registry.groups, stranger, uid, { force: true })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(preview(deep, stranger)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("lets an owner delete a group that contains the owner's role", async () => {
    const { uid } = await world("own");
    const every = builtInRole("owner").capabilities;
    const role = await create(registry.roles, uid, { name: "all", capabilities: [...every] });
    const groupOwner = { identityUid: await identity(root(), "group owner") };
    await bind(uid, groupOwner.identityUid, role);
    await operations().delete(registry.groups, groupOwner, uid, { force: true });
    await expect(operations().get(registry.groups, owner(), uid)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await total(registry.roles, uid)).toBe(0);
  });

  test("rejects a root group, the caller's own group and the last owner before deleting anything", async () => {
    const refusal = (type: string) => ({
      code: "FAILED_PRECONDITION",
      details: [expect.objectContaining({ violations: [expect.objectContaining({ type })] })],
    });
    await expect(operations().delete(registry.groups, owner(), root(), { force: true })).rejects.toMatchObject(
      refusal("ROOT_GROUP"),
    );

    const uid = await newGroup("inside");
    const inside = { identityUid: await identity(uid, "inside") };
    await bind(root(), inside.identityUid, builtInRole("owner").uid);
    await expect(operations().delete(registry.groups, inside, uid, { force: true })).rejects.toMatchObject(
      refusal("OWN_IDENTITY"),
    );

    // The only remaining owner is below the group; another identity may delete everything, but is not an owner.
    const another = await get().nodes[0].createOrganization({ name: `last ${Math.random().toString(36).slice(2)}` });
    const by = { identityUid: another.identityUid };
    const group = await create(registry.groups, another.groupUid, { name: "holder" }, by);
    await create(registry.repos, group, { name: "kept" }, by);
    const claimMatch = { issuer: "https://issuer.example.com", subject: group };
    const lastOwner = await create(registry.identities, group, { name: "last", claimMatch }, by);
    await create(
      registry.roleBindings,
      another.groupUid,
      { identityUid: lastOwner, roleUid: builtInRole("owner").uid },
      by,
    );
    const capabilities = [...builtInRole("owner").capabilities];
    const role = await create(registry.roles, another.groupUid, { name: "almost", capabilities }, by);
    await create(registry.roleBindings, another.groupUid, { identityUid: by.identityUid, roleUid: role }, by);
    const { items } = await operations().list(registry.roleBindings, by, {
      childrenOf: another.groupUid,
      filters: { role: builtInRole("owner").uid },
      order: { key: "uid", descending: false },
      pageSize: 10,
      skip: 0,
    });
    const own = items.find(({ identityUid }) => identityUid === by.identityUid)!;
    await operations().delete(registry.roleBindings, by, String(own.uid));
    await expect(operations().delete(registry.groups, by, group, { force: true })).rejects.toMatchObject(
      refusal("LAST_OWNER"),
    );
    expect(await operations().get(registry.identities, by, lastOwner)).toMatchObject({ uid: lastOwner });
    expect((await preview(uid)).totalCount).toBeGreaterThan(0);
  });

  test("deletes concurrently created resources, allows other writes, and handles a second request", async () => {
    const uid = await newGroup("busy");
    const elsewhere = await newGroup("elsewhere");
    for (let index = 0; index < 450; index += 1) await create(registry.repos, uid, { name: `repo-${index}` });
    let isDone = false;
    const outcomes: string[] = [];
    const creating = async () => {
      for (let index = 0; !isDone && index < 200; index += 1) {
        outcomes.push(
          await create(registry.repos, uid, { name: `late-${index}` }).then(
            () => "OK",
            (error) => String(error.code),
          ),
        );
        await create(registry.repos, elsewhere, { name: `other-${index}` });
      }
    };
    const deleting = Promise.all([
      operations(0).delete(registry.groups, owner(), uid, { force: true }),
      operations(1)
        .delete(registry.groups, owner(), uid, { force: true })
        // The other request may have finished before.
        .catch((error) => expect(error).toMatchObject({ code: "NOT_FOUND" })),
    ]).finally(() => {
      isDone = true;
    });
    await Promise.all([deleting, creating()]);
    expect(new Set(outcomes)).not.toContain("INTERNAL");
    expect(await total(registry.repos, elsewhere)).toBeGreaterThan(0);
    expect(await total(registry.repos, uid)).toBe(0);
    await expect(operations().get(registry.groups, owner(), uid)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
