import { checkField, registry } from "../../src/model";
import { check, dotted, group, identity, repo, role, roleBinding } from "./definitions";

const problems = (...args: Parameters<typeof check>) =>
  check(...args).map(({ path, problem }) => `${dotted(path)} ${problem}`);
const uid = "0".repeat(40);

describe("checking the fields of a body", () => {
  it("takes a complete group", () => {
    expect(problems(group.fields, [], { name: "ci", description: "builds" })).toEqual([]);
  });

  it("names the pattern where a name is missing, as where it does not match", () => {
    const expected = ["name must match ^[a-z0-9 ._-]{1,}$"];
    expect(problems(group.fields, [], {})).toEqual(expected);
    expect(problems(group.fields, [], { name: "" })).toEqual(expected);
    expect(problems(group.fields, [], { name: "CI" })).toEqual(expected);
  });

  it("takes a name of 255 characters and refuses one of 256", () => {
    expect(problems(group.fields, [], { name: "a".repeat(255) })).toEqual([]);
    expect(problems(group.fields, [], { name: "a".repeat(256) })).toEqual(["name must have at most 255 characters"]);
  });

  it("counts the characters of a description, not the units that they are made of", () => {
    const description = (length: number) => ({ name: "ci", description: "\u{1F600}".repeat(length) });
    expect(problems(group.fields, [], description(512))).toEqual([]);
    expect(problems(group.fields, [], description(513))).toEqual(["description must match ^[\\S ]{0,512}$"]);
  });

  it("takes the spaces of every script for characters of a description, and no other line", () => {
    const found = (description: string) => problems(group.fields, [], { name: "ci", description });
    expect(found("\u30c7\u30d7\u30ed\u30a4\u3000\u7528, d\u00e9ploiement\u00a0!")).toEqual([]);
    for (const wrong of ["a\tb", "a\nb", "a\rb", "a\fb"])
      expect(found(wrong)).toEqual(["description must match ^[\\S ]{0,512}$"]);
  });

  it("passes over what the service assigns and refuses what no field is", () => {
    expect(problems(group.fields, [], { name: "ci", uid: 7, verified: "yes" })).toEqual([]);
    expect(problems(group.fields, [], { name: "ci", colour: "red" })[0]).toMatch(
      /^colour is not a known field; known are uid, name/,
    );
  });

  it("takes the unset value of an enum, and a group's uid anywhere, of what is no configuration", () => {
    expect(
      problems(repo.fields, [], { name: "one", catalogTier: "CATALOG_TIER_UNSPECIFIED", sync_config: { source: uid } }),
    ).toEqual([]);
  });

  it("refuses a capability in two spellings in a configuration alone, and takes one that is given twice", () => {
    const given = (capabilities: string[], options = {}) =>
      problems(role.fields, [], { name: "one", capabilities }, options);
    const configured = { regexProblem: () => undefined };
    expect(given(["groups.list", "groups.list"], configured)).toEqual([]);
    expect(given(["CAP_IAM_GROUPS_LIST", "groups.list"])).toEqual([]);
    expect(given(["CAP_IAM_GROUPS_LIST", "groups.list"], configured)).toEqual([
      'capabilities[1] is another spelling of "CAP_IAM_GROUPS_LIST", which is given too',
    ]);
  });

  it("wants exactly one kind of identity", () => {
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

  it("points into nested objects", () => {
    expect(
      problems(identity.fields, identity.rules, { name: "ci", claimMatch: { issuer: "ftp://x", claims: { a: 1 } } }),
    ).toEqual([
      "claimMatch.issuer must match ^https?://[^\\s]+$",
      "claimMatch.claims.a must be a string",
      "claimMatch.subject is missing: exactly one of subject, subjectPattern must be set",
    ]);
  });

  it("wants exactly one type of an event, which says something even where it is empty", () => {
    const { events } = registry.advisories.fields;
    const found = (event: object) =>
      checkField(events, [event]).map(({ path, problem }) => `${dotted(path)} ${problem}`);
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

  it("wants at least one capability, each a known one in either spelling", () => {
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

  it("wants the uids of a role binding", () => {
    expect(problems(roleBinding.fields, [], { roleUid: uid })).toEqual([
      'identityUid must be a uid: 40 hexadecimal digits, and "/" and 16 more for every level below the top',
    ]);
  });

  it("takes empty values for values that are not set", () => {
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
    "refuses %s as a key set, without repeating it",
    (issuerKeys) => {
      const staticKeys = { issuer: "https://i.example", subject: "s", issuerKeys };
      const [violation, ...others] = check(identity.fields, [], { name: "ci", staticKeys }).filter(({ path }) =>
        path.includes("issuerKeys"),
      );
      expect([dotted(violation!.path), others]).toEqual(["staticKeys.issuerKeys", []]);
      expect(violation).not.toHaveProperty("value");
    },
  );

  it("says nothing of values that are not known yet", () => {
    const later = Symbol("later");
    const options = { isUnknown: (value: unknown) => value === later };
    expect(check(identity.fields, identity.rules, { name: later, claimMatch: later }, options)).toEqual([]);
    expect(
      check(identity.fields, identity.rules, { name: "ci", claimMatch: { issuer: later, subject: "s" } }, options),
    ).toEqual([]);
  });
});

describe("values that look like nothing", () => {
  it("are what they are: an object is no empty set, an array no empty object or text", () => {
    const valid = { name: "ci", capabilities: ["groups.list"] };
    expect(problems(role.fields, [], { ...valid, description: {} })).toEqual(["description must be a string"]);
    expect(problems(role.fields, [], { ...valid, capabilities: {} })).toEqual(["capabilities must be an array"]);
    expect(problems(repo.fields, [], { name: "ci", customOverlay: [] })).toEqual(["customOverlay must be an object"]);
  });
});

describe("what not every encoding can carry", () => {
  const associations = registry.accountAssociations.fields;
  const installed = (key: string) => ({
    name: "ci",
    github: { appInstallations: { [key]: { installations: [{ installationId: key, name: "ci" }] } } },
  });

  const named = (subject: string, key = "key") => ({
    name: "ci",
    claimMatch: { issuer: "https://issuer.example", subject, claims: { [key]: "value" } },
  });
  const notText = "claimMatch.subject must be Unicode, without halves of surrogate pairs and the character NUL";
  const noKey = (key: string) =>
    `claimMatch.claims.${key} must have a name of 1 to 1024 characters of Unicode, NUL not among them`;

  it("halves of surrogate pairs are refused, whole ones are not", () => {
    expect(problems(identity.fields, identity.rules, named("\u{1f600}", "\u{1f600}"))).toEqual([]);
    for (const text of ["\ud83d", "\ude00\ud83d"])
      expect(problems(identity.fields, identity.rules, named(text))).toEqual([notText]);
    expect(problems(identity.fields, identity.rules, named("s", "\ude00"))).toEqual([noKey("\ude00")]);
  });

  it("nor is the character NUL, which PostgreSQL has no place for", () => {
    expect(problems(repo.fields, [], { name: "r", description: "a\0b" })).toEqual([
      "description must be Unicode, without halves of surrogate pairs and the character NUL",
    ]);
    expect(problems(repo.fields, [], { name: "r", bundles: ["a", "\0"] })).toEqual([
      "bundles[1] must be Unicode, without halves of surrogate pairs and the character NUL",
    ]);
    expect(problems(identity.fields, identity.rules, named("s", "a\0"))).toEqual([noKey("a\0")]);
    // Behind a backslash it is six characters that stand for it, which every store has.
    expect(problems(repo.fields, [], { name: "r", bundles: ["\\u0000"] })).toEqual([]);
  });

  it("whole numbers have 64 bits, as names of members too", () => {
    expect(problems(associations, [], installed("9223372036854775807"))).toEqual([]);
    for (const key of ["9223372036854775808", "007", "constructor"])
      expect(problems(associations, [], installed(key))).toEqual([
        `github.appInstallations.${key} must be named by a whole number in decimal digits`,
      ]);
  });

  it("timestamps are of days that there are, in years with four digits, in UTC too", () => {
    const until = (expirationTime: string) => ({
      name: "ci",
      staticKeys: { issuer: "https://i.example", subject: "s", issuerKeys: '{"keys":[{"kty":"EC"}]}', expirationTime },
    });
    expect(problems(identity.fields, identity.rules, until("9999-12-31T23:59:59+01:00"))).toEqual([]);
    for (const wrong of [
      "9999-12-31T23:59:59-01:00",
      "0000-12-31T00:00:00Z",
      // These are read as the days after them.
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

test("collections have a thousand elements at most, and maps as many entries", () => {
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
