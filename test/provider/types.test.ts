import { registry } from "../../src/model";
import { planChange } from "../../src/provider/plan";
import type { Attribute, ValueRecord } from "../../src/provider/plugin";
import { listParameters, lookupSchema, resourceSchema } from "../../src/provider/schema";
import { validateConfig } from "../../src/provider/validate";
import { dataSourceState, stateOf, toJson } from "../../src/provider/values";
import { recordOf } from "./records";

/** Tests features of single types, which must follow from their definitions as well. */

const { accountAssociations, advisories, groupInvites, identityProviders, tags } = registry;

const ROOT = "3f1a9c52e7b04d86a1c5f20d9e8b7463c0ffee12";
const GROUP = `${ROOT}/5b9d01f4a87c26e3`;
const REPO = `${GROUP}/0123456789abcdef`;

const nested = (attribute: Attribute | undefined) => attribute?.nested?.attributes ?? {};

test("an account association has its group's uid", () => {
  const config = recordOf(accountAssociations, { group_uid: GROUP, name: "clouds" });
  const state = stateOf(accountAssociations, { uid: GROUP, name: "clouds" }, config);
  expect(state).toMatchObject({ id: GROUP, uid: GROUP, group_uid: GROUP });
  const { planned } = planChange(accountAssociations, { prior: null, config });
  expect(planned).toMatchObject({ id: GROUP, uid: GROUP });
  const elsewhere = { ...config, group_uid: ROOT };
  const { requiresReplace } = planChange(accountAssociations, { prior: state, config: elsewhere });
  expect(requiresReplace).toEqual([["group_uid"]]);
});

test("preserves 64-bit numbers in maps of objects, and encodes them as on the wire", () => {
  const schema = resourceSchema(accountAssociations);
  expect(nested(schema.attributes.github).app_installations).toMatchObject({ nested: { nesting: "map" } });
  const apps = (installations: ValueRecord): ValueRecord => ({
    app_installations: { "7": { installations: [installations] } },
  });
  const github = { appInstallations: { "7": { installations: [{ installationId: "9007199254740993", name: "" }] } } };
  const imported = stateOf(accountAssociations, { uid: GROUP, name: "clouds", github }, {});
  expect(imported.github).toEqual(apps({ installation_id: 9007199254740993n, name: null }));

  const config = recordOf(accountAssociations, {
    group_uid: GROUP,
    name: "clouds",
    github: apps({ installation_id: 42 }),
  });
  const { planned } = planChange(accountAssociations, { prior: imported, config });
  expect(planned).toMatchObject({ uid: GROUP, github: apps({ installation_id: 42, name: null }) });
  expect(toJson(accountAssociations.fields, planned)).toMatchObject({
    github: { appInstallations: { "7": { installations: [{ installationId: "42" }] } } },
  });
});

test("accepts identity providers only in organizations, with an immutable correlation rule", () => {
  const oidc = { issuer: "https://login.example.com", client_id: "platform", pkce_enabled: true };
  const given = { group_uid: GROUP, name: "staff", default_role: ROOT, oidc };
  expect(validateConfig(identityProviders, recordOf(identityProviders, given))).toMatchObject([
    {
      path: ["group_uid"],
      detail: `group_uid is "${GROUP}", which must be the uid of an organization (root group).`,
    },
  ]);
  const prior = recordOf(identityProviders, { ...given, group_uid: ROOT });
  const rule = "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID";
  const config = recordOf(identityProviders, {
    ...given,
    group_uid: ROOT,
    oidc: { ...oidc, issuer: "https://other.example.com", correlation_rule: rule },
  });
  const { requiresReplace } = planChange(identityProviders, { prior, config });
  expect(requiresReplace).toEqual([["oidc", "correlation_rule"]]);
});

test("plans no change for the default correlation rule, set or not", () => {
  const bodyWith = (oidc: object) => {
    const common = { issuer: "https://login.example.com", client_id: "platform", pkce_enabled: true };
    return recordOf(identityProviders, {
      group_uid: ROOT,
      name: "staff",
      default_role: ROOT,
      oidc: { ...common, ...oidc },
    });
  };
  const unset = bodyWith({});
  const explicit = bodyWith({ correlation_rule: "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID" });
  // The values read for a provider without a rule, from this version of the service and an earlier one.
  for (const correlationRule of ["CORRELATION_RULE_UNSPECIFIED", "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID"]) {
    const answer = { issuer: "https://login.example.com", clientId: "platform", pkceEnabled: true, correlationRule };
    const read = stateOf(
      identityProviders,
      { uid: `${ROOT}/1`, name: "staff", defaultRole: ROOT, oidc: answer },
      { ...unset },
    );
    expect(read.oidc).toMatchObject({ correlation_rule: "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID" });
    const prior = { ...read, timeouts: null };
    for (const config of [unset, explicit])
      expect(planChange(identityProviders, { prior, config })).toEqual({ planned: prior, requiresReplace: [] });
  }
});

test("keeps an invite's code from its create, and has it in no data source", () => {
  const answer = { uid: `${GROUP}/1`, roleUid: ROOT, expirationTime: "2030-01-01T00:00:00Z" };
  const created = stateOf(groupInvites, { ...answer, code: "open sesame" }, {});
  expect(created.code).toBe("open sesame");
  expect(stateOf(groupInvites, { ...answer, code: "" }, created).code).toBe("open sesame");
  expect(stateOf(groupInvites, answer, {}).code).toBeNull();
  expect(lookupSchema(groupInvites).attributes).not.toHaveProperty("code");
  expect(lookupSchema(groupInvites).attributes).not.toHaveProperty("ttl");
});

test("replaces a tag for any change", () => {
  const given = { repo_uid: REPO, name: "latest", digest: `sha256:${"0".repeat(64)}` };
  const prior = { ...recordOf(tags, given), uid: `${REPO}/1`, id: `${REPO}/1` };
  const { requiresReplace } = planChange(tags, { prior, config: recordOf(tags, { ...given, deprecated: true }) });
  expect(requiresReplace).toEqual([["deprecated"]]);
  expect(listParameters(tags).attributes.repo_uid?.description).toContain("The uid of a repo");
});

test("identifies an advisory's event by its one object, even if empty", () => {
  const events = [
    { uid: "1", detection: { manual: {} } },
    { uid: "2", patched: { patchedVersions: ["1.2"], note: "" } },
  ];
  const { events: found } = dataSourceState(advisories, { uid: `${GROUP}/1`, advisoryId: "CVE-1", events });
  expect(found).toMatchObject([
    { uid: "1", detection: { manual: {} }, fixed: null, patched: null },
    { uid: "2", detection: null, patched: { patched_versions: ["1.2"] } },
  ]);
  expect(listParameters(advisories).attributes).toMatchObject({
    aliases: { type: ["list", "string"] },
    event_types: { type: ["list", "string"] },
    latest_event_type: { type: "string" },
  });
});
