import { builtInRole, type Capability, capabilityEnumName, methods, registry } from "../../../../src/model";
import { deleteExpiredResources } from "../../../../src/service/core/background-jobs";
import { onEveryStore } from "../../every-store";

/** Role bindings with an expiration time. */

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const { roleBindings } = registry;
const [owner, viewer] = [builtInRole("owner").uid, builtInRole("viewer").uid];

onEveryStore((get) => {
  const root = () => get().organization.groupUid;
  const creator = () => ({ identityUid: get().organization.identityUid });
  const inMs = (ms: number) => new Date(get().nodes[0].clock() + ms).toISOString();
  const operations = (node = 0) => get().nodes[node]!.operations;
  const create = async (definition: (typeof registry)[keyof typeof registry], body: object, by = creator()) =>
    String((await operations().create(definition, by, root(), { ...body })).uid);
  let count = 0;
  const someone = async () => {
    count += 1;
    const claimMatch = { issuer: "https://issuer.example.com", subject: `subject ${count}` };
    return { identityUid: await create(registry.identities, { name: `someone ${count}`, claimMatch }) };
  };
  const bind = (identityUid: string, roleUid: string, expirationTime?: string, by = creator()) =>
    create(roleBindings, { identityUid, roleUid, expirationTime }, by);
  const update = (uid: string, body: object, mask = Object.keys(body), by = creator()) =>
    operations().update(roleBindings, by, uid, { ...body }, mask);
  const read = (uid: string) => operations().get(roleBindings, creator(), uid);
  /** Returns what each node answers; afterwards each has the access in its cache. */
  const may = (caller: { readonly identityUid: string }, capability = "repo.list") =>
    Promise.all(
      get().nodes.map(async ({ operations }) => {
        const request = { uid: root(), capabilities: [capability] };
        return (await operations.call(methods.testCapabilities, caller, request)).capabilities.length > 0;
      }),
    );
  /** Creates an identity that may create and update role bindings, and grant the role viewer. */
  const manager = async (...own: Capability[]) => {
    const { identityUid } = await someone();
    const capabilities = [...builtInRole("viewer").capabilities, ...own].map(capabilityEnumName);
    await bind(identityUid, await create(registry.roles, { name: "manager", capabilities }));
    return { identityUid };
  };

  test("returns the expiration time in UTC, and null if there is none", async () => {
    const { identityUid } = await someone();
    const binding = await bind(identityUid, viewer, "2100-01-31T12:00:00+01:00");
    expect(await read(binding)).toMatchObject({ expirationTime: "2100-01-31T11:00:00.000Z" });
    await update(binding, {}, ["expirationTime"]);
    expect(await read(binding)).toMatchObject({ expirationTime: null });
  });

  test("ends access at the expiration time on every node, without a background job", async () => {
    const [caller, permanent] = [await someone(), await someone()];
    const binding = await bind(caller.identityUid, viewer, inMs(HOUR_MS));
    await bind(permanent.identityUid, viewer);
    get().pass(HOUR_MS - 60_000);
    expect(await may(caller)).toEqual([true, true]);
    get().pass(60_000);
    expect(await may(caller)).toEqual([false, false]);
    expect(await may(permanent)).toEqual([true, true]);
    // The binding stays readable, and no other request of the caller succeeds.
    expect(await read(binding)).toMatchObject({ roleUid: viewer });
    await expect(operations().get(roleBindings, caller, binding)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("ends access in transactions and of restricted tokens", async () => {
    const caller = await someone();
    await bind(caller.identityUid, owner, inMs(HOUR_MS));
    const add = () => operations().create(registry.groups, caller, root(), { name: "team" });
    const restricted = { ...caller, restrictions: { capabilities: ["groups.list", "repo.list"] as const } };
    await add();
    expect(await may(restricted)).toEqual([true, true]);
    get().pass(HOUR_MS);
    await expect(add()).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await may(restricted)).toEqual([false, false]);
  });

  test("rejects a time in the past, in creates and updates, but not unchanged ones", async () => {
    const { identityUid } = await someone();
    const past = {
      code: "INVALID_ARGUMENT",
      message: expect.stringMatching(/expirationTime must be in the future; the service's time is \d/),
    };
    await expect(bind(identityUid, viewer, inMs(0))).rejects.toMatchObject(past);
    const binding = await bind(identityUid, viewer, inMs(HOUR_MS));
    await expect(update(binding, { expirationTime: inMs(-1) })).rejects.toMatchObject(past);
    get().pass(HOUR_MS);
    await update(binding, { roleUid: owner });
    expect(await may({ identityUid })).toEqual([false, false]);
  });

  test("requires of an extension what a create requires, and of a shorter time only the update", async () => {
    const { identityUid } = await someone();
    const [small, large] = [
      await bind(identityUid, viewer, inMs(DAY_MS)),
      await bind(identityUid, owner, inMs(DAY_MS)),
    ];
    const [updating, creating] = [
      await manager("role_bindings.update"),
      await manager("role_bindings.update", "role_bindings.create"),
    ];
    for (const [hours, by] of [
      [3, updating],
      [2, creating],
    ] as const)
      for (const each of [small, large]) await update(each, { expirationTime: inMs(hours * HOUR_MS) }, undefined, by);
    for (const changed of [{ expirationTime: inMs(3 * HOUR_MS) }, { expirationTime: null }]) {
      const extend = (uid: string, by: typeof updating) => update(uid, changed, ["expirationTime"], by);
      await expect(extend(small, updating)).rejects.toThrow("role_bindings.create");
      await expect(extend(large, creating)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      await extend(small, creating);
      await update(small, { expirationTime: inMs(HOUR_MS) });
    }
    get().pass(HOUR_MS);
    await expect(update(small, { expirationTime: inMs(HOUR_MS) }, undefined, updating)).rejects.toThrow(
      "role_bindings.create",
    );
    await update(small, { expirationTime: inMs(HOUR_MS) }, undefined, creating);
    expect(await may({ identityUid }, "role_bindings.list")).toEqual([true, true]);
  });

  test("never counts an owner whose access expires as an organization's owner", async () => {
    const [first] = await operations()
      .list(roleBindings, creator(), {
        filters: { identity: creator().identityUid },
        order: { key: "uid", descending: false },
        pageSize: 1,
        skip: 0,
      })
      .then(({ items }) => items.map(({ uid }) => String(uid)));
    const [temporary, other] = [await someone(), await someone()];
    const second = await bind(temporary.identityUid, owner, inMs(DAY_MS));
    const lastOwner = {
      code: "FAILED_PRECONDITION",
      message: expect.stringContaining("without an owner whose access does not expire"),
    };
    await expect(update(first!, { expirationTime: inMs(DAY_MS) })).rejects.toMatchObject(lastOwner);
    await expect(operations().delete(roleBindings, creator(), first!)).rejects.toMatchObject(lastOwner);
    await expect(
      operations().update(registry.identities, creator(), creator().identityUid, { disabled: true }, []),
    ).rejects.toMatchObject(lastOwner);
    // A temporary owner can be made a permanent one, and only then may the other become temporary.
    await update(second, { expirationTime: inMs(HOUR_MS) });
    await update(second, {}, ["expirationTime"]);
    await update(first!, { expirationTime: inMs(DAY_MS) });
    await expect(update(second, { expirationTime: inMs(DAY_MS) })).rejects.toMatchObject(lastOwner);
    await update(first!, {}, ["expirationTime"]);
    await update(second, { expirationTime: inMs(HOUR_MS) });
    await operations().delete(roleBindings, creator(), second);
    await bind(other.identityUid, owner, inMs(HOUR_MS));
  });

  test("replaces an expired binding, and rejects a second active one", async () => {
    const caller = await someone();
    const expired = await bind(caller.identityUid, viewer, inMs(HOUR_MS));
    await expect(bind(caller.identityUid, viewer)).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    get().pass(HOUR_MS);
    await bind(caller.identityUid, viewer);
    await expect(read(expired)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await may(caller)).toEqual([true, true]);
  });

  test("deletes a role with its expired bindings, and none with active ones", async () => {
    const { identityUid } = await someone();
    const role = await create(registry.roles, { name: "custom", capabilities: ["CAP_REPO_LIST"] });
    const binding = await bind(identityUid, role, inMs(HOUR_MS));
    const remove = () => operations().delete(registry.roles, creator(), role);
    await expect(remove()).rejects.toThrow("cannot delete role: a role binding uses it");
    get().pass(HOUR_MS);
    await remove();
    await expect(read(binding)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("does not require an identity's expired capabilities of those who change how it is assumed", async () => {
    const { identityUid } = await someone();
    const by = await manager("identity.update");
    await bind(identityUid, owner, inMs(HOUR_MS));
    const change = (subject: string) =>
      operations().update(
        registry.identities,
        by,
        identityUid,
        { claimMatch: { issuer: "https://issuer.example.com", subject } },
        [],
      );
    await expect(change("other")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    get().pass(HOUR_MS);
    await change("other");
  });

  test("returns the first response to a repeated create after the access has ended", async () => {
    const { identityUid } = await someone();
    const body = { identityUid, roleUid: viewer, expirationTime: inMs(HOUR_MS) };
    const createOnce = () => operations().create(roleBindings, creator(), root(), body, `key of ${identityUid}`);
    const first = await createOnce();
    get().pass(HOUR_MS);
    expect(await createOnce()).toEqual(first);
    await expect(operations().create(roleBindings, creator(), root(), body, "another key")).rejects.toThrow(
      "must be in the future",
    );
  });

  test("keeps expired bindings for 30 days, then deletes them", async () => {
    const { identityUid } = await someone();
    const [short, permanent] = [await bind(identityUid, viewer, inMs(HOUR_MS)), await bind(identityUid, owner)];
    const sweep = () =>
      Promise.all(get().nodes.map(({ store, clock }) => deleteExpiredResources(store, clock).catch(() => {})));
    get().pass(HOUR_MS + 30 * DAY_MS - 60_000);
    await sweep();
    await read(short);
    get().pass(60_000);
    await sweep();
    // One node may have left to the other what both were about to delete.
    await sweep();
    await expect(read(short)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await read(permanent);
  });
});
