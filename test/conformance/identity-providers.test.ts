import { builtInRole, registry } from "../../src/model";
import type { JsonObject } from "./driver";
import { drivers } from "./drivers";
import { builtIn, errorOf, expectViolations, uidOf, World } from "./world";

/** Rules of identity providers. */

const SECRET = "not to be seen";

describe.each(drivers)("identity providers over $name", (driver) => {
  let world: World;
  let group: string;
  beforeAll(async () => {
    world = await World.start(driver);
    group = await world.group("identity providers");
  });
  afterAll(() => world.close());

  const definition = registry.identityProviders;
  const oidc = { issuer: "https://login.example.com", clientId: "platform" };
  const create = (changes: JsonObject = {}, parent = world.root) =>
    world.owner.create(definition, parent, {
      name: "staff",
      defaultRole: builtIn("viewer"),
      oidc: { ...oidc, clientSecret: SECRET },
      ...changes,
    });
  const needsProof = {
    "oidc.clientSecret": "oidc.clientSecret is missing: at least one of clientSecret, pkceEnabled must be set",
  };

  test("belong to root groups only", async () => {
    await expectViolations(create({}, group), { groupUid: "groupUid must be an organization, a root group" });
  });

  test("require OIDC settings, with a secret or with PKCE", async () => {
    await expectViolations(create({ oidc: {} }), { oidc: "oidc is required" });
    await expectViolations(create({ oidc }), needsProof);
    await create({ oidc: { ...oidc, pkceEnabled: true } });
  });

  test("never return their secret", async () => {
    const created = await create();
    const uid = uidOf(created);
    const again = await create({ name: "again" });
    const updated = await world.owner.update(definition, uid, { description: "Changed." });
    const { items } = await world.owner.list(definition);
    expect(JSON.stringify([created, again, updated, await world.owner.get(definition, uid), items])).not.toContain(
      SECRET,
    );
    expect(created.oidc).not.toHaveProperty("clientSecret");
  });

  test("keep their secret if an update leaves it empty, unless the mask names it", async () => {
    const uid = uidOf(await create());
    const change = { oidc: { ...oidc, clientId: "other", clientSecret: "" } };
    for (const mask of [undefined, "oidc"])
      expect(await world.owner.update(definition, uid, change, mask)).toMatchObject({ oidc: { clientId: "other" } });
    await expectViolations(world.owner.update(definition, uid, change, "oidc.clientSecret"), needsProof);
    const proved = { oidc: { ...change.oidc, pkceEnabled: true } };
    await world.owner.update(definition, uid, proved, "oidc.clientSecret,oidc.pkceEnabled");
    await expectViolations(world.owner.update(definition, uid, change, "oidc.pkceEnabled"), needsProof);
  });

  test("lose their secret when the issuer changes, unless the same update sets one", async () => {
    const uid = uidOf(await create());
    const issuer = "https://other.example.com";
    const lost = {
      "oidc.clientSecret": `${needsProof["oidc.clientSecret"]}; the stored value was dropped because issuer changed`,
    };
    for (const mask of [undefined, "oidc", "oidc.issuer"])
      await expectViolations(world.owner.update(definition, uid, { oidc: { ...oidc, issuer } }, mask), lost);
    const same = { oidc: { ...oidc, issuer, clientSecret: SECRET } };
    await expectViolations(world.owner.update(definition, uid, same, "oidc.issuer"), lost);
    await world.owner.update(definition, uid, same, "oidc");
    const proved = { oidc: { ...oidc, pkceEnabled: true } };
    await world.owner.update(definition, uid, proved, "oidc.issuer,oidc.pkceEnabled");
    await expectViolations(world.owner.update(definition, uid, {}, "oidc.pkceEnabled"), needsProof);
  });

  test.each<[string, JsonObject]>([
    ["issuer", { issuer: "https://evil.example.com", clientSecret: SECRET }],
    ["clientId", { clientId: "evil" }],
    ["clientSecret", { clientSecret: "another" }],
    ["pkceEnabled", { pkceEnabled: true }],
  ])("accept another %s only from callers with identity.update", async (_, changes) => {
    const uid = uidOf(await create());
    const held = [...builtInRole("editor").capabilities, "identity_providers.update", "role_bindings.create"];
    const actor = await world.actor(held);
    const change = { oidc: { ...oidc, ...changes } };
    const paths = Object.keys(changes).map((name) => `oidc.${name}`);
    for (const mask of [undefined, "oidc", paths.join()])
      expect((await errorOf(actor.update(definition, uid, change, mask))).message).toBe(
        `Permission denied: identity.update is required on ${world.root}`,
      );
    await actor.update(definition, uid, { name: "people", oidc: { ...oidc, clientSecret: "" } });
    await (await world.actor([...held, "identity.update"])).update(definition, uid, change);
  });

  test("are created only by callers with identity.update", async () => {
    const held = [...builtInRole("viewer").capabilities, "identity_providers.create", "role_bindings.create"];
    const body = { name: "staff", defaultRole: builtIn("viewer"), oidc: { ...oidc, pkceEnabled: true } };
    const actor = await world.actor(held);
    expect((await errorOf(actor.create(definition, world.root, body))).message).toBe(
      `Permission denied: identity.update is required on ${world.root}`,
    );
    await (await world.actor([...held, "identity.update"])).create(definition, world.root, body);
  });

  test("require claims by values and by RE2 patterns", async () => {
    const restricted = { ...oidc, pkceEnabled: true, requiredClaims: { hd: "example.com" } };
    const patterns = { email: "[^@]+@example\\.com" };
    const made = await create({ oidc: { ...restricted, requiredClaimPatterns: patterns } });
    expect(made.oidc).toMatchObject({ requiredClaims: { hd: "example.com" }, requiredClaimPatterns: patterns });
    const error = await errorOf(create({ oidc: { ...restricted, requiredClaimPatterns: { email: "(" } } }));
    expect(error.message).toContain("Invalid argument: oidc.requiredClaimPatterns.email");
  });

  test("have an immutable correlation rule", async () => {
    const uid = uidOf(await create());
    const change = (correlationRule: string) =>
      world.owner.update(definition, uid, { oidc: { ...oidc, correlationRule } });
    await expectViolations(change("CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID"), {
      "oidc.correlationRule": "oidc.correlationRule cannot be changed",
    });
    for (const same of ["CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID", "CORRELATION_RULE_UNSPECIFIED"]) await change(same);
  });

  test("accept only default roles that the caller may grant", async () => {
    await expectViolations(create({ defaultRole: await world.role(["groups.list"], group) }), {
      defaultRole: "defaultRole must be the uid of a built-in role, or of a role of this group or an ancestor",
    });
    const actor = await world.actor(
      [
        "groups.list",
        "identity_providers.list",
        "identity_providers.create",
        "identity_providers.update",
        "role_bindings.create",
      ],
      world.root,
    );
    const body = { name: "staff", defaultRole: builtIn("owner"), oidc: { ...oidc, pkceEnabled: true } };
    expect(await errorOf(actor.create(definition, world.root, body))).toMatchObject({ code: "PERMISSION_DENIED" });
    const uid = uidOf(await create());
    expect(await errorOf(actor.update(definition, uid, { defaultRole: builtIn("owner") }))).toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });

  test("and invites block deletion of their role", async () => {
    const role = await world.role(["groups.list"]);
    const uid = uidOf(await create({ defaultRole: role }));
    const refused = () => errorOf(world.owner.delete(registry.roles, role));
    expect((await refused()).message).toBe("Precondition failed: cannot delete role: an identity provider uses it");
    await world.owner.delete(definition, uid);
    const invite = uidOf(await world.owner.create(registry.groupInvites, group, { roleUid: role, ttl: "3600s" }));
    expect((await refused()).message).toBe("Precondition failed: cannot delete role: an invite grants it");
    await world.owner.delete(registry.groupInvites, invite);
    await world.owner.delete(registry.roles, role);
  });
});
