import { groupInvite } from "../../src/model/types/group-invite";
import { identityProvider } from "../../src/model/types/identity-provider";
import { planChange } from "../../src/provider/plan";
import { unknown, type ValueRecord } from "../../src/provider/plugin";
import { resourceSchema } from "../../src/provider/schema";
import { stateOf } from "../../src/provider/values";
import { changedVersions, rejectWriteOnly, removalWarnings } from "../../src/provider/write-only";
import { recordOf } from "./records";

const ROOT = "3f1a9c52e7b04d86a1c5f20d9e8b7463c0ffee12";
const held = { id: `${ROOT}/1`, uid: `${ROOT}/1`, group_uid: ROOT };
const oidc = { issuer: "https://login.example.com", client_id: "platform" };

const provider = (secret: ValueRecord) =>
  recordOf(identityProvider, { group_uid: ROOT, name: "staff", default_role: ROOT, oidc: { ...oidc, ...secret } });

test("a write-only attribute has a version attribute, which is stored", () => {
  const { nested } = resourceSchema(identityProvider).attributes.oidc!;
  expect(nested?.attributes.client_secret).toMatchObject({ writeOnly: true, sensitive: true, optional: true });
  expect(nested?.attributes.client_secret_version).toMatchObject({ type: "string", optional: true });
  expect(resourceSchema(groupInvite).attributes).toMatchObject({
    ttl: { required: true },
    code: { computed: true, sensitive: true },
  });
});

test("plans and states contain the version, never the value", () => {
  const config = provider({ client_secret: "hidden", client_secret_version: "1" });
  const { planned } = planChange(identityProvider, { prior: null, config });
  expect(planned.oidc).toMatchObject({ client_secret: null, client_secret_version: "1" });
  const answer = { uid: held.uid, name: "staff", oidc: { issuer: oidc.issuer, clientId: "platform" } };
  const state = stateOf(identityProvider, answer, planned);
  expect(state.oidc).toMatchObject({ client_secret: null, client_secret_version: "1" });
});

test("plans a change for another version, not for another value", () => {
  const prior = { ...provider({ client_secret_version: "1" }), ...held };
  const same = provider({ client_secret: "another", client_secret_version: "1" });
  expect(changedVersions(identityProvider.fields, prior, same)).toEqual([]);
  expect(planChange(identityProvider, { prior, config: same }).planned).toMatchObject(held);

  for (const version of ["2", null, unknown] as const) {
    const config = provider({ client_secret: "another", client_secret_version: version });
    expect(changedVersions(identityProvider.fields, prior, config)).toMatchObject([{ path: ["oidc", "clientSecret"] }]);
    const { planned, requiresReplace } = planChange(identityProvider, { prior, config });
    expect(planned.oidc).toMatchObject({ client_secret: null, client_secret_version: version });
    expect(requiresReplace).toEqual([]);
  }
});

describe("a plan that removes a stored value", () => {
  const stored = { ...provider({ client_secret_version: "1", pkce_enabled: true }), ...held };
  const warnings = (secret: ValueRecord, prior: ValueRecord = stored) => {
    const config = provider({ pkce_enabled: true, ...secret });
    const { planned } = planChange(identityProvider, { prior, config });
    return removalWarnings(identityProvider, { prior, planned, config });
  };

  test.each<[string, ValueRecord]>([
    ["both attributes are removed", {}],
    ["only the version changes", { client_secret_version: "2" }],
    ["the version is unknown", { client_secret_version: unknown }],
    ["the value is empty", { client_secret: "", client_secret_version: "2" }],
  ])("warns if %s", (_, secret) => {
    expect(warnings(secret)).toEqual([
      {
        severity: "warning",
        summary: 'The stored oidc.client_secret of the identity provider "staff" will be removed',
        detail: expect.stringContaining("oidc.client_secret_version changes while oidc.client_secret is null or empty"),
        path: ["oidc"],
      },
    ]);
  });

  test("warns if the attribute changes to which the value is bound", () => {
    const issuer = "https://other.example.com";
    const detail = expect.stringContaining("oidc.issuer changes while oidc.client_secret is null or empty");
    expect(warnings({ issuer, client_secret_version: "1" })).toMatchObject([{ detail }]);
    expect(warnings({ issuer, client_secret_version: "1", client_secret: "hidden" })).toEqual([]);
    const never = { ...provider({ pkce_enabled: true }), ...held };
    expect(warnings({ issuer }, never)).toEqual([]);
  });

  test.each<[string, ValueRecord]>([
    ["a value is given", { client_secret: "hidden", client_secret_version: "2" }],
    ["the value is unknown", { client_secret: unknown, client_secret_version: "2" }],
    ["the version stays", { client_secret_version: "1", additional_scopes: ["groups"] }],
  ])("does not warn if %s", (_, secret) => expect(warnings(secret)).toEqual([]));
});

test("keeps a value that is never returned and not secret, and replaces the resource for another one", () => {
  const invite = (ttl: string | null) => recordOf(groupInvite, { group_uid: ROOT, role_uid: ROOT, ttl });
  const prior = { ...invite("1h"), ...held };
  const answer = { uid: held.uid, roleUid: ROOT };
  expect(stateOf(groupInvite, answer, prior)).toMatchObject({ ttl: "1h" });
  expect(planChange(groupInvite, { prior, config: invite("3600s") })).toMatchObject({
    planned: { ttl: "1h" },
    requiresReplace: [],
  });
  expect(planChange(groupInvite, { prior, config: invite("2h") }).requiresReplace).toEqual([["ttl"]]);
  // An imported invite has no ttl in the state.
  const imported = { ...invite(null), ...held };
  expect(planChange(groupInvite, { prior: imported, config: invite("2h") })).toMatchObject({
    planned: { ttl: "2h" },
    requiresReplace: [],
  });
});

test("rejects write-only values at their attributes for an engine that would store them", () => {
  const config = provider({ client_secret: unknown });
  expect(rejectWriteOnly(identityProvider.fields, config)).toEqual([
    {
      severity: "error",
      summary: "Invalid oidc.client_secret",
      detail: "oidc.client_secret is write-only, which requires Terraform 1.11 or OpenTofu 1.11.",
      path: ["oidc"],
    },
  ]);
  expect(rejectWriteOnly(identityProvider.fields, provider({}))).toEqual([]);
});
