import { sortKeys } from "../../src/api";
import { registry } from "../../src/model";
import type { JsonObject } from "./driver";
import { drivers } from "./drivers";
import { builtIn, expectViolations, namesOf, samples, types, uidOf, uidsOf, World } from "./world";

const DAY_MS = 24 * 60 * 60 * 1000;
const WHOLE_NUMBER = "must be a non-negative integer";

/** Names of repos, in the order of creation. */
const names = ["delta", "alpha", "echo", "charlie", "bravo"];
const sorted = [...names].sort();

describe.each(drivers)("lists over $name", (driver) => {
  let world: World;
  let group: string;
  let below: string;
  beforeAll(async () => {
    world = await World.start(driver);
    group = await world.group("lists");
    below = await world.group("below", group);
    for (const name of names) {
      await world.repo(name, group);
      world.service.pass(1000);
    }
    for (const name of ["foxtrot", "alpha"]) await world.repo(name, below);
    await world.repo("alpha", await world.group("beside"));
  });
  afterAll(() => world.close());

  const repos = (parameters: Readonly<Record<string, string | readonly string[]>> = {}) =>
    world.owner.list(registry.repos, parameters);
  const inGroup = (parameters: Readonly<Record<string, string>> = {}) =>
    repos({ "uidp.children_of": group, ...parameters });

  describe("scope", () => {
    test("uidp.children_of: only directly below the group", async () => {
      const page = await inGroup();
      expect(namesOf(page.items).sort()).toEqual(sorted);
      expect(page).toMatchObject({ totalCount: 5, skipped: 0, nextPageToken: "" });
    });

    test("uidp.descendants_of: anywhere below the group", async () => {
      const page = await repos({ "uidp.descendants_of": group });
      expect(namesOf(page.items).sort()).toEqual([...sorted, "alpha", "foxtrot"].sort());
      expect(page.totalCount).toBe(7);
    });

    test("uidp.descendants_of with a name searches that subtree", async () => {
      const page = await repos({ "uidp.descendants_of": group, name: "alpha" });
      expect(page.totalCount).toBe(2);
      expect(page.items.every((repo) => uidOf(repo).startsWith(`${group}/`))).toBe(true);
    });

    test("a group is neither its own child nor its own descendant", async () => {
      for (const scope of ["children_of", "descendants_of"]) {
        const { items, totalCount } = await world.owner.list(registry.groups, { [`uidp.${scope}`]: group });
        expect(uidsOf(items)).toEqual([below]);
        expect(totalCount).toBe(1);
      }
    });

    test("uidp.ancestors_of: only above the uid", async () => {
      const { items, totalCount } = await world.owner.list(registry.groups, { "uidp.ancestors_of": below });
      expect(uidsOf(items)).toEqual([world.root, group]);
      expect(totalCount).toBe(2);
    });

    test("uidp.in_root: only root resources", async () => {
      const groups = await world.owner.list(registry.groups, { "uidp.in_root": "true" });
      expect(uidsOf(groups.items)).toEqual([world.root]);
      expect(groups.totalCount).toBe(1);
      const roles = await world.owner.list(registry.roles, { "uidp.in_root": "true" });
      expect(roles.totalCount).toBe(5);
      expect((await repos({ "uidp.in_root": "true" })).totalCount).toBe(0);
    });

    test("uidp.ids, repeated: only these, each once", async () => {
      const all = uidsOf((await inGroup()).items);
      const page = await repos({ "uidp.ids": [all[1]!, all[3]!, all[1]!, `${group}/0000000000000000`] });
      expect(uidsOf(page.items)).toEqual([all[1], all[3]]);
      expect(page.totalCount).toBe(2);
    });

    test("several scopes: their intersection", async () => {
      const page = await repos({ "uidp.descendants_of": group, "uidp.children_of": below });
      expect(namesOf(page.items).sort()).toEqual(["alpha", "foxtrot"]);
      expect((await repos({ "uidp.descendants_of": below, "uidp.children_of": group })).totalCount).toBe(0);
    });

    test("no scope: everything visible to the caller", async () => {
      expect((await repos()).totalCount).toBe(8);
    });

    test("returns an empty array for a scope that does not exist", async () => {
      const page = await repos({ "uidp.descendants_of": "0".repeat(40) });
      expect(page).toEqual({ items: [], nextPageToken: "", totalCount: 0, skipped: 0 });
    });

    test("rejects an invalid uid", async () => {
      await expectViolations(repos({ "uidp.children_of": "x" }), {
        "uidp.children_of": "uidp.children_of must be a uid",
      });
    });
  });

  describe("filters", () => {
    test("name matches exactly, not in part", async () => {
      expect(namesOf((await inGroup({ name: "alpha" })).items)).toEqual(["alpha"]);
      expect(await inGroup({ name: "alph" })).toMatchObject({ items: [], totalCount: 0 });
    });

    test("identity, role and group filter role bindings, separately and combined", async () => {
      const [one, other] = [await world.identity("one"), await world.identity("other")];
      const bindings = [
        await world.bind(one, builtIn("viewer"), group),
        await world.bind(one, builtIn("editor"), below),
        await world.bind(other, builtIn("editor"), below),
      ];
      const found = async (parameters: Readonly<Record<string, string>>) => {
        const page = await world.owner.list(registry.roleBindings, parameters);
        expect(page.totalCount).toBe(page.items.length);
        return uidsOf(page.items);
      };
      expect(await found({ identity: one })).toEqual([bindings[0], bindings[1]].sort());
      expect(await found({ role: builtIn("editor") })).toEqual([bindings[1], bindings[2]].sort());
      expect(await found({ group: below })).toEqual([bindings[1], bindings[2]].sort());
      expect(await found({ identity: one, role: builtIn("editor") })).toEqual([bindings[1]]);
      expect(await found({ identity: one, "uidp.children_of": group })).toEqual([bindings[0]]);
      expect(await found({ identity: other, "uidp.children_of": group })).toEqual([]);
    });

    test("relationshipType filters identities by kind, in either case of its name", async () => {
      await world.owner.create(registry.identities, below, {
        name: "service",
        servicePrincipal: "SERVICE_PRINCIPAL_INGESTER",
      });
      await world.identity("claims", below);
      for (const name of ["relationshipType", "relationship_type"]) {
        const { items } = await world.owner.list(registry.identities, {
          [name]: "RELATIONSHIP_TYPE_SERVICE_PRINCIPAL",
          "uidp.children_of": below,
        });
        expect(namesOf(items)).toEqual(["service"]);
      }
    });

    if (!driver.isTyped) {
      test("rejects an unknown relationshipType", async () => {
        await expectViolations(world.owner.list(registry.identities, { relationshipType: "OTHER" }), {
          relationship_type:
            "relationship_type must be one of RELATIONSHIP_TYPE_CLAIM_MATCH, RELATIONSHIP_TYPE_STATIC, RELATIONSHIP_TYPE_AWS_IDENTITY, RELATIONSHIP_TYPE_SERVICE_PRINCIPAL",
        });
      });

      test("rejects text with NUL characters, which not every store can search for", async () => {
        await expectViolations(inGroup({ name: "a\0b" }), { name: "name must not contain NUL characters" });
      });

      test("ignores unknown parameters and accepts camelCase", async () => {
        expect((await inGroup({ colour: "red", pageSize: "2" })).items).toHaveLength(2);
      });
    }
  });

  describe("order_by", () => {
    const made = (items: readonly JsonObject[], key: string) => items.map((item) => String(item[key]));

    test.each(types)("sorts $plural by every key in both directions", async ({ plural, definition }) => {
      const place = await world.group(`order of ${plural.toLowerCase()}`);
      const uids: string[] = [];
      for (let count = 0; count < 3; count++) {
        const { parent = place, body } = await samples[plural](world, place);
        const named = "name" in definition.fields ? { ...body, name: `${3 - count}` } : body;
        uids.push(uidOf(await world.make(definition, parent, named)));
        world.service.pass(1000);
      }
      for (const key of sortKeys(definition))
        for (const direction of ["asc", "desc"]) {
          const { items } = await world.owner.list(definition, {
            "uidp.ids": uids,
            order_by: `${key} ${direction}`,
          });
          const values = made(items, key);
          expect(values).toHaveLength(3);
          expect(values).toEqual(direction === "asc" ? [...values].sort() : [...values].sort().reverse());
        }
    });

    test("sorts by uid, ascending, by default", async () => {
      const uids = uidsOf((await inGroup()).items);
      expect(uids).toEqual([...uids].sort());
    });

    test("name, name desc and created_at desc", async () => {
      expect(namesOf((await inGroup({ order_by: "name" })).items)).toEqual(sorted);
      expect(namesOf((await inGroup({ order_by: "name desc" })).items)).toEqual([...sorted].reverse());
      expect(namesOf((await inGroup({ order_by: "created_at desc" })).items)).toEqual([...names].reverse());
      expect(namesOf((await inGroup({ orderBy: "createTime" })).items)).toEqual(names);
    });

    test("rejects unknown keys and lists the supported ones", async () => {
      for (const order_by of ["colour", "name down", "name desc desc"])
        await expectViolations(inGroup({ order_by }), {
          order_by:
            'order_by must be one of uid, name, create_time, update_time, optionally followed by "asc" or "desc"',
        });
      await expectViolations(world.owner.list(registry.roleBindings, { order_by: "name" }), {
        order_by: 'order_by must be one of uid, create_time, update_time, optionally followed by "asc" or "desc"',
      });
    });
  });

  describe("page_size", () => {
    let many: string;
    beforeAll(async () => {
      many = await world.group("many");
      for (let count = 0; count < 203; count++) await world.repo(`repo ${count}`, many);
    });
    const manyRepos = (parameters: Readonly<Record<string, string>>) =>
      repos({ "uidp.children_of": many, ...parameters });

    test.each([
      ["1", 1],
      ["50", 50],
      ["200", 200],
      ["201", 200],
      ["99999", 200],
      ["0", 50],
      ["", 50],
    ])("%p returns a page of %i", async (page_size, length) => {
      const page = await manyRepos({ page_size });
      expect(page.items).toHaveLength(length);
      expect(page.totalCount).toBe(203);
      expect(page.nextPageToken).not.toBe("");
    });

    test("defaults to 50", async () => {
      expect((await manyRepos({})).items).toHaveLength(50);
    });

    test.each(["-1", ...(driver.isTyped ? [] : ["1.5", "1e3", "ten", "0x10", " 1", "99999999999999999999"])])(
      "rejects %p",
      async (page_size) => {
        await expectViolations(manyRepos({ page_size }), { page_size: `page_size ${WHOLE_NUMBER}` });
      },
    );

    test("returns the rest without a token on the last page", async () => {
      const first = await manyRepos({ page_size: "200" });
      const last = await manyRepos({ page_size: "200", page_token: first.nextPageToken });
      expect(last.items).toHaveLength(3);
      expect(last.nextPageToken).toBe("");
      expect(last.totalCount).toBe(203);
    });
  });

  describe("page_token", () => {
    /** Follows the tokens to the last page. */
    async function walk(parameters: Readonly<Record<string, string>>): Promise<JsonObject[]> {
      const items: JsonObject[] = [];
      for (let token = ""; ; ) {
        const page = await inGroup({ ...parameters, ...(token ? { page_token: token } : {}) });
        items.push(...page.items);
        if (page.nextPageToken === "") return items;
        token = page.nextPageToken;
      }
    }

    test.each(["uid", "uid desc", "name", "name desc", "create_time", "create_time desc", "update_time"])(
      "pages ordered by %p contain every resource once, in order",
      async (order_by) => {
        const whole = await inGroup({ order_by });
        for (const page_size of ["1", "2", "5"]) expect(await walk({ order_by, page_size })).toEqual(whole.items);
      },
    );

    test("returns each resource with equal sort keys on some page", async () => {
      const place = await world.group("ties");
      const sub = [await world.group("a", place), await world.group("b", place), await world.group("c", place)];
      for (const parent of sub) await world.repo("same", parent);
      const parameters = { "uidp.descendants_of": place, order_by: "name desc", page_size: "1" };
      const first = await repos(parameters);
      const second = await repos({ ...parameters, page_token: first.nextPageToken });
      const third = await repos({ ...parameters, page_token: second.nextPageToken });
      expect(uidsOf([first, second, third].flatMap(({ items }) => items))).toEqual(
        uidsOf((await repos({ ...parameters, page_size: "3" })).items),
      );
    });

    test("keeps the total count of filtered pages", async () => {
      const parameters = { name: "alpha", page_size: "2" };
      const first = await repos(parameters);
      const second = await repos({ ...parameters, page_token: first.nextPageToken });
      expect([first.totalCount, second.totalCount]).toEqual([3, 3]);
      expect([first.items.length, second.items.length]).toEqual([2, 1]);
    });

    test("continues after a deleted resource", async () => {
      const place = await world.group("vanishing");
      for (const name of ["a", "b", "c"]) await world.repo(name, place);
      const parameters = { "uidp.children_of": place, order_by: "name", page_size: "1" };
      const first = await repos(parameters);
      await world.owner.delete(registry.repos, uidOf(first.items[0]!));
      expect(namesOf((await repos({ ...parameters, page_token: first.nextPageToken })).items)).toEqual(["b"]);
    });

    test("rejects a tampered token", async () => {
      const { nextPageToken: token } = await inGroup({ page_size: "1" });
      const flipped = `${token.slice(0, 5)}${token[5] === "A" ? "B" : "A"}${token.slice(6)}`;
      for (const page_token of [flipped, token.slice(0, -1), `${token}A`, `${token}.`, token.slice(1), ".", "x"])
        await expectViolations(inGroup({ page_size: "1", page_token }), {
          page_token: "page_token must be the nextPageToken of an earlier response",
        });
    });

    test("restarts from the beginning with another query's token", async () => {
      const first = await inGroup({ order_by: "name", page_size: "2" });
      const other = { page_token: first.nextPageToken, page_size: "2" };
      expect(namesOf((await inGroup({ ...other, order_by: "name desc" })).items)).toEqual(["echo", "delta"]);
      expect(namesOf((await inGroup({ ...other, order_by: "name", name: "alpha" })).items)).toEqual(["alpha"]);
      expect((await repos({ ...other, order_by: "name" })).items).toEqual(
        (await repos({ order_by: "name", page_size: "2" })).items,
      );
      const groups = await world.owner.list(registry.groups, { order_by: "name", page_size: "2" });
      expect((await world.owner.list(registry.groups, { ...other, order_by: "name" })).items).toEqual(groups.items);
    });

    test("accepts a larger page than the one before", async () => {
      const first = await inGroup({ order_by: "name", page_size: "1" });
      const rest = await inGroup({ order_by: "name", page_size: "4", page_token: first.nextPageToken });
      expect(namesOf(rest.items)).toEqual(sorted.slice(1));
    });

    test("hides resources that its caller cannot see", async () => {
      const { nextPageToken: page_token } = await inGroup({ page_size: "1" });
      const stranger = await World.join(world.service, "stranger");
      const page = await stranger.owner.list(registry.repos, {
        "uidp.children_of": group,
        page_size: "1",
        page_token,
      });
      expect(page).toEqual({ items: [], nextPageToken: "", totalCount: 0, skipped: 0 });
    });

    test("expires after three days, and then restarts from the beginning without an error", async () => {
      const first = await inGroup({ order_by: "name", page_size: "2" });
      const next = async () => {
        // API tokens expire after an hour.
        const owner = world.service.as(await world.service.tokenFor(world.ownerUid));
        const page = await owner.list(registry.repos, {
          "uidp.children_of": group,
          order_by: "name",
          page_size: "2",
          page_token: first.nextPageToken,
        });
        return namesOf(page.items);
      };
      world.service.pass(3 * DAY_MS - 60_000);
      expect(await next()).toEqual(["charlie", "delta"]);
      world.service.pass(60_000);
      expect(await next()).toEqual(["alpha", "bravo"]);
      world.service.pass(-3 * DAY_MS);
    });
  });

  describe("skip", () => {
    test("skips as many results", async () => {
      const page = await inGroup({ order_by: "name", skip: "2", page_size: "2" });
      expect(namesOf(page.items)).toEqual(["charlie", "delta"]);
      expect(page).toMatchObject({ skipped: 2, totalCount: 5 });
    });

    test("may leave less than a page", async () => {
      const page = await inGroup({ order_by: "name", skip: "4", page_size: "3" });
      expect(namesOf(page.items)).toEqual(["echo"]);
      expect(page).toMatchObject({ skipped: 4, nextPageToken: "" });
    });

    test("returns an empty page past the end, and is echoed", async () => {
      const page = await inGroup({ skip: "100" });
      expect(page).toEqual({ items: [], nextPageToken: "", totalCount: 5, skipped: 100 });
    });

    test("counts from where the token continues", async () => {
      const first = await inGroup({ order_by: "name", page_size: "1" });
      const page = await inGroup({ order_by: "name", page_size: "1", skip: "1", page_token: first.nextPageToken });
      expect(namesOf(page.items)).toEqual(["charlie"]);
      expect(page.skipped).toBe(1);
    });

    test.each(["-1", ...(driver.isTyped ? [] : ["1.5", "x"])])("rejects %p", async (skip) => {
      await expectViolations(inGroup({ skip }), { skip: `skip ${WHOLE_NUMBER}` });
    });
  });
});
