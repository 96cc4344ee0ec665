import { type Fields, isInput, type ResourceDefinition, registry } from "../../src/model";
import type { JsonObject } from "./driver";
import { drivers } from "./drivers";
import { builtIn, claims, expectViolations, typesWith, uidOf, World } from "./world";

describe.each(drivers)("partial updates over $name", (driver) => {
  let world: World;
  let group: string;
  beforeAll(async () => {
    world = await World.start(driver);
    group = await world.group("masks");
  });
  afterAll(() => world.close());

  const make = (definition: ResourceDefinition, body: JsonObject) => world.owner.create(definition, group, body);

  test("without a mask only the fields in the body change", async () => {
    const uid = uidOf(await make(registry.groups, { name: "before", description: "Before." }));
    expect(await world.owner.update(registry.groups, uid, { name: "after" })).toMatchObject({
      name: "after",
      description: "Before.",
    });
  });

  test("without a mask an explicit empty value or null clears", async () => {
    for (const description of ["", null]) {
      const uid = uidOf(await make(registry.groups, { name: "clear", description: "Before." }));
      expect(await world.owner.update(registry.groups, uid, { description })).toMatchObject({
        name: "clear",
        description: "",
      });
    }
  });

  test("with a mask only the listed fields change, others in the body are ignored", async () => {
    const uid = uidOf(await make(registry.groups, { name: "before", description: "Before." }));
    const body = { name: "after", description: "After." };
    expect(await world.owner.update(registry.groups, uid, body, "description")).toMatchObject({
      name: "before",
      description: "After.",
    });
  });

  test("what the mask names and the body lacks is cleared", async () => {
    const uid = uidOf(await make(registry.repos, { name: "cleared", description: "Before.", bundles: ["a"] }));
    expect(await world.owner.update(registry.repos, uid, {}, "description,bundles")).toMatchObject({
      name: "cleared",
      description: "",
      bundles: [],
    });
  });

  test("a mask of * replaces everything, and a required field that is missing then fails", async () => {
    const uid = uidOf(await make(registry.repos, { name: "whole", description: "Before.", aliases: ["b"] }));
    expect(await world.owner.update(registry.repos, uid, { name: "replaced" }, "*")).toMatchObject({
      name: "replaced",
      description: "",
      aliases: [],
    });
    await expectViolations(world.owner.update(registry.repos, uid, { description: "x" }, "*"), {
      name: "name must match ^[a-z0-9 ._-]{1,}$",
    });
  });

  test("several paths are separated by commas, in either case", async () => {
    const uid = uidOf(await make(registry.repos, { name: "several" }));
    const body = { description: "New.", catalogTier: "CATALOG_TIER_AI", sync_config: { source: "s" }, bundles: ["no"] };
    const updated = await world.owner.update(registry.repos, uid, body, "description,catalog_tier, syncConfig");
    expect(updated).toMatchObject({
      description: "New.",
      catalogTier: "CATALOG_TIER_AI",
      sync_config: { source: "s" },
      bundles: [],
    });
  });

  test("a nested path changes one member of an object", async () => {
    const uid = uidOf(await make(registry.identities, { name: "nested", claimMatch: claims("before") }));
    const body = { claimMatch: { issuer: "https://ignored", subject: "after" } };
    for (const mask of ["claimMatch.subject", "claim_match.subject"])
      expect(await world.owner.update(registry.identities, uid, body, mask)).toMatchObject({
        claimMatch: claims("after"),
      });
  });

  test("setting one member of a oneof clears the other", async () => {
    const uid = uidOf(await make(registry.identities, { name: "oneof", claimMatch: claims("before") }));
    const body = { claimMatch: { subjectPattern: "be.*" } };
    const { claimMatch } = await world.owner.update(registry.identities, uid, body, "claimMatch.subjectPattern");
    expect(claimMatch).toEqual({
      issuer: "https://issuer.example.com",
      subjectPattern: "be.*",
      claims: {},
      claimPatterns: {},
    });
  });

  test("another kind of identity takes the place of the old one", async () => {
    const uid = uidOf(await make(registry.identities, { name: "kinds", claimMatch: claims("before") }));
    const changed = await world.owner.update(registry.identities, uid, { awsIdentity: { awsAccount: "123456789012" } });
    expect(changed).not.toHaveProperty("claimMatch");
    expect(changed).toMatchObject({ awsIdentity: { awsAccount: "123456789012" } });
    const { items } = await world.owner.list(registry.identities, {
      relationshipType: "RELATIONSHIP_TYPE_AWS_IDENTITY",
    });
    expect(items.map(uidOf)).toContain(uid);
  });

  test("a set in another order, an absent and an empty value mean no change", async () => {
    const before = await make(registry.repos, { name: "same", bundles: ["b", "a"] });
    const body = { bundles: ["a", "b", "a"], description: "", customOverlay: { contents: {} } };
    expect(await world.owner.update(registry.repos, uidOf(before), body)).toEqual(before);
  });

  test.each(typesWith("update"))(
    "a mask that names an unknown field of $plural or one that the service assigns is refused",
    async (type) => {
      const { definition } = type;
      const uid = uidOf((await world.sample(type, group)).made);
      const update = (mask: string) => world.owner.update(definition, uid, {}, mask);
      await expectViolations(update("colour"), { updateMask: "updateMask names colour, which is not a field" });
      for (const path of outputsOf(definition.fields))
        await expectViolations(update(path), { updateMask: `updateMask names ${path}, which is output only` });
      await world.owner.delete(definition, uid);
    },
  );

  test("clients that take verified and kind for inputs may name them where they stay as they are", async () => {
    const uid = uidOf(await make(registry.groups, { name: "before", description: "Before." }));
    const change = (body: JsonObject) => world.owner.update(registry.groups, uid, body, "name,verified,kind");
    const body = { name: "after", verified: false, kind: "ORG_KIND_UNSPECIFIED" };
    expect(await change(body)).toMatchObject({ ...body, description: "Before." });
    expect(await change({ name: "again" })).toMatchObject({ ...body, name: "again" });
    await expectViolations(change({ ...body, verified: true, kind: "ORG_KIND_DEV" }), {
      verified: "verified is output only, and is not what the body says",
      kind: "kind is output only, and is not what the body says",
    });
  });

  test("a path into what has no members is refused", async () => {
    await expectViolations(world.owner.update(registry.groups, group, {}, "name.first"), {
      updateMask: "updateMask names name.first, which has no fields inside that a mask can name",
    });
  });

  test("what cannot change in place is refused, unless it stays as it is", async () => {
    const identityUid = await world.identity("bound", group);
    const uid = await world.bind(identityUid, builtIn("viewer"), group);
    const change = { identityUid: await world.identity("other", group), roleUid: builtIn("editor") };
    await expectViolations(world.owner.update(registry.roleBindings, uid, change), {
      identityUid: "identityUid cannot be changed",
    });
    const same = { ...change, identityUid };
    expect(await world.owner.update(registry.roleBindings, uid, same)).toMatchObject({
      ...same,
      role: { name: "editor" },
    });
  });
});

/** The paths of what the service assigns, in objects that clients set too. */
const outputsOf = (members: Fields): string[] =>
  Object.entries(members).flatMap(([name, field]) => {
    if (!isInput(field)) return field.maskable ? [] : [name];
    return outputsOf(field.members ?? {}).map((inner) => `${name}.${inner}`);
  });
