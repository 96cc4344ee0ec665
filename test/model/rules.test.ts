import { atLeastOneOf, atMostOneOf, brokenRules, exactlyOneOf, type Presence, requires } from "../../src/model";

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
    ["requires, alone", requires("a", "b"), { a: "set" }, ["b is required with a"]],
    ["requires, the needed one unknown", requires("a", "b"), { a: "set", b: "unknown" }, []],
  ] as const)("%s", (_case, rule, known, expected) => {
    expect(brokenRules([rule], presence(known)).map(({ field, problem }) => `${field} ${problem}`)).toEqual(expected);
  });

  it("spells names as the surface does", () => {
    const [broken] = brokenRules([exactlyOneOf("issuerPattern", "issuer")], presence({}), (name) => name.toUpperCase());
    expect(broken).toEqual({
      field: "issuerPattern",
      problem: "is missing: exactly one of ISSUERPATTERN, ISSUER must be set",
    });
  });
});
