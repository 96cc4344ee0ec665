import { clientRegistry, type ResourceDefinition, registry } from "../../src/model";
import { unknown, type Value, type ValueRecord } from "../../src/provider/plugin";
import { validateConfig, validateCreation } from "../../src/provider/validate";
import { recordOf } from "./records";

const { groups: group, identities: identity, roles: role, roleBindings: roleBinding } = registry;
const repo = clientRegistry.repos;
const { groupInvites: groupInvite, identityProviders: identityProvider } = registry;

const GROUP = "0123456789abcdef0123456789abcdef01234567";

const problems = (definition: ResourceDefinition, config: ValueRecord) =>
  validateConfig(definition, recordOf(definition, config)).map(({ path, detail }) => [path, detail]);

it("accepts valid configurations", () => {
  expect(problems(group, { parent_uid: GROUP, name: "team a" })).toEqual([]);
  expect(problems(group, { name: "imported" })).toEqual([]);
});

it("names the attribute of an invalid value", () => {
  expect(problems(group, { parent_uid: GROUP, name: "Team A" })).toEqual([
    [["name"], 'name is "Team A", which must contain only lowercase letters, digits, spaces, ".", "_" and "-".'],
  ]);
  expect(problems(repo, { group_uid: GROUP, name: "one", catalog_tier: "GOLD" })).toEqual([
    [["catalog_tier"], expect.stringContaining('is "GOLD", which must be one of CATALOG_TIER_APPLICATION')],
  ]);
});

it.each<[string, ValueRecord, [string, string][]]>([
  [
    "a root group as a source of images",
    { sync_config: { source: GROUP } },
    [["sync_config", `sync_config.source is "${GROUP}", which must be the uid of a repo, not of a group.`]],
  ],
  [
    "the repo's own group as a source of images",
    { group_uid: `${GROUP}/${"1".repeat(16)}`, sync_config: { source: `${GROUP}/${"1".repeat(16)}` } },
    [["sync_config", expect.stringContaining("must be the uid of a repo, not of a group.")]],
  ],
  ["another repo in the group", { sync_config: { source: `${GROUP}/${"1".repeat(16)}` } }, []],
  [
    "an empty tag",
    { active_tags: ["latest", ""] },
    [
      [
        "active_tags",
        'active_tags[1] is "", which must be 1 to 128 letters, digits, "_", "." and "-", not beginning with "." or "-".',
      ],
    ],
  ],
  [
    "a duplicate tag",
    { active_tags: ["latest", "1", "latest"] },
    [["active_tags", 'active_tags[2] is "latest", which is duplicated.']],
  ],
  [
    "the unspecified value of an enum",
    { catalog_tier: "CATALOG_TIER_UNSPECIFIED" },
    [
      [
        "catalog_tier",
        expect.stringMatching(/^catalog_tier is .* CATALOG_TIER_COMMERCIAL; omit it to leave it unset\.$/),
      ],
    ],
  ],
  ["an empty enum", { catalog_tier: "" }, []],
])("validates %s", (_case, config, expected) => {
  expect(problems(repo, { group_uid: GROUP, name: "one", ...config })).toEqual(
    expected.map(([attribute, detail]) => [[attribute], detail]),
  );
});

it("rejects a capability in two spellings", () => {
  const capabilities = ["groups.list", "roles.list", "CAP_IAM_GROUPS_LIST"];
  expect(problems(role, { group_uid: GROUP, name: "one", capabilities })).toEqual([
    [
      ["capabilities"],
      'capabilities is "CAP_IAM_GROUPS_LIST", which is a duplicate of "groups.list", written differently.',
    ],
  ]);
  expect(problems(role, { group_uid: GROUP, name: "one", capabilities: ["groups.list", unknown] })).toEqual([]);
});

it("rejects a group as an identity", () => {
  expect(problems(roleBinding, { group_uid: GROUP, identity_uid: GROUP, role_uid: GROUP })).toEqual([
    [["identity_uid"], `identity_uid is "${GROUP}", which must be the uid of an identity, not of a group.`],
  ]);
});

it("ends a suggestion with a question mark only", () => {
  const details = problems(repo, { group_uid: GROUP, name: "one", catalog_tier: "CATALOG_TIER_BAES" });
  expect(details).toEqual([[["catalog_tier"], expect.stringMatching(/; did you mean "CATALOG_TIER_BASE"\?$/)]]);
});

it("points into objects, lists and maps, and at sets as a whole", () => {
  expect(
    problems(identity, { group_uid: GROUP, name: "one", claim_match: { issuer: "nowhere", subject: "x" } }),
  ).toEqual([[["claim_match"], 'claim_match.issuer is "nowhere", which must be an https or http URL.']]);
  const users: Value[] = [{ username: "a" }, { username: "b", uid: 1.5 }];
  expect(problems(repo, { group_uid: GROUP, name: "one", custom_overlay: { accounts: { users } } })).toEqual([
    [["custom_overlay"], "custom_overlay.accounts.users[1].uid is 1.5, which must be an integer."],
  ]);
  const accounts = { users: [{ username: "a", uid: -1, gid: 0 }], groups: [{ groupname: "b", gid: -2 }] };
  expect(problems(repo, { group_uid: GROUP, name: "one", custom_overlay: { accounts } })).toEqual([
    [["custom_overlay"], "custom_overlay.accounts.users[0].uid is -1, which must not be negative."],
    [["custom_overlay"], "custom_overlay.accounts.groups[0].gid is -2, which must not be negative."],
  ]);
  expect(problems(repo, { group_uid: GROUP, name: "one", custom_overlay: { environment: { a_b: null } } })).toEqual([
    [["custom_overlay"], 'custom_overlay.environment["a_b"] must not be null.'],
  ]);
  expect(problems(role, { group_uid: GROUP, name: "one", capabilities: ["groups.list", "everything"] })).toEqual([
    [["capabilities"], 'capabilities is "everything", which must be a capability such as groups.list.'],
  ]);
});

it("applies rules across fields, with attribute names", () => {
  const one = { group_uid: GROUP, name: "one" };
  expect(problems(identity, one)).toEqual([
    [
      ["claim_match"],
      "claim_match is missing: exactly one of claim_match, static_keys, aws_identity, service_principal must be set.",
    ],
  ]);
  expect(
    problems(identity, { ...one, claim_match: { issuer: "https://a", issuer_pattern: "https://b/", subject: "c" } }),
  ).toEqual([[["claim_match"], expect.stringContaining("issuer_pattern conflicts with issuer")]]);
});

it("accepts unknown values", () => {
  const one: ValueRecord = { group_uid: unknown, name: unknown };
  const claims: ValueRecord[] = [
    { claim_match: unknown },
    { claim_match: { issuer: unknown, subject: unknown } },
    { claim_match: { issuer_pattern: unknown, subject: "x" } },
  ];
  for (const each of claims) expect(problems(identity, { ...one, ...each })).toEqual([]);
  const capabilities: ValueRecord[] = [{ capabilities: ["groups.list", unknown] }, { capabilities: unknown }];
  for (const each of capabilities) expect(problems(role, { ...one, ...each })).toEqual([]);
});

it("rejects values that are not uids", () => {
  const binding = { group_uid: "acme", identity_uid: "ci-bot", role_uid: GROUP };
  expect(problems(roleBinding, binding)).toEqual([
    [["group_uid"], expect.stringContaining('group_uid is "acme", which must be a uid: 40 hexadecimal digits')],
    [["identity_uid"], expect.stringContaining('identity_uid is "ci-bot", which must be a uid: 40 hexadecimal')],
  ]);
});

it("shows a shortened invalid value, unless it may be a secret", () => {
  const one = { group_uid: GROUP, name: "one" };
  const long = `${"a".repeat(300)}é`;
  expect(problems(group, { parent_uid: GROUP, name: long })).toEqual([
    [["name"], `name is "${"a".repeat(99)}…, which must have at most 255 characters.`],
  ]);
  const keys = JSON.stringify({ kty: "oct", k: "c2VjcmV0" });
  const [problem] = problems(identity, {
    ...one,
    static_keys: { issuer: "https://a", subject: "b", issuer_keys: keys },
  });
  expect(problem).toEqual([
    ["static_keys"],
    expect.stringMatching(/^static_keys\.issuer_keys must be a JSON Web Key Set/),
  ]);
  const oidc = { issuer: "https://a", client_id: "b", client_secret: "s".repeat(70_000) };
  const provider = { group_uid: GROUP, name: "staff", default_role: GROUP, oidc };
  expect(problems(identityProvider, provider)).toEqual([
    [["oidc"], "oidc.client_secret must have at most 65536 characters."],
  ]);
});

it("requires write-only values only on create, since imported resources have them", () => {
  const oidc = { issuer: "https://login.example.com", client_id: "platform" };
  const given = recordOf(identityProvider, { group_uid: GROUP, name: "staff", default_role: GROUP, oidc });
  expect(validateConfig(identityProvider, given)).toEqual([]);
  expect(validateCreation(identityProvider, given)).toMatchObject([
    {
      path: ["oidc"],
      detail: "oidc.client_secret is missing: at least one of client_secret, pkce_enabled must be set.",
    },
  ]);
  const invite = recordOf(groupInvite, { group_uid: GROUP, role_uid: GROUP });
  expect(validateConfig(groupInvite, invite)).toEqual([]);
  expect(validateCreation(groupInvite, invite)).toMatchObject([{ path: ["ttl"], detail: "ttl is required." }]);
});

describe("errors of apply that plan detects", () => {
  const identity = (claim_match: ValueRecord) => ({ group_uid: GROUP, name: "one", claim_match });

  it("invalid patterns, with reason and position", () => {
    const subject = "x";
    const given = identity({ issuer_pattern: "https://(a|b", subject });
    expect(problems(registry.identities, given)).toEqual([
      [
        ["claim_match"],
        'claim_match.issuer_pattern is "https://(a|b", which must be a valid RE2 regular expression: missing closing ): "https://(a|b" at character 1.',
      ],
    ]);
    const anyHost = identity({ issuer_pattern: "https://.*", subject });
    expect(problems(registry.identities, anyHost)).toEqual([
      [["claim_match"], expect.stringContaining("must begin with a literal https://host/")],
    ]);
    const oidc = { issuer: "https://a.example.com", client_id: "x", client_secret: "y" };
    const provider = { group_uid: GROUP, name: "staff", default_role: GROUP };
    const required_claim_patterns = { hd: "(" };
    expect(problems(identityProvider, { ...provider, oidc: { ...oidc, required_claim_patterns } })).toEqual([
      [["oidc"], expect.stringContaining("must be a valid RE2 regular expression")],
    ]);
    const claim_patterns = { ref: "refs/(?=x)" };
    expect(
      problems(registry.identities, identity({ issuer: "https://a.example.com", subject, claim_patterns })),
    ).toEqual([[["claim_match"], expect.stringContaining('unsupported Perl syntax: "(?=" at character 6.')]]);
    expect(
      problems(registry.identities, identity({ issuer: "https://a.example.com", subject_pattern: "a.*" })),
    ).toEqual([]);
  });

  it("durations out of bounds", () => {
    const invite = (ttl: string) => problems(groupInvite, { group_uid: GROUP, role_uid: GROUP, ttl });
    for (const ttl of ["3600s", "60s", "5m", "7d", "1h30m", "365d"]) expect(invite(ttl)).toEqual([]);
    expect(invite("59s")).toEqual([[["ttl"], 'ttl is "59s", which must be from 1m to 365d.']]);
    expect(invite("366d")).toEqual([[["ttl"], 'ttl is "366d", which must be from 1m to 365d.']]);
    expect(invite("soon")).toEqual([
      [["ttl"], 'ttl is "soon", which must be a duration such as 3600s, 5m, 12h or 7d.'],
    ]);
  });

  it("uids and numbers", () => {
    const repoWith = (given: ValueRecord) => problems(repo, { group_uid: GROUP, name: "one", ...given });
    expect(repoWith({ sync_config: { source: "library/node" } })).toEqual([
      [["sync_config"], expect.stringContaining('sync_config.source is "library/node", which must be a uid')],
    ]);
    expect(repoWith({ custom_overlay: { accounts: { users: [{ username: "a", uid: 3_000_000_000 }] } } })).toEqual([
      [["custom_overlay"], expect.stringContaining("users[0].uid is 3000000000, which must be")],
    ]);
  });

  it.each(["d", "p", "q", "k"])("key sets with the private member %s, without showing or pointing to it", (member) => {
    const issuer_keys = JSON.stringify({ keys: [{ kty: "RSA", n: "AQAB", e: "AQAB", [member]: "c2VjcmV0" }] });
    const static_keys = { issuer: "https://a.example.com", subject: "s", issuer_keys };
    const config = recordOf(registry.identities, { group_uid: GROUP, name: "one", static_keys });
    const [problem, ...others] = validateConfig(registry.identities, config);
    expect(others).toEqual([]);
    expect(problem!.detail).toBe("static_keys.issuer_keys must contain only public keys.");
    expect(problem).not.toHaveProperty("path");
  });

  it.each([
    [{ kty: "EC", crv: "P-256", x: "AA", y: "AA" }, "has an x coordinate of 1 byte; P-256 requires 32."],
    [
      { kty: "RSA", n: Buffer.alloc(128, 0xff).toString("base64url"), e: "AQAB" },
      "has a modulus (n) of 1024 bits: RSA",
    ],
  ])("the unusable key %j in a set, by its index", (unusable, problem) => {
    const key = { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" };
    const withKeys = (...keys: object[]) => {
      const static_keys = { issuer: "http://keys.example.com", subject: "s", issuer_keys: JSON.stringify({ keys }) };
      return problems(registry.identities, { group_uid: GROUP, name: "one", static_keys });
    };
    expect(withKeys(key)).toEqual([]);
    expect(withKeys(key, unusable)).toEqual([
      [["static_keys"], expect.stringContaining(`static_keys.issuer_keys is not accepted: keys[1] ${problem}`)],
    ]);
  });

  it("issuers on plain http, whose keys no service fetches", () => {
    const problemsOf = (issuer: string) => [
      ...problems(registry.identities, identity({ issuer, subject: "s" })),
      ...problems(identityProvider, {
        group_uid: GROUP,
        name: "staff",
        default_role: GROUP,
        oidc: { issuer, client_id: "b", pkce_enabled: true },
      }),
    ];
    for (const issuer of ["https://a.example.com", "http://127.0.0.1:8788", "http://localhost", "http://[::1]:1/a"])
      expect(problemsOf(issuer)).toEqual([]);
    for (const issuer of ["http://a.example.com", "http://localhost.example.com", "https://["])
      expect(problemsOf(issuer)).toEqual([
        [["claim_match"], expect.stringContaining(`issuer is ${JSON.stringify(issuer)}, which must be an https URL`)],
        [["oidc"], expect.stringContaining(`oidc.issuer is ${JSON.stringify(issuer)}, which must be an https URL`)],
      ]);
  });

  it("misspelled names, with the closest match", () => {
    for (const misspelt of ["group.list", "CAP_IAM_GROUP_LIST"])
      expect(problems(role, { group_uid: GROUP, name: "one", capabilities: [misspelt] })).toEqual([
        [["capabilities"], expect.stringMatching(/; did you mean "groups\.list"\?$/)],
      ]);
    expect(problems(repo, { group_uid: GROUP, name: "one", catalog_tier: "CATALOG_TIER_APLICATION" })).toEqual([
      [["catalog_tier"], expect.stringContaining('did you mean "CATALOG_TIER_APPLICATION"?')],
    ]);
  });
});
