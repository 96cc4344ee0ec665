import { checkField, registry } from "../../src/model";
import { check, formatPath, group, identity, repo, role, roleBinding } from "./definitions";

const problems = (...args: Parameters<typeof check>) =>
  check(...args).map(({ path, problem }) => `${formatPath(path)} ${problem}`);
const uid = "0".repeat(40);

describe("checking the fields of a body", () => {
  it("accepts a complete group", () => {
    expect(problems(group.fields, [], { name: "ci", description: "builds" })).toEqual([]);
  });

  it("reports the pattern for a missing name and an invalid one", () => {
    const expected = ["name must match ^[a-z0-9 ._-]{1,}$"];
    expect(problems(group.fields, [], {})).toEqual(expected);
    expect(problems(group.fields, [], { name: "" })).toEqual(expected);
    expect(problems(group.fields, [], { name: "CI" })).toEqual(expected);
  });

  it("reports a missing name as required in configurations", () => {
    const configured = { regexProblem: () => undefined };
    for (const missing of [{}, { name: "" }])
      expect(problems(group.fields, [], missing, configured)).toEqual(["name is required"]);
  });

  it("accepts a name of 255 characters and rejects one of 256", () => {
    expect(problems(group.fields, [], { name: "a".repeat(255) })).toEqual([]);
    expect(problems(group.fields, [], { name: "a".repeat(256) })).toEqual(["name must have at most 255 characters"]);
  });

  it("counts the characters of a description, not UTF-16 code units", () => {
    const description = (length: number) => ({ name: "ci", description: "\u{1F600}".repeat(length) });
    expect(problems(group.fields, [], description(512))).toEqual([]);
    expect(problems(group.fields, [], description(513))).toEqual([
      "description must be at most 512 characters on one line, without tabs",
    ]);
  });

  it("accepts the spaces of every script in a description, but no line breaks or tabs", () => {
    const found = (description: string) => problems(group.fields, [], { name: "ci", description });
    expect(found("\u30c7\u30d7\u30ed\u30a4\u3000\u7528, d\u00e9ploiement\u00a0!")).toEqual([]);
    for (const wrong of ["a\tb", "a\nb", "a\rb", "a\fb"])
      expect(found(wrong)).toEqual(["description must be at most 512 characters on one line, without tabs"]);
  });

  it("ignores output-only fields and rejects unknown ones", () => {
    expect(problems(group.fields, [], { name: "ci", uid: 7, verified: "yes" })).toEqual([]);
    expect(problems(group.fields, [], { name: "ci", colour: "red" })[0]).toMatch(
      /^colour is not a known field; fields are uid, name/,
    );
  });

  it("accepts an enum's unset value and any group's uid outside configurations", () => {
    expect(
      problems(repo.fields, [], { name: "one", catalogTier: "CATALOG_TIER_UNSPECIFIED", sync_config: { source: uid } }),
    ).toEqual([]);
  });

  it("rejects a capability in two spellings only in configurations, and accepts exact duplicates", () => {
    const given = (capabilities: string[], options = {}) =>
      problems(role.fields, [], { name: "one", capabilities }, options);
    const configured = { regexProblem: () => undefined };
    expect(given(["groups.list", "groups.list"], configured)).toEqual([]);
    expect(given(["CAP_IAM_GROUPS_LIST", "groups.list"])).toEqual([]);
    expect(given(["CAP_IAM_GROUPS_LIST", "groups.list"], configured)).toEqual([
      'capabilities[1] is a duplicate of "CAP_IAM_GROUPS_LIST", written differently',
    ]);
  });

  it("requires exactly one kind of identity", () => {
    const none = problems(identity.fields, identity.rules, { name: "ci" });
    expect(none).toEqual([
      "claimMatch is missing: exactly one of claimMatch, staticKeys, awsIdentity, servicePrincipal must be set",
    ]);
    const two = problems(identity.fields, identity.rules, {
      name: "ci",
      claimMatch: { issuer: "https://issuer.example", subject: "s" },
      servicePrincipal: "SERVICE_PRINCIPAL_INGESTER",
    });
    expect(two).toEqual([
      "servicePrincipal conflicts with claimMatch: exactly one of claimMatch, staticKeys, awsIdentity, servicePrincipal may be set",
    ]);
  });

  it("reports paths into nested objects", () => {
    expect(
      problems(identity.fields, identity.rules, { name: "ci", claimMatch: { issuer: "ftp://x", claims: { a: 1 } } }),
    ).toEqual([
      "claimMatch.issuer must be an https or http URL",
      "claimMatch.claims.a must be a string",
      "claimMatch.subject is missing: exactly one of subject, subjectPattern must be set",
    ]);
  });

  it("requires exactly one type of an event, even if it is empty", () => {
    const { events } = registry.advisories.fields;
    const found = (event: object) =>
      checkField(events, [event]).map(({ path, problem }) => `${formatPath(path)} ${problem}`);
    expect(found({ fixed: {} })).toEqual([]);
    expect(found({ detection: { manual: {} } })).toEqual([]);
    expect(found({ detection: {}, fixed: {} })[0]).toMatch(
      /^\[0\].fixed conflicts with detection: exactly one of detection, /,
    );
    expect(found({ author: "someone" })[0]).toMatch(/^\[0\].detection is missing: exactly one of detection, /);
    expect(found({ detection: { manual: {}, scanv1: { scanner: "x" } } })).toEqual([
      "[0].detection.scanv1 conflicts with manual: at most one of nvdapi, manual, scanv1 may be set",
    ]);
  });

  it("requires at least one capability and accepts short and wire names", () => {
    expect(problems(role.fields, [], { name: "r", capabilities: [] })).toEqual([
      "capabilities must have at least 1 element",
    ]);
    expect(problems(role.fields, [], { name: "r", capabilities: ["groups.list", "CAP_REPO_LIST", "fly"] })).toEqual([
      "capabilities[2] must be a capability such as groups.list",
    ]);
  });

  it("lists the values of an enum", () => {
    expect(problems(repo.fields, [], { name: "r", catalogTier: "GOLD" })[0]).toMatch(
      /^catalogTier must be one of CATALOG_TIER_APPLICATION, /,
    );
  });

  it("requires the uids of a role binding", () => {
    expect(problems(roleBinding.fields, [], { roleUid: uid })).toEqual(["identityUid is required"]);
  });

  it("treats empty values as unset", () => {
    const claimMatch = { issuer: "", issuerPattern: "https://.*", subject: "" };
    expect(
      problems(identity.fields, identity.rules, {
        name: "ci",
        claimMatch,
        servicePrincipal: "SERVICE_PRINCIPAL_UNSPECIFIED",
      }),
    ).toEqual(["claimMatch.subject is missing: exactly one of subject, subjectPattern must be set"]);
    const staticKeys = { issuer: "https://i.example", subject: "", issuerKeys: '{"keys":[{"kty":"EC"}]}' };
    expect(problems(identity.fields, identity.rules, { name: "ci", staticKeys })).toEqual([
      "staticKeys.subject is required",
    ]);
  });

  it.each(["keys", "{}", '{"keys":[]}', '{"keys":{}}', '{"keys":[null]}', '{"keys":["EC"]}', '{"keys":[{"kid":"a"}]}'])(
    "rejects %s as a key set without repeating it",
    (issuerKeys) => {
      const staticKeys = { issuer: "https://i.example", subject: "s", issuerKeys };
      const [violation, ...others] = check(identity.fields, [], { name: "ci", staticKeys }).filter(({ path }) =>
        path.includes("issuerKeys"),
      );
      expect([formatPath(violation!.path), others]).toEqual(["staticKeys.issuerKeys", []]);
      expect(violation).not.toHaveProperty("value");
    },
  );

  it("does not check unknown values", () => {
    const later = Symbol("later");
    const options = { isUnknown: (value: unknown) => value === later };
    expect(check(identity.fields, identity.rules, { name: later, claimMatch: later }, options)).toEqual([]);
    expect(
      check(identity.fields, identity.rules, { name: "ci", claimMatch: { issuer: later, subject: "s" } }, options),
    ).toEqual([]);
  });
});

describe("empty values of another type", () => {
  it("are rejected: an object is not an empty set, and an array is not an empty object or text", () => {
    const valid = { name: "ci", capabilities: ["groups.list"] };
    expect(problems(role.fields, [], { ...valid, description: {} })).toEqual(["description must be a string"]);
    expect(problems(role.fields, [], { ...valid, capabilities: {} })).toEqual(["capabilities must be an array"]);
    expect(problems(repo.fields, [], { name: "ci", customOverlay: [] })).toEqual(["customOverlay must be an object"]);
  });
});

describe("text and number limits", () => {
  const associations = registry.accountAssociations.fields;
  const installed = (key: string) => ({
    name: "ci",
    github: { appInstallations: { [key]: { installations: [{ installationId: key, name: "ci" }] } } },
  });

  const named = (subject: string, key = "key") => ({
    name: "ci",
    claimMatch: { issuer: "https://issuer.example", subject, claims: { [key]: "value" } },
  });
  const notText = "claimMatch.subject must be valid Unicode without NUL characters";
  const noKey = (key: string) =>
    `claimMatch.claims.${key} must have a key of 1 to 1024 valid Unicode characters without NUL`;

  it("rejects unpaired surrogates", () => {
    expect(problems(identity.fields, identity.rules, named("\u{1f600}", "\u{1f600}"))).toEqual([]);
    for (const text of ["\ud83d", "\ude00\ud83d"])
      expect(problems(identity.fields, identity.rules, named(text))).toEqual([notText]);
    expect(problems(identity.fields, identity.rules, named("s", "\ude00"))).toEqual([noKey("\ude00")]);
  });

  it("rejects NUL characters, which PostgreSQL cannot store", () => {
    expect(problems(repo.fields, [], { name: "r", description: "a\0b" })).toEqual([
      "description must be valid Unicode without NUL characters",
    ]);
    expect(problems(repo.fields, [], { name: "r", bundles: ["a", "\0"] })).toEqual([
      "bundles[1] must be valid Unicode without NUL characters",
    ]);
    expect(problems(identity.fields, identity.rules, named("s", "a\0"))).toEqual([noKey("a\0")]);
    // Escaped with a backslash, NUL is six ordinary characters.
    expect(problems(repo.fields, [], { name: "r", bundles: ["\\u0000"] })).toEqual([]);
  });

  it("limits whole numbers to 64 bits, including map keys", () => {
    expect(problems(associations, [], installed("9223372036854775807"))).toEqual([]);
    for (const key of ["9223372036854775808", "007", "constructor"])
      expect(problems(associations, [], installed(key))).toEqual([
        `github.appInstallations.${key} must have an integer key in decimal digits`,
      ]);
  });

  it("rejects timestamps on nonexistent days or with a year that is not four digits in UTC", () => {
    const until = (expirationTime: string) => ({
      name: "ci",
      staticKeys: { issuer: "https://i.example", subject: "s", issuerKeys: '{"keys":[{"kty":"EC"}]}', expirationTime },
    });
    expect(problems(identity.fields, identity.rules, until("9999-12-31T23:59:59+01:00"))).toEqual([]);
    for (const wrong of [
      "9999-12-31T23:59:59-01:00",
      "0000-12-31T00:00:00Z",
      // Date.parse reads these as the following days.
      "2030-02-29T00:00:00Z",
      "2030-04-31T00:00:00+02:00",
      "2030-01-01T24:00:00Z",
    ])
      expect(problems(identity.fields, identity.rules, until(wrong))).toEqual([
        "staticKeys.expirationTime must be an RFC 3339 timestamp such as 2030-01-31T12:00:00Z",
      ]);
    expect(problems(identity.fields, identity.rules, until("2032-02-29t23:59:59.5z"))).toEqual([]);
  });
});

test("limits collections and maps to 1000 elements", () => {
  const entries = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, "v"]));
  const claiming = (count: number) => ({
    name: "ci",
    claimMatch: { issuer: "https://issuer.example", subject: "s", claims: entries(count) },
  });
  expect(problems(identity.fields, identity.rules, claiming(1000))).toEqual([]);
  expect(problems(identity.fields, identity.rules, claiming(1001))).toEqual([
    "claimMatch.claims must have at most 1000 entries",
  ]);
  expect(problems(repo.fields, [], { name: "r", bundles: Object.keys(entries(1001)) })).toEqual([
    "bundles must have at most 1000 elements",
  ]);
});
