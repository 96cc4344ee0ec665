import { compositeDefinitions, definitions, registry } from "../../src/model";
import type { Attribute, Block } from "../../src/provider/plugin";
import { createProvider } from "../../src/provider/provider";
import { listSchema, lookupSchema, providerSchema, resourceSchema } from "../../src/provider/schema";

const { groups: group, identities: identity, repos: repo, roles: role, roleBindings: roleBinding } = registry;

const modeOf = ({ required, optional, computed }: Attribute): string =>
  [required && "required", optional && "optional", computed && "computed"].filter(Boolean).join(" ");

const modes = (schema: Block): Record<string, string> =>
  Object.fromEntries(Object.entries(schema.attributes).map(([name, attribute]) => [name, modeOf(attribute)]));

const nestedOf = (schema: Block, name: string): Readonly<Record<string, Attribute>> =>
  schema.attributes[name]?.nested?.attributes ?? {};

describe("a managed resource", () => {
  it("has inputs as arguments, and computes what the service assigns", () => {
    expect(modes(resourceSchema(group))).toEqual({
      id: "computed",
      parent_uid: "optional",
      uid: "computed",
      name: "required",
      description: "optional",
      timeouts: "optional",
    });
  });

  it("computes identifying and referenced values, and leaves other outputs to data sources", () => {
    expect(modes(resourceSchema(roleBinding))).toEqual({
      id: "computed",
      group_uid: "required",
      uid: "computed",
      identity_uid: "required",
      role_uid: "required",
      expiration_time: "optional",
      timeouts: "optional",
    });
    const computed = definitions
      .filter(({ operations }) => operations.some((each) => each === "create"))
      .flatMap((definition) =>
        Object.entries(resourceSchema(definition).attributes)
          .filter(([name, { computed }]) => computed && name !== "id" && name !== "uid")
          .map(([name]) => `${definition.name}.${name}`),
      );
    expect(computed).toEqual(["GroupInvite.expiration_time", "GroupInvite.code", "GroupInvite.key_id"]);
  });

  it("has objects as nested attributes", () => {
    const schema = resourceSchema(repo);
    expect(schema.attributes.sync_config).toMatchObject({ optional: true, nested: { nesting: "single" } });
    const sync = nestedOf(schema, "sync_config");
    expect(modeOf(sync.source!)).toBe("required");
    const accounts = schema.attributes.custom_overlay?.nested?.attributes.accounts?.nested?.attributes;
    expect(accounts?.users).toMatchObject({ nested: { nesting: "list" } });
    expect(accounts?.users?.nested?.attributes.gid).toMatchObject({ type: "number" });
  });

  it("has sets, maps and lists of plain values as such", () => {
    expect(resourceSchema(role).attributes.capabilities).toMatchObject({ required: true, type: ["set", "string"] });
    expect(nestedOf(resourceSchema(identity), "claim_match").claims).toMatchObject({ type: ["map", "string"] });
    expect(lookupSchema(repo).attributes.active_tags).toMatchObject({ type: ["list", "string"] });
    expect(lookupSchema(group).attributes.resource_limits).toMatchObject({ computed: true, type: ["map", "number"] });
  });

  it("lists the values of enums in their descriptions, except the unset one", () => {
    const { description } = resourceSchema(repo).attributes.catalog_tier!;
    expect(description).toMatch(/ One of CATALOG_TIER_APPLICATION, CATALOG_TIER_BASE, .*[.]$/);
  });
});

describe("a lookup", () => {
  it("accepts a uid, or a name and scope, and returns everything", () => {
    const schema = lookupSchema(identity);
    expect(modes(schema)).toMatchObject({
      uid: "optional computed",
      name: "optional computed",
      group_uid: "optional computed",
      descendants_of: "optional",
      last_seen_time: "computed",
      claim_match: "computed",
    });
    expect(modeOf(nestedOf(schema, "claim_match").issuer!)).toBe("computed");
  });

  it("accepts only a uid for a type without names", () => {
    const schema = lookupSchema(roleBinding);
    expect(modes(schema)).toMatchObject({ uid: "required", group_uid: "computed", identity: "computed" });
    expect(Object.keys(schema.attributes)).not.toContain("descendants_of");
  });
});

describe("a listing", () => {
  it("accepts a scope and the type's filters, and returns the resources", () => {
    const schema = listSchema(repo);
    expect(modes(schema)).toEqual({
      descendants_of: "optional",
      group_uid: "optional",
      children_of: "optional",
      name: "optional",
      repos: "computed",
    });
    expect(Object.keys(nestedOf(schema, "repos"))).toEqual(
      expect.arrayContaining(["id", "uid", "group_uid", "name", "update_time", "sync_config"]),
    );
  });
});

describe("the provider", () => {
  it("has every type of the registry", () => {
    const { resources, dataSources } = createProvider({});
    const creatable = definitions.filter(({ operations }) => (operations as readonly string[]).includes("create"));
    expect(Object.keys(resources)).toHaveLength(creatable.length + compositeDefinitions.length);
    expect(Object.keys(resources)).toEqual(expect.arrayContaining(["platform_group", "platform_role_binding"]));
    expect(Object.keys(dataSources)).toHaveLength(2 * definitions.length + 1);
    expect(Object.keys(dataSources)).toEqual(
      expect.arrayContaining(["platform_repo", "platform_repos", "platform_access"]),
    );
  });

  it("has only optional settings, sensitive tokens, and environment variables in descriptions", () => {
    const { attributes } = providerSchema();
    expect(Object.values(attributes).every(({ optional }) => optional)).toBe(true);
    expect(Object.keys(attributes).filter((name) => attributes[name]?.sensitive)).toEqual(["token", "identity_token"]);
    expect(attributes.insecure).toMatchObject({ type: "bool" });
    expect(attributes.base_url?.description).toContain("PLATFORM_BASE_URL");
  });

  it("describes every attribute in sentences", () => {
    const { schema, resources, dataSources } = createProvider({});
    const offered = [...Object.values(resources), ...Object.values(dataSources)];
    for (const { attributes } of [schema, ...offered.map((each) => each.schema)]) {
      for (const { description } of Object.values(attributes)) expect(description).toMatch(/^[A-Z].*[.]$/);
    }
  });
});
