import type { Capability, Plural, ResourceDefinition } from "../../src/model";
import { builtInRole, registry } from "../../src/model";
import type { Api, JsonObject } from "./driver";
import { drivers } from "./drivers";
import { builtIn, errorOf, samples, types, uidOf, uidsOf, World } from "./world";

const cases = types.flatMap((type) =>
  type.definition.operations.map((operation) => ({ ...type, operation, what: `${operation} of ${type.plural}` })),
);

/** The types that grant roles, and the capabilities that their samples grant at most. */
const granting: readonly Plural[] = ["roleBindings", "identityProviders", "groupInvites"];
const editor = builtInRole("editor").capabilities;

describe.each(drivers)("permissions over $name", (driver) => {
  let world: World;
  let group: string;
  let child: string;
  beforeAll(async () => {
    world = await World.start(driver);
    group = await world.group("access");
    child = await world.group("child", group);
  });
  afterAll(() => world.close());

  /**
   * Returns the group in which resources of a type can be: the test's group or, for some types, only the organization.
   */
  const homeOf = ({ definition }: { definition: ResourceDefinition }) =>
    definition.parent.rootOnly ? world.root : group;

  /** Runs one operation on a resource that the owner created in the group. */
  async function attempt(api: Api, { operation, definition, plural }: (typeof cases)[number]) {
    if (operation === "list") return api.list(definition, { "uidp.descendants_of": homeOf({ definition }) });
    const { parent = group, body, change } = await samples[plural](world, group);
    if (operation === "create") {
      const made = await api.create(definition, parent, body);
      return world.owner.delete(definition, uidOf(made));
    }
    const made = await world.make(definition, parent, body);
    try {
      if (operation === "get") return await api.get(definition, uidOf(made));
      if (operation === "update") return await api.update(definition, uidOf(made), change!);
      return await api.delete(definition, uidOf(made));
    } finally {
      await world.owner.delete(definition, uidOf(made)).catch(() => {});
    }
  }

  describe.each(cases)("$what", (each) => {
    const writes = each.operation !== "list" && each.operation !== "get";

    test("requires a token", async () => {
      expect(await errorOf(attempt(world.service.as(undefined), each))).toMatchObject({
        code: "UNAUTHENTICATED",
        http: 401,
      });
    });

    test("requires a token signed by the service", async () => {
      const [header, payload, signature] = world.token.split(".") as [string, string, string];
      const swapped = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as JsonObject;
      const altered = Buffer.from(JSON.stringify({ ...claims, sub: world.root })).toString("base64url");
      const forged = [
        `${header}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
        `${header}.${altered}.${signature}`,
        `${swapped}.${payload}.`,
        "token",
      ];
      for (const token of forged)
        expect(await errorOf(attempt(world.service.as(token), each))).toMatchObject({ code: "UNAUTHENTICATED" });
    });

    test("hides everything from an owner of another organization", async () => {
      const other = await World.join(world.service, `other ${each.what.toLowerCase()}`);
      const outcome = attempt(other.owner, each);
      if (each.operation === "list") expect(await outcome).toMatchObject({ items: [], totalCount: 0 });
      else expect(await errorOf(outcome)).toMatchObject({ code: "NOT_FOUND", http: 404 });
    });

    test(`is ${writes ? "rejected, naming the capability," : "allowed"} with a viewer's`, async () => {
      const outcome = attempt(await world.actor("viewer", homeOf(each)), each);
      if (!writes) return void (await outcome);
      const missing = each.definition.capabilities[each.operation]?.find((capability) => !capability.endsWith(".list"));
      const error = await errorOf(outcome);
      expect(error).toMatchObject({ code: "PERMISSION_DENIED", http: 403, metadata: { capability: missing } });
      expect(error.message).toContain(`${missing} is required on ${homeOf(each)}`);
    });

    test("is allowed with exactly the capabilities in its definition", async () => {
      const { capabilities } = each.definition;
      const needed = new Set<Capability>([...(capabilities[each.operation] ?? []), ...(capabilities.get ?? [])]);
      if (each.operation === "create") needed.add(each.definition.parent.type === "Repo" ? "repo.list" : "groups.list");
      // A caller who grants a role must have its capabilities, and see the identity.
      if (granting.includes(each.plural) && writes)
        for (const capability of ["identity.list", ...editor] as const) needed.add(capability);
      if (each.plural === "roles" && each.operation === "update") needed.add("repo.list");
      await attempt(await world.actor([...needed], homeOf(each)), each);
      if (!writes) return;
      const own = capabilities[each.operation]![0]!;
      const without = [...needed].filter((capability) => capability !== own);
      if (without.length > 0)
        expect(await errorOf(attempt(await world.actor(without, homeOf(each)), each))).toMatchObject({
          code: "PERMISSION_DENIED",
          metadata: { capability: own },
        });
    });
  });

  describe("the hierarchy", () => {
    const visible = (api: Api, uid: string): Promise<boolean> =>
      api.get(registry.groups, uid).then(
        () => true,
        () => false,
      );

    test("a binding applies to its group and everything below, not above or beside it", async () => {
      const beside = await world.group("beside");
      const api = await world.actor("viewer", group);
      expect(await visible(api, group)).toBe(true);
      expect(await visible(api, child)).toBe(true);
      expect(await visible(api, world.root)).toBe(false);
      expect(await visible(api, beside)).toBe(false);
    });

    test("bindings in several groups add up", async () => {
      const identity = await world.identity("several");
      await world.bind(identity, builtIn("viewer"), group);
      await world.bind(identity, await world.role(["repo.create"]), child);
      const api = world.service.as(await world.service.tokenFor(identity));
      await api.create(registry.repos, child, { name: "allowed" });
      expect(await errorOf(api.create(registry.repos, group, { name: "refused" }))).toMatchObject({
        code: "PERMISSION_DENIED",
      });
    });

    test("lists contain and count what the caller can see, from all their groups, each once", async () => {
      const place = await world.group("seen");
      const [one, two, three] = [
        await world.group("one", place),
        await world.group("two", place),
        await world.group("three", place),
      ];
      const inside = await world.group("inside", one);
      const repos = await Promise.all([one, two, three, inside].map((parent) => world.repo("r", parent)));
      const identity = await world.identity("sees");
      for (const where of [one, inside, three]) await world.bind(identity, builtIn("viewer"), where);
      const api = world.service.as(await world.service.tokenFor(identity));
      const list = async (definition: ResourceDefinition, parameters = {}) => {
        const { items, totalCount } = await api.list(definition, parameters);
        expect(totalCount).toBe(items.length);
        return uidsOf(items);
      };
      expect(await list(registry.repos)).toEqual([repos[0], repos[2], repos[3]].sort());
      expect(await list(registry.repos, { order_by: "name" })).toEqual([repos[0], repos[2], repos[3]].sort());
      expect(await list(registry.repos, { name: "r" })).toEqual([repos[0], repos[2], repos[3]].sort());
      expect(await list(registry.groups)).toEqual([one, three, inside].sort());
      expect(await list(registry.groups, { "uidp.children_of": place })).toEqual([one, three].sort());
      expect(await list(registry.groups, { "uidp.descendants_of": place })).toEqual([one, three, inside].sort());
      expect(await list(registry.repos, { "uidp.descendants_of": two })).toEqual([]);
      const paged = await api.list(registry.repos, { page_size: "2" });
      const rest = await api.list(registry.repos, { page_size: "2", page_token: paged.nextPageToken });
      expect(uidsOf([...paged.items, ...rest.items])).toEqual([repos[0], repos[2], repos[3]].sort());
    });

    test("a type without the list capability is not found", async () => {
      const repo = await world.repo("hidden", group);
      const api = await world.actor(["groups.list", "repo.update", "repo.delete"], group);
      for (const call of [
        api.get(registry.repos, repo),
        api.update(registry.repos, repo, { description: "x" }),
        api.delete(registry.repos, repo),
      ])
        expect(await errorOf(call)).toMatchObject({ code: "NOT_FOUND" });
      expect(await api.list(registry.repos)).toMatchObject({ items: [], totalCount: 0 });
    });

    test("built-in roles are visible to everyone with a token", async () => {
      const identity = await world.identity("nobody");
      const api = world.service.as(await world.service.tokenFor(identity));
      expect((await api.list(registry.roles)).totalCount).toBe(5);
      expect(await api.get(registry.roles, builtIn("owner"))).toMatchObject({ name: "owner" });
      expect(await api.list(registry.groups)).toMatchObject({ items: [], totalCount: 0 });
    });

    test("access ends at once when a binding or an identity is deleted", async () => {
      const identity = await world.identity("leaving");
      const binding = await world.bind(identity, builtIn("viewer"), group);
      const api = world.service.as(await world.service.tokenFor(identity));
      expect(await visible(api, group)).toBe(true);
      await world.owner.delete(registry.roleBindings, binding);
      expect(await visible(api, group)).toBe(false);
      await world.owner.delete(registry.identities, identity);
      expect(await errorOf(api.list(registry.roles))).toMatchObject({ code: "UNAUTHENTICATED" });
    });
  });
});
