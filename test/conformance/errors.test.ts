import { MAX_NAME, registry } from "../../src/model";
import { drivers } from "./drivers";
import { builtIn, claims, errorOf, expectViolations, types, typesWith, World } from "./world";

const NAME = "name must match ^[a-z0-9 ._-]{1,}$";

describe.each(drivers)("errors over $name", (driver) => {
  let world: World;
  let group: string;
  beforeAll(async () => {
    world = await World.start(driver);
    group = await world.group("errors");
  });
  afterAll(() => world.close());

  test("rejects a group without a name as specified", async () => {
    const error = await errorOf(world.owner.create(registry.groups, group, {}));
    expect(error.message).toBe(`Invalid argument: name: ${NAME}`);
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", http: 400 });
    expect(error.details).toEqual([
      expect.objectContaining({ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "INVALID_ARGUMENT" }),
      {
        "@type": "type.googleapis.com/google.rpc.BadRequest",
        fieldViolations: [{ field: "name", description: NAME }],
      },
    ]);
  });

  test.each(["", "UPPER", "slash/ed", "ümlaut", "new\nline"])("rejects a group named %j", async (name) => {
    await expectViolations(world.owner.create(registry.groups, group, { name }), { name: NAME });
  });

  test("accepts names of at most 255 characters and descriptions of at most 512", async () => {
    const longest = { name: "a".repeat(MAX_NAME), description: "d".repeat(512) };
    expect(await world.owner.create(registry.groups, group, longest)).toMatchObject(longest);
    await expectViolations(
      world.owner.create(registry.groups, group, { name: `${longest.name}a`, description: `${longest.description}d` }),
      {
        name: "name must have at most 255 characters",
        description: "description must be at most 512 characters on one line, without tabs",
      },
    );
  });

  if (!driver.isTyped) {
    test("reports all violations of a request, each with its path", async () => {
      await expectViolations(
        world.owner.create(registry.repos, group, {
          name: 1,
          catalogTier: "OTHER",
          bundles: "a",
          aliases: ["a", 2],
          customOverlay: { accounts: { users: [{ uid: "x" }] } },
          sync_config: {},
        }),
        {
          name: "name must be a string",
          catalogTier: expect.stringMatching(/^catalogTier must be one of CATALOG_TIER_APPLICATION, /),
          bundles: "bundles must be an array",
          "aliases[1]": "aliases[1] must be a string",
          "customOverlay.accounts.users[0].uid": "customOverlay.accounts.users[0].uid must be a number",
        },
      );
    });
  }

  test.each(types)("returns NOT_FOUND for a missing resource among $plural", async ({ definition }) => {
    const uid = `${group}/0000000000000000`;
    const { operations } = definition;
    for (const call of [
      world.owner.get(definition, uid),
      ...(operations.includes("update") ? [world.owner.update(definition, uid, {})] : []),
      ...(operations.includes("delete") ? [world.owner.delete(definition, uid)] : []),
      world.owner.get(definition, "no-uid"),
    ])
      expect(await errorOf(call)).toMatchObject({ code: "NOT_FOUND", http: 404 });
    const error = await errorOf(world.owner.get(definition, uid));
    expect(error.message).toBe(`Not found: ${definition.name} ${uid}`);
    expect(error.detail("ResourceInfo")).toMatchObject({ resourceType: definition.name, resourceName: uid });
  });

  test.each(types)("returns NOT_FOUND for another type's uid among $plural", async ({ plural, definition }) => {
    const other = plural === "repos" ? group : await world.repo(`not among ${plural.toLowerCase()}`, group);
    expect(await errorOf(world.owner.get(definition, other))).toMatchObject({ code: "NOT_FOUND" });
  });

  test.each(typesWith("create"))("rejects $plural with an invalid parent", async ({ definition }) => {
    for (const parent of [`${group}/0000000000000000`, world.ownerUid, builtIn("viewer"), "x"])
      expect(await errorOf(world.owner.create(definition, parent, {}))).toMatchObject({
        code: "NOT_FOUND",
        message: `Not found: ${definition.parent.type} ${parent}`,
      });
  });

  test("accepts repeated names for types without unique names", async () => {
    await world.owner.create(registry.groups, group, { name: "twice" });
    await world.owner.create(registry.groups, group, { name: "twice" });
    for (const definition of [registry.identities, registry.roles])
      for (let count = 0; count < 2; count++)
        await world.owner.create(definition, group, {
          name: "twice",
          ...(definition === registry.roles ? { capabilities: ["groups.list"] } : { claimMatch: claims("twice") }),
        });
  });

  test("rejects a second repo of a name in a group, on create and update", async () => {
    const uid = await world.repo("once", group);
    const error = await errorOf(world.owner.create(registry.repos, group, { name: "once" }));
    expect(error).toMatchObject({
      code: "ALREADY_EXISTS",
      http: 409,
      message: `Already exists: Group ${group} has a Repo with name once`,
    });
    expect(error.detail("ResourceInfo")).toMatchObject({ resourceType: "Repo", resourceName: uid });

    const other = await world.repo("other", group);
    expect(await errorOf(world.owner.update(registry.repos, other, { name: "once" }))).toMatchObject({
      code: "ALREADY_EXISTS",
    });
    expect(await world.owner.get(registry.repos, other)).toMatchObject({ name: "other" });
    await world.repo("once", await world.group("elsewhere"));
    await world.owner.update(registry.repos, uid, { name: "freed" });
    await world.repo("once", group);
    await world.owner.delete(registry.repos, uid);
    await world.repo("freed", group);
  });

  test("rejects a second binding of an identity to a role in a group, on create and update", async () => {
    const identityUid = await world.identity("bound", group);
    const binding = { identityUid, roleUid: builtIn("viewer") };
    const uid = await world.bind(identityUid, binding.roleUid, group);
    const error = await errorOf(world.owner.create(registry.roleBindings, group, binding));
    expect(error).toMatchObject({ code: "ALREADY_EXISTS" });
    expect(error.detail("ResourceInfo")).toMatchObject({ resourceType: "RoleBinding", resourceName: uid });
    const other = await world.bind(identityUid, builtIn("editor"), group);
    const update = world.owner.update(registry.roleBindings, other, { roleUid: binding.roleUid });
    expect(await errorOf(update)).toMatchObject({ code: "ALREADY_EXISTS" });
    await world.bind(identityUid, binding.roleUid, world.root);
  });
});
