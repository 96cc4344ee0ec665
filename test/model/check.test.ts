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

  it("passes over what the service assigns and refuses what no field is", () => {
    expect(problems(group.fields, [], { name: "ci", uid: 7, verified: "yes" })).toEqual([]);
    expect(problems(group.fields, [], { name: "ci", colour: "red" })[0]).toMatch(
      /^colour is not a known field; known are uid, name/,
    );
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
      /^catalogTier must be one of CATALOG_TIER_UNSPECIFIED, /,
    );
  });

  it("wants the uids of a role binding", () => {
    expect(problems(roleBinding.fields, [], { roleUid: uid })).toEqual([
      "identityUid must match ^[0-9a-f]{40}(?:/[0-9a-f]{16})*$",
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

  it("says nothing of values that are not known yet", () => {
    const later = Symbol("later");
    const options = { isUnknown: (value: unknown) => value === later };
    expect(check(identity.fields, identity.rules, { name: later, claimMatch: later }, options)).toEqual([]);
    expect(
      check(identity.fields, identity.rules, { name: "ci", claimMatch: { issuer: later, subject: "s" } }, options),
    ).toEqual([]);
  });
});
