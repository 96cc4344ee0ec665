import { formatListQuery, parseListQuery } from "../../src/api";
import { auditEvent, registry, session } from "../../src/model";
import { group, identity, repo, roleBinding, tag } from "../model/definitions";

const uid = "a".repeat(40);
const parse = (definition: Parameters<typeof parseListQuery>[0], query: string) => {
  const parameters = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query))
    parameters.set(name, [...(parameters.get(name) ?? []), value]);
  const parsed = parseListQuery(definition, parameters);
  return "request" in parsed
    ? parsed.request
    : parsed.violations.map(({ path, problem }) => `${path.join(".")} ${problem}`);
};

describe("parsing the query of a list", () => {
  it("applies defaults", () => {
    expect(parse(group, "")).toEqual({ filters: {}, order: { key: "uid", descending: false }, pageSize: 50, skip: 0 });
  });

  it.each([
    ["1", 1],
    ["200", 200],
    ["201", 200],
    ["0", 50],
    ["", 50],
  ])("page_size=%s means %d", (text, size) =>
    expect(parse(group, `page_size=${text}`)).toMatchObject({ pageSize: size }),
  );

  it.each(["-1", "1.5", "1e3", "x", "+1", "99999999999999999999"])("rejects page_size=%s and skip=%s", (text) => {
    const problem = "must be a non-negative integer";
    expect(parse(group, `page_size=${encodeURIComponent(text)}`)).toEqual([`page_size ${problem}`]);
    expect(parse(group, `skip=${encodeURIComponent(text)}`)).toEqual([`skip ${problem}`]);
  });

  it("accepts snake_case and camelCase, and ignores unknown names", () => {
    const expected = { descendantsOf: uid, pageSize: 7, filters: { name: "x" } };
    expect(parse(repo, `uidp.descendants_of=${uid}&page_size=7&name=x&colour=red`)).toMatchObject(expected);
    expect(parse(repo, `uidp.descendantsOf=${uid}&pageSize=7&name=x`)).toMatchObject(expected);
  });

  it("rejects invalid uids, enum values and flags", () => {
    expect(parse(group, "uidp.children_of=x")).toEqual(["uidp.children_of must be a uid"]);
    expect(parse(identity, "relationshipType=X")[0 as never]).toMatch(
      /^relationship_type must be one of RELATIONSHIP_TYPE_CLAIM_MATCH/,
    );
    expect(parse(tag, "uidp.in_root=yes&includeDates=2")).toEqual([
      "uidp.in_root must be true or false",
      "include_dates must be true or false",
    ]);
  });

  it("accepts common spellings of flags, and treats an empty one as unset", () => {
    for (const text of ["true", "True", "TRUE", "t", "1"])
      expect(parse(tag, `uidp.in_root=${text}&include_dates=${text}`)).toMatchObject({
        inRoot: true,
        filters: { includeDates: true },
      });
    for (const text of ["false", "False", "0", ""])
      expect(parse(tag, `include_dates=${text}`)).toMatchObject({ filters: { includeDates: false } });
  });

  it("omits unset options", () => {
    expect(formatListQuery(group, { name: null, skip: undefined, ids: [] }).toString()).toBe("");
  });

  it("accepts uids under the names of fields, each only once", () => {
    const query = { groupUid: uid, identityUid: uid, roleUid: uid };
    const written = formatListQuery(roleBinding, query).toString();
    expect(parse(roleBinding, written)).toMatchObject({ childrenOf: uid, filters: { identity: uid, role: uid } });
    expect(() => formatListQuery(group, { parentUid: uid, childrenOf: uid })).toThrow(
      "parentUid conflicts with childrenOf: only one may be set",
    );
  });

  it("formats a query that parses to the same request", () => {
    const query = { descendantsOf: uid, ids: [uid, uid], pageSize: 3, orderBy: "name desc", name: "x", skip: 2 };
    expect(parse(group, formatListQuery(group, query).toString())).toEqual({
      descendantsOf: uid,
      ids: [uid, uid],
      pageSize: 3,
      skip: 2,
      order: { key: "name", descending: true },
      filters: { name: "x" },
    });
  });
});

describe("orders", () => {
  it.each(["created_at desc", "createTime desc", "create_time  desc", "createdAt desc"])("%s", (text) =>
    expect(parse(registry.groups, new URLSearchParams({ order_by: text }).toString())).toMatchObject({
      order: { key: "createTime", descending: true },
    }),
  );

  it("lists the allowed keys", () => {
    expect(violationsOf(registry.roleBindings, "order_by=name")).toEqual([
      ["order_by", 'must be one of uid, create_time, update_time, optionally followed by "asc" or "desc"'],
    ]);
    for (const text of ["name+up", "toString"])
      expect(violationsOf(registry.groups, `order_by=${text}`)).toEqual([["order_by", expect.anything()]]);
  });
});

/** Returns the violations of a query with the names of their parameters. */
const violationsOf = (definition: Parameters<typeof parseListQuery>[0], query: string) => {
  const parameters = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query))
    parameters.set(name, [...(parameters.get(name) ?? []), value]);
  const parsed = parseListQuery(definition, parameters);
  return "violations" in parsed ? parsed.violations.map(({ path, problem }) => [path.join("."), problem]) : [];
};

test("rejects unknown parameters of audit event and session lists, and names the allowed ones", () => {
  expect(violationsOf(auditEvent, "actr=a")).toEqual([
    [
      "actr",
      'is not a list parameter of auditEvents; supported parameters are start_time, end_time, actor, resource, action, uidp.descendants_of, uidp.children_of, uidp.ancestors_of, uidp.ids, page_size, page_token, order_by, skip; did you mean "actor"?',
    ],
  ]);
  expect(violationsOf(auditEvent, "uidp.in_root=true").map(([name]) => name)).toEqual(["uidp.in_root"]);
  expect(violationsOf(auditEvent, "startTime=2030-01-01T00:00:00Z&order_by=uid&actor=a")).toEqual([]);
  expect(violationsOf(session, "identty=a")).toEqual([
    [
      "identty",
      'is not a list parameter of sessions; supported parameters are identity, page_size, page_token; did you mean "identity"?',
    ],
  ]);
  expect(violationsOf(session, "page_size=1&page_token=0123456789abcdef")).toEqual([]);
  // The specification requires unknown parameters to be ignored.
  expect(violationsOf(registry.groups, "actr=a")).toEqual([]);
});

test.each([
  ["name=a&name=b", "name"],
  ["page_size=1&pageSize=2", "page_size"],
  [
    "uidp.children_of=0123456789abcdef0123456789abcdef01234567&uidp.childrenOf=0123456789abcdef0123456789abcdef01234567",
    "uidp.children_of",
  ],
  ["order_by=name&order_by=uid", "order_by"],
])("rejects several values in %s", (query, name) => {
  expect(violationsOf(registry.groups, query)).toEqual([[name, "must be given only once"]]);
});

test("accepts several values only for filters that match any of them", () => {
  expect(violationsOf(registry.advisories, "aliases=a&aliases=b&name=")).toEqual([]);
  expect(violationsOf(auditEvent, "actor=a&actor=b")).toEqual([["actor", "must be given only once"]]);
});
