import {
  builtInRole,
  builtInRoles,
  capabilities,
  capabilityEnumName,
  definitionNamed,
  definitions,
  type Field,
  type Fields,
  fieldsOf,
  findCapability,
  registry,
  uidPattern,
} from "../../src/model";

/** Yields the members of a resource and of all objects inside it. */
function* messages(fields: Fields): Generator<Fields> {
  yield fields;
  for (const field of Object.values(fields)) {
    const inner = field.members ?? field.element?.members;
    if (inner) yield* messages(inner);
  }
}

describe.each(definitions.map((definition) => [definition.name, definition] as const))("%s", (_name, definition) => {
  it("is in the registry under its plural", () => {
    expect((registry as Record<string, unknown>)[definition.plural]).toBe(definition);
  });

  it("uses every protobuf number once", () => {
    for (const members of messages(definition.fields)) {
      const numbers = Object.values(members).map((field) => field.number);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });

  it("has a uid and both timestamps, assigned by the service", () => {
    for (const name of ["uid", "createTime", "updateTime"])
      expect(definition.fields[name]).toMatchObject({ output: true });
  });

  it("describes every field in a sentence", () => {
    for (const members of messages(definition.fields)) {
      for (const field of Object.values(members)) expect(field.description).toMatch(/^[A-Z].*[.]$/);
    }
  });

  it("names the required capability of each operation", () => {
    for (const operation of definition.operations)
      expect(definition.capabilities[operation]?.length).toBeGreaterThan(0);
  });

  it("names the type of each resource that a field or filter refers to by uid", () => {
    const fields = [...messages(definition.fields)].flatMap((members) =>
      Object.values(members).flatMap((field) => [field, ...(field.element ? [field.element] : [])]),
    );
    for (const { description, pattern, refersTo } of [...fields, ...Object.values(definition.filters)] as Field[]) {
      const holdsUid =
        pattern === uidPattern || /\buids? of\b|with this uid|'s uid\b(?! followed by)/i.test(description);
      expect([description, refersTo]).toEqual([description, holdsUid ? expect.any(String) : undefined]);
      if (refersTo) expect(definitionNamed(refersTo)?.name).toBe(refersTo);
    }
  });

  it("describes in words what each pattern allows", () => {
    const fields = [...messages(definition.fields)].flatMap((members) =>
      Object.values(members).flatMap((field) => [field, ...(field.element ? [field.element] : [])]),
    );
    for (const { pattern, allowed } of fields) if (pattern) expect(allowed).toMatch(/^must /);
  });

  it("refers only to its own fields in its rules", () => {
    const named = (definition.rules ?? []).flatMap((rule) =>
      "fields" in rule ? rule.fields : [rule.field, rule.needs],
    );
    const known = fieldsOf(definition).map(([name]) => name);
    expect(known).toEqual(expect.arrayContaining(named));
  });
});

describe("capabilities", () => {
  it("are parsed from both spellings", () => {
    expect(capabilityEnumName("groups.list")).toBe("CAP_IAM_GROUPS_LIST");
    expect(capabilityEnumName("repo.list")).toBe("CAP_REPO_LIST");
    expect(capabilityEnumName("advisories.list")).toBe("CAP_ADVISORIES_LIST");
    for (const each of capabilities) {
      expect(findCapability(each)).toBe(each);
      expect(findCapability(capabilityEnumName(each))).toBe(each);
    }
    expect(findCapability("toString")).toBeUndefined();
  });
});

describe("built-in roles", () => {
  it("have stable uids without a parent", () => {
    expect(builtInRoles.map(({ name, uid }) => [name, uid])).toMatchInlineSnapshot(`
      [
        [
          "owner",
          "46603c4de1004acd6bd0460f634c8a789f985a7c",
        ],
        [
          "editor",
          "2d3ec91f7fb5685e834c37b7125eb4f4d4d7a2c2",
        ],
        [
          "viewer",
          "46b1ffbbbcfa3f8b5d1dccae2e529907aba511f0",
        ],
        [
          "registry.pull",
          "1c321031334c2765646d4fd77adf01f59a275888",
        ],
        [
          "registry.push",
          "2384a8617da94678ff79d459bc844940d6a6a527",
        ],
      ]
    `);
  });

  it("allow the viewer only to read", () => {
    const viewer = builtInRole("viewer");
    expect(viewer.capabilities.every((each) => each.endsWith(".list"))).toBe(true);
    expect(viewer.description).toMatch(/^Built-in/);
  });
});
