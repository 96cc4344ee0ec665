import { isUid } from "../../src/api";
import { fieldsOf, isInput, type ResourceDefinition, registry } from "../../src/model";
import type { JsonObject } from "./driver";
import { drivers } from "./drivers";
import { errorOf, expectViolations, samples, types, typesWith, uidOf, World } from "./world";

/** Returns the members of a body or response whose fields do not have the flag. */
const without = ({ fields }: ResourceDefinition, value: JsonObject, flag: "writeOnly" | "onlyInCreate"): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !fields[name]?.[flag]));
const returned = (definition: ResourceDefinition, body: JsonObject) => without(definition, body, "writeOnly");

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe.each(drivers)("operations over $name", (driver) => {
  let world: World;
  let group: string;
  beforeAll(async () => {
    world = await World.start(driver);
    group = await world.group("operations");
  });
  afterAll(() => world.close());

  test.each(types)("$plural are created, read, listed, updated and deleted", async (type) => {
    const { owner } = world;
    const { definition } = type;
    const { made, parent, body, change } = await world.sample(type, group);
    const uid = uidOf(made);
    expect(made).toMatchObject(returned(definition, body));
    expect(uid).toMatch(definition.uid === "parent" ? parent : new RegExp(`^${parent}/[0-9a-f]{16}$`));
    expect(isUid(uid)).toBe(true);

    const kept = without(definition, made, "onlyInCreate");
    expect(await owner.get(definition, uid)).toEqual(kept);
    const { items } = await owner.list(definition, { "uidp.children_of": parent });
    expect(items).toContainEqual(kept);

    if (change) {
      world.service.pass(1000);
      const changed = await owner.update(definition, uid, change);
      expect(changed).toMatchObject(change);
      const moved = new Set([...Object.keys(change), "updateTime", "role"]);
      for (const name of Object.keys(made)) if (!moved.has(name)) expect(changed[name]).toEqual(made[name]);
      expect(Date.parse(changed.updateTime as string)).toBeGreaterThan(Date.parse(made.updateTime as string));
      expect(await owner.get(definition, uid)).toEqual(changed);
    }

    if (!definition.operations.includes("delete")) return;
    await owner.delete(definition, uid);
    expect(await errorOf(owner.get(definition, uid))).toMatchObject({ code: "NOT_FOUND", http: 404 });
    expect(await errorOf(owner.delete(definition, uid))).toMatchObject({ code: "NOT_FOUND" });
    if (change) expect(await errorOf(owner.update(definition, uid, change))).toMatchObject({ code: "NOT_FOUND" });
  });

  test.each(types)(
    "responses with $plural have every field, with zero values, and only set members of a oneof",
    async (type) => {
      const { definition } = type;
      const { made, body } = await world.sample(type, group);
      const isCreated = definition.operations.includes("create");
      const expected = fieldsOf(definition)
        .filter(([name, field]) => !field.writeOnly && (!field.oneof || name in body))
        .filter(([, field]) => isCreated || !field.onlyInCreate)
        .map(([name]) => name);
      expect(Object.keys(made)).toEqual(expected);
      for (const name of ["createTime", "updateTime"]) expect(made[name]).toMatch(TIMESTAMP);
      expect(made.createTime).toBe(made.updateTime);
    },
  );

  test.each(typesWith("update"))("an update without changes keeps updateTime of $plural", async (type) => {
    const { made, body } = await world.sample(type, group);
    world.service.pass(1000);
    expect(await world.owner.update(type.definition, uidOf(made), body)).toEqual(made);
    await world.owner.delete(type.definition, uidOf(made));
  });

  if (!driver.isTyped) {
    test.each(typesWith("create"))(
      "output-only members of $plural in a body are ignored, and unknown ones rejected",
      async ({ plural, definition }) => {
        const { parent = group, body } = await samples[plural](world, group);
        const outputs = fieldsOf(definition).filter(([, field]) => !isInput(field));
        const given = Object.fromEntries(outputs.map(([name]) => [name, "given"]));
        const created = await world.owner.create(definition, parent, { ...body, ...given });
        for (const [name] of outputs) expect(created[name]).not.toBe("given");
        const known = Object.keys(definition.fields).join(", ");
        await expectViolations(world.owner.create(definition, parent, { ...body, colour: "red" }), {
          colour: `colour is not a known field; fields are ${known}`,
        });
      },
    );

    test("accepts snake_case and alternative names", async () => {
      const created = await world.owner.create(registry.repos, group, {
        name: "spelt",
        catalog_tier: "CATALOG_TIER_BASE",
        syncConfig: { source: "a" },
      });
      expect(created).toMatchObject({ catalogTier: "CATALOG_TIER_BASE", sync_config: { source: "a" } });
      const identity = await world.owner.create(registry.identities, group, {
        name: "spelt",
        claim_match: { issuer: "https://a", subject_pattern: "b" },
      });
      expect(identity).toMatchObject({ claimMatch: { issuer: "https://a", subjectPattern: "b" } });
    });

    test("accepts capabilities in either spelling and returns the wire's", async () => {
      const created = await world.owner.create(registry.roles, group, {
        name: "spelt",
        capabilities: ["repo.list", "CAP_REPO_LIST", "groups.list"],
      });
      expect(created.capabilities).toEqual(["CAP_REPO_LIST", "CAP_IAM_GROUPS_LIST"]);
    });
  }

  test("returns set objects with all members, and unset ones empty", async () => {
    const created = await world.owner.create(registry.repos, group, { name: "objects", sync_config: { source: "a" } });
    expect(created.sync_config).toEqual({
      source: "a",
      uniqueTags: false,
      expirationTime: null,
      google: "",
      amazon: "",
      azure: "",
      apkoOverlay: "",
      gracePeriod: false,
    });
    expect(created.customOverlay).toEqual({});
    const identity = await world.owner.create(registry.identities, group, {
      name: "objects",
      claimMatch: { issuer: "https://a", subject: "b" },
    });
    expect(identity.claimMatch).toEqual({ issuer: "https://a", subject: "b", claims: {}, claimPatterns: {} });
  });

  test("creates a group with name and description below the parent, not verified", async () => {
    const created = await world.owner.create(registry.groups, group, { name: "a b_c.d-9", description: "Why." });
    expect(created).toMatchObject({
      name: "a b_c.d-9",
      description: "Why.",
      resourceLimits: {},
      verified: false,
      kind: "ORG_KIND_UNSPECIFIED",
      status: "ORG_STATUS_UNSPECIFIED",
    });
    expect(await world.owner.get(registry.groups, world.root)).toMatchObject({
      kind: "ORG_KIND_CUSTOMER",
      status: "ORG_STATUS_READY",
      verified: false,
    });
  });

  test("returns the creation time as last seen for an unused identity", async () => {
    const created = await world.owner.create(registry.identities, group, {
      name: "unused",
      servicePrincipal: "SERVICE_PRINCIPAL_INGESTER",
    });
    expect(created.lastSeenTime).toBe(created.createTime);
  });

  test("returns a role binding with its identity, group and role", async () => {
    const { body } = await samples.roleBindings(world, group);
    const created = await world.owner.create(registry.roleBindings, group, body);
    const hydrated = {
      identity: {
        uid: body.identityUid,
        name: "bound",
        description: "",
        subject: "bound",
        issuer: "https://issuer.example.com",
        email: "",
      },
      group: { uid: group, name: "operations", description: "" },
      role: { uid: body.roleUid, name: "viewer", description: "Built-in role: read access to everything." },
    };
    expect(created).toMatchObject({ ...body, ...hydrated });
    const { items } = await world.owner.list(registry.roleBindings, { identity: body.identityUid as string });
    expect(items).toEqual([created]);
  });

  test("returns identical built-in roles that are described as such", async () => {
    const { items } = await world.owner.list(registry.roles, { name: "viewer" });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ uid: "46b1ffbbbcfa3f8b5d1dccae2e529907aba511f0", name: "viewer" });
    expect(items[0]?.description).toContain("Built-in");
  });
});
