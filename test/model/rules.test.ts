import {
  atLeastOneOf,
  atMostOneOf,
  brokenRules,
  exactlyOneOf,
  lookupRules,
  type Presence,
  type ResourceDefinition,
  registry,
  requires,
} from "../../src/model";

const presence = (known: Record<string, Presence>) => (field: string) => known[field] ?? "unset";

describe("rules across fields", () => {
  it.each([
    ["exactly one, none set", exactlyOneOf("a", "b"), {}, ["a is missing: exactly one of a, b must be set"]],
    [
      "exactly one, both set",
      exactlyOneOf("a", "b"),
      { a: "set", b: "set" },
      ["b conflicts with a: exactly one of a, b may be set"],
    ],
    ["exactly one, one set", exactlyOneOf("a", "b"), { b: "set" }, []],
    ["exactly one, none set yet one unknown", exactlyOneOf("a", "b"), { a: "unknown" }, []],
    ["at most one, none set", atMostOneOf("a", "b"), {}, []],
    [
      "at most one, both set",
      atMostOneOf("a", "b"),
      { a: "set", b: "set" },
      ["b conflicts with a: at most one of a, b may be set"],
    ],
    ["at least one, none set", atLeastOneOf("a", "b"), {}, ["a is missing: at least one of a, b must be set"]],
    ["at least one, both set", atLeastOneOf("a", "b"), { a: "set", b: "set" }, []],
    ["requires, alone", requires("a", "b"), { a: "set" }, ["b is required when a is set"]],
    ["requires, the needed one unknown", requires("a", "b"), { a: "set", b: "unknown" }, []],
  ] as const)("%s", (_case, rule, known, expected) => {
    expect(brokenRules([rule], presence(known)).map(({ field, problem }) => `${field} ${problem}`)).toEqual(expected);
  });

  it("formats names for the surface", () => {
    const [broken] = brokenRules([exactlyOneOf("issuerPattern", "issuer")], presence({}), (name) => name.toUpperCase());
    expect(broken).toEqual({
      field: "issuerPattern",
      problem: "is missing: exactly one of ISSUERPATTERN, ISSUER must be set",
    });
  });
});

describe("the rules of a lookup", () => {
  const broken = (definition: ResourceDefinition, ...given: readonly string[]) =>
    brokenRules(lookupRules(definition), (name) => (given.includes(name) ? "set" : "unset")).map(
      ({ field, problem }) => `${field} ${problem}`,
    );

  it.each([
    ["a name in a group", registry.identities, ["name", "groupUid"]],
    ["a name below a group", registry.identities, ["name", "descendantsOf"]],
    ["a uid", registry.identities, ["uid"]],
    ["the claims of an identity", registry.identities, ["issuer", "subject"]],
    ["the name of a built-in role", registry.roles, ["name"]],
    ["a root group's name", registry.groups, ["name"]],
  ])("accept %s", (_case, definition, given) => {
    expect(broken(definition, ...given)).toEqual([]);
  });

  it.each([
    [["name"], "uid is missing: at least one of uid, issuer, groupUid, descendantsOf must be set"],
    [["issuer", "groupUid"], "subject is required when issuer is set"],
    [["uid", "name"], "name conflicts with uid: exactly one of uid, name, issuer may be set"],
    [
      ["name", "groupUid", "descendantsOf"],
      "descendantsOf conflicts with groupUid: at most one of groupUid, descendantsOf may be set",
    ],
  ])("reject %j", (given, problem) => {
    expect(broken(registry.identities, ...given)).toContain(problem);
  });

  it("are empty for a type without names", () => {
    expect(lookupRules(registry.roleBindings)).toEqual([]);
  });
});
