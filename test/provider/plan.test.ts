import { generateKeyPairSync } from "node:crypto";
import { clientRegistry, type ResourceDefinition, registry } from "../../src/model";
import { planChange } from "../../src/provider/plan";
import { DiagnosticsError, type PlanResult, unknown, type Value, type ValueRecord } from "../../src/provider/plugin";
import { recordOf } from "./records";

const { groups: group, identities: identity, repos: repo, roles: role, roleBindings: roleBinding } = registry;

const ROOT = "0123456789abcdef0123456789abcdef01234567";
const GROUP = `${ROOT}/0000000000000001`;
const UID = `${GROUP}/00000000000000aa`;

const held = { id: UID, uid: UID, group_uid: GROUP };

function plan(definition: ResourceDefinition, prior: ValueRecord | null, config: ValueRecord): PlanResult {
  return planChange(definition, {
    prior: prior && recordOf(definition, prior),
    config: recordOf(definition, config),
  });
}

describe("a create", () => {
  it("has only the values unknown that the service assigns", () => {
    const { planned, requiresReplace } = plan(repo, null, {
      group_uid: GROUP,
      name: "one",
      sync_config: { source: UID },
    });
    expect(Object.keys(planned).filter((name) => planned[name] === unknown)).toEqual(["uid", "id"]);
    expect(planned).toMatchObject({ group_uid: GROUP, name: "one", description: null, custom_overlay: null });
    expect(planned.sync_config).toMatchObject({ source: UID, google: null });
    expect(requiresReplace).toEqual([]);
  });

  it("of a group requires parent_uid, which may be unknown", () => {
    const failure = captured(() => plan(group, null, { name: "top" }));
    expect(failure.diagnostics).toEqual([
      expect.objectContaining({
        severity: "error",
        summary: "A group cannot be created without parent_uid",
        path: ["parent_uid"],
      }),
    ]);
    expect(plan(group, null, { name: "below", parent_uid: unknown }).planned.parent_uid).toBe(unknown);
  });

  it("of a role requires group_uid, since built-in roles cannot be created", () => {
    const failure = captured(() => plan(role, null, { name: "mine", capabilities: ["groups.list"] }));
    expect(failure.diagnostics[0]).toMatchObject({ path: ["group_uid"] });
  });

  it("of an invite requires a ttl, which is unknown for an imported one", () => {
    const given = { group_uid: GROUP, role_uid: GROUP };
    const failure = captured(() => plan(registry.groupInvites, null, given));
    expect(failure.diagnostics).toMatchObject([{ detail: "ttl is required.", path: ["ttl"] }]);
    expect(plan(registry.groupInvites, { ...held, ...given }, given).requiresReplace).toEqual([]);
  });
});

describe("an update", () => {
  const prior = { ...held, name: "one", capabilities: ["groups.list", "repo.list"] };

  it("without changes returns the prior state", () => {
    const { planned } = plan(role, prior, {
      group_uid: GROUP,
      name: "one",
      capabilities: ["repo.list", "groups.list"],
    });
    expect(planned).toEqual(recordOf(role, prior));
  });

  it("keeps values that the service assigned", () => {
    const before = { ...held, name: "one", claim_match: { issuer: "https://a", subject: "b" } };
    const { planned } = plan(identity, before, {
      group_uid: GROUP,
      name: "two",
      claim_match: { issuer: "https://a", subject: "b" },
    });
    expect(planned).toMatchObject({ ...held, name: "two" });
  });

  it("keeps the spelling of equivalent values", () => {
    const keys = { issuer: "https://a", subject: "b", issuer_keys: '{"keys":[{"kty":"EC","crv":"P-256"}]}' };
    const before = { ...held, name: "one", static_keys: { ...keys, expiration_time: "2030-01-01T00:00:00Z" } };
    const { planned } = plan(identity, before, {
      group_uid: GROUP,
      name: "one",
      static_keys: {
        ...keys,
        issuer_keys: '{ "keys": [{ "crv": "P-256", "kty": "EC" }] }',
        expiration_time: "2030-01-01T01:00:00+01:00",
      },
    });
    expect(planned).toEqual(recordOf(identity, before));
  });

  it("treats null and empty as equal, and writes the configured one", () => {
    const before = { ...held, name: "one", claim_match: { issuer: "https://a", subject: "b" } };
    const config = { group_uid: GROUP, name: "one", claim_match: { issuer: "https://a", subject: "b", claims: {} } };
    const { planned } = plan(identity, before, { ...config, description: "" });
    expect(planned).toMatchObject({ description: "", claim_match: { claims: {} } });
  });

  it("treats an unknown value as a change", () => {
    const before = { ...held, name: "one", sync_config: { source: UID } };
    const { planned } = plan(repo, before, { group_uid: GROUP, name: unknown, sync_config: { source: unknown } });
    expect(planned).toMatchObject({ uid: UID, name: unknown, sync_config: { source: unknown } });
  });
});

test("rejects a repo sync_config that ends in the past, unless it did before", () => {
  const ending = (expiration_time: string): ValueRecord => ({
    group_uid: GROUP,
    name: "one",
    sync_config: { source: UID, expiration_time },
  });
  const past = "2020-01-01T00:00:00Z";
  for (const prior of [null, { ...held, ...ending("2040-01-01T00:00:00Z") }])
    expect(captured(() => plan(clientRegistry.repos, prior, ending(past))).diagnostics).toEqual([
      expect.objectContaining({
        path: ["sync_config"],
        detail: `sync_config.expiration_time is "${past}", which must not be in the past.`,
      }),
    ]);
  expect(
    plan(clientRegistry.repos, { ...held, ...ending(past) }, { ...ending(past), description: "changed" }).planned,
  ).toMatchObject({
    description: "changed",
  });
});

describe("the expiration of static keys", () => {
  const publicKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });
  const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000).toISOString();
  const keys = { issuer: "https://a", subject: "b", issuer_keys: JSON.stringify({ keys: [publicKey] }) };
  const expiring = (expiration_time: Value): ValueRecord => ({
    group_uid: GROUP,
    name: "one",
    static_keys: { ...keys, expiration_time },
  });

  it.each([
    ["must not be in the past", days(-1)],
    ["must be at most 365 days in the future", days(366)],
  ])("%s if changed", (problem, time) => {
    for (const prior of [null, { ...held, ...expiring(days(10)) }])
      expect(captured(() => plan(identity, prior, expiring(time))).diagnostics).toEqual([
        expect.objectContaining({
          path: ["static_keys"],
          detail: `static_keys.expiration_time is "${time}", which ${problem}.`,
        }),
      ]);
    const { planned } = plan(identity, { ...held, ...expiring(time) }, { ...expiring(time), description: "changed" });
    expect(planned).toMatchObject({ description: "changed" });
  });

  it("may be within a year, or unknown", () => {
    for (const time of [days(364), unknown] as const)
      expect(plan(identity, null, expiring(time)).planned).toMatchObject({ static_keys: { expiration_time: time } });
  });
});

describe("a replacement", () => {
  const binding = { ...held, identity_uid: `${GROUP}/0000000000000001`, role_uid: ROOT };
  const config = { group_uid: GROUP, identity_uid: binding.identity_uid, role_uid: binding.role_uid };

  it("is planned for a new value of an immutable field only", () => {
    expect(plan(roleBinding, binding, config).requiresReplace).toEqual([]);
    expect(plan(roleBinding, binding, { ...config, role_uid: GROUP }).requiresReplace).toEqual([]);
    expect(plan(roleBinding, binding, { ...config, identity_uid: UID }).requiresReplace).toEqual([["identity_uid"]]);
  });

  it("is planned for another parent or an unknown one", () => {
    expect(plan(roleBinding, binding, { ...config, group_uid: ROOT }).requiresReplace).toEqual([["group_uid"]]);
    expect(plan(roleBinding, binding, { ...config, group_uid: unknown }).requiresReplace).toEqual([["group_uid"]]);
    expect(plan(roleBinding, binding, { ...config, identity_uid: unknown }).requiresReplace).toEqual([
      ["identity_uid"],
    ]);
  });

  it("is planned for any new value if the type has no update", () => {
    const fixed: ResourceDefinition = { ...repo, operations: ["list", "get", "create", "delete"] };
    const stored = { ...held, name: "one", description: null };
    const change = { group_uid: GROUP, name: "two", description: "other" };
    expect(plan(fixed, stored, change).requiresReplace).toEqual([["name"], ["description"]]);
  });

  it("is not planned for an imported root group without parent_uid", () => {
    const root = { id: ROOT, uid: ROOT, name: "acme" };
    expect(plan(group, root, { name: "acme inc" }).requiresReplace).toEqual([]);
  });

  it("is rejected for a root group, since it would fail after everything below was deleted", () => {
    for (const parent_uid of [GROUP, unknown] as const) {
      const failure = captured(() => plan(group, { id: ROOT, uid: ROOT, name: "acme" }, { parent_uid, name: "acme" }));
      expect(failure.diagnostics).toEqual([
        expect.objectContaining({ summary: "A root group cannot be moved", path: ["parent_uid"] }),
      ]);
    }
  });
});

function captured(call: () => unknown): DiagnosticsError {
  try {
    call();
  } catch (error) {
    if (error instanceof DiagnosticsError) return error;
  }
  throw new Error("no diagnostics were thrown");
}
