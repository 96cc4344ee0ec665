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

  test("without a mask, updates only the fields in the body", async () => {
    const uid = uidOf(await make(registry.groups, { name: "before", description: "Before." }));
    expect(await world.owner.update(registry.groups, uid, { name: "after" })).toMatchObject({
      name: "after",
      description: "Before.",
    });
  });

  test("without a mask, clears explicitly empty or null fields", async () => {
    for (const description of ["", null]) {
      const uid = uidOf(await make(registry.groups, { name: "clear", description: "Before." }));
      expect(await world.owner.update(registry.groups, uid, { description })).toMatchObject({
        name: "clear",
        description: "",
      });
    }
  });

  test("with a mask, updates only the listed fields and ignores others in the body", async () => {
    const uid = uidOf(await make(registry.groups, { name: "before", description: "Before." }));
    const body = { name: "after", description: "After." };
    expect(await world.owner.update(registry.groups, uid, body, "description")).toMatchObject({
      name: "before",
      description: "After.",
    });
  });

  test("clears fields in the mask that the body lacks", async () => {
    const uid = uidOf(await make(registry.repos, { name: "cleared", description: "Before.", bundles: ["a"] }));
    expect(await world.owner.update(registry.repos, uid, {}, "description,bundles")).toMatchObject({
      name: "cleared",
      description: "",
      bundles: [],
    });
  });

  test("replaces everything with a mask of *, which fails without a required field", async () => {
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

  test("accepts several comma-separated paths, in either case", async () => {
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

  test("updates one member of an object with a nested path", async () => {
    const uid = uidOf(await make(registry.identities, { name: "nested", claimMatch: claims("before") }));
    const body = { claimMatch: { issuer: "https://ignored", subject: "after" } };
    for (const mask of ["claimMatch.subject", "claim_match.subject"])
      expect(await world.owner.update(registry.identities, uid, body, mask)).toMatchObject({
        claimMatch: claims("after"),
      });
  });

  test("clears the other member of a oneof", async () => {
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

  test("replaces an identity's kind by another", async () => {
    const uid = uidOf(await make(registry.identities, { name: "kinds", claimMatch: claims("before") }));
    const changed = await world.owner.update(registry.identities, uid, { awsIdentity: { awsAccount: "123456789012" } });
    expect(changed).not.toHaveProperty("claimMatch");
    expect(changed).toMatchObject({ awsIdentity: { awsAccount: "123456789012" } });
    const { items } = await world.owner.list(registry.identities, {
      relationshipType: "RELATIONSHIP_TYPE_AWS_IDENTITY",
    });
    expect(items.map(uidOf)).toContain(uid);
  });

  test("treats reordered sets, absent and empty values as unchanged", async () => {
    const before = await make(registry.repos, { name: "same", bundles: ["b", "a"] });
    const body = { bundles: ["a", "b", "a"], description: "", customOverlay: { contents: {} } };
    expect(await world.owner.update(registry.repos, uidOf(before), body)).toEqual(before);
  });

  test.each(typesWith("update"))("rejects a mask with an unknown or output-only field of $plural", async (type) => {
    const { definition } = type;
    const uid = uidOf((await world.sample(type, group)).made);
    const update = (mask: string) => world.owner.update(definition, uid, {}, mask);
    await expectViolations(update("colour"), { updateMask: 'updateMask contains "colour", which is not a field' });
    for (const path of outputsOf(definition.fields))
      await expectViolations(update(path), { updateMask: `updateMask contains "${path}", which is output-only` });
    await world.owner.delete(definition, uid);
  });

  test("accepts verified and kind in masks if unchanged", async () => {
    const uid = uidOf(await make(registry.groups, { name: "before", description: "Before." }));
    const change = (body: JsonObject) => world.owner.update(registry.groups, uid, body, "name,verified,kind");
    const body = { name: "after", verified: false, kind: "ORG_KIND_UNSPECIFIED" };
    expect(await change(body)).toMatchObject({ ...body, description: "Before." });
    expect(await change({ name: "again" })).toMatchObject({ ...body, name: "again" });
    await expectViolations(change({ ...body, verified: true, kind: "ORG_KIND_DEV" }), {
      verified: "verified is output-only and cannot be set",
      kind: "kind is output-only and cannot be set",
    });
  });

  test("rejects a path into a field without members", async () => {
    await expectViolations(world.owner.update(registry.groups, group, {}, "name.first"), {
      updateMask: 'updateMask contains "name.first", which has no subfields that a mask can reference',
    });
  });

  test("rejects changes of immutable fields, and accepts equal values", async () => {
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

/** Returns the paths of output-only fields, including those in objects with inputs. */
const outputsOf = (members: Fields): string[] =>
  Object.entries(members).flatMap(([name, field]) => {
    if (!isInput(field)) return field.maskable ? [] : [name];
    return outputsOf(field.members ?? {}).map((inner) => `${name}.${inner}`);
  });
