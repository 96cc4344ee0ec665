import { registry } from "../../src/model";
import type { JsonObject } from "./driver";
import { drivers } from "./drivers";
import { builtIn, errorOf, expectViolations, namesOf, uidOf, uidsOf, World } from "./world";

/** Rules of account associations, invites, tags and advisories. */

const _SECRET = "not to be seen";
const digest = (digit: string) => `sha256:${digit.repeat(64)}`;

describe.each(drivers)("other types over $name", (driver) => {
  let world: World;
  let group: string;
  beforeAll(async () => {
    world = await World.start(driver);
    group = await world.group("types");
  });
  afterAll(() => world.close());

  const isGone = async (definition: (typeof registry)[keyof typeof registry], uid: string) =>
    expect(await errorOf(world.owner.get(definition, uid))).toMatchObject({ code: "NOT_FOUND" });

  describe("account associations", () => {
    const definition = registry.accountAssociations;
    const body = { name: "accounts", amazon: { account: "123456789012" } };

    test("have their group's uid, one per group", async () => {
      const place = await world.group("associated", group);
      expect(uidOf(await world.owner.create(definition, place, body))).toBe(place);
      const error = await errorOf(world.owner.create(definition, place, body));
      expect(error).toMatchObject({
        code: "ALREADY_EXISTS",
        message: `Already exists: Group ${place} has its AccountAssociation`,
      });
      expect(error.detail("ResourceInfo")).toMatchObject({ resourceName: place });
    });

    test("are listed as children of their group, and of the organization for a root group", async () => {
      const place = await world.group("counted", group);
      const inside = await world.group("inside", place);
      for (const each of [world.root, place, inside]) await world.owner.create(definition, each, body);
      const found = async (scope: string, uid: string) => {
        const { items, totalCount } = await world.owner.list(definition, { [`uidp.${scope}`]: uid });
        expect(totalCount).toBe(items.length);
        return uidsOf(items);
      };
      expect(await found("children_of", place)).toEqual([place]);
      expect(await found("descendants_of", place)).toEqual([place, inside]);
      expect(await found("children_of", world.root)).toEqual([world.root]);
      await world.owner.delete(definition, world.root);
      expect(await found("children_of", world.root)).toEqual([]);
    });

    test("require capabilities in their group, and are deleted with it", async () => {
      const place = await world.group("going", group);
      const actor = await world.actor(
        ["groups.list", "account_associations.list", "account_associations.create"],
        place,
      );
      await actor.create(definition, place, body);
      expect(await errorOf(actor.delete(definition, place))).toMatchObject({
        code: "PERMISSION_DENIED",
        metadata: { capability: "account_associations.delete" },
      });
      await world.owner.delete(registry.groups, place);
      await isGone(definition, place);
    });

    test("identify installations by 64-bit numbers", async () => {
      const place = await world.group("numbers", group);
      const github = {
        appInstallations: { "9007199254740993": { installations: [{ installationId: "7", name: "a" }] } },
      };
      expect(await world.owner.create(definition, place, { ...body, github })).toMatchObject({ github });
      await expectViolations(world.owner.update(definition, place, { amazon: { account: "12" } }), {
        "amazon.account": "amazon.account must be 12 digits",
      });
    });
  });

  describe("invites", () => {
    const definition = registry.groupInvites;
    const create = (changes: JsonObject = {}, parent = group, key?: string) =>
      world.owner.create(definition, parent, { roleUid: builtIn("viewer"), ttl: "3600s", ...changes }, key);

    test("return a code only on create and when the create is repeated", async () => {
      const created = await create({}, group, "invite");
      expect(created.code).toMatch(/^[\w-]{43}$/);
      expect(await create({}, group, "invite")).toEqual(created);
      const { items } = await world.owner.list(definition, { keyId: created.keyId as string });
      expect(uidsOf(items)).toEqual([uidOf(created)]);
      expect(JSON.stringify([items, await world.owner.get(definition, uidOf(created))])).not.toContain(created.code);
    });

    test("expire after their ttl, from a minute to a year", async () => {
      const { createTime, expirationTime } = await create({ ttl: "90.5s" });
      expect(Date.parse(expirationTime as string) - Date.parse(createTime as string)).toBe(90_500);
      for (const ttl of ["59s", "31536001s"])
        await expectViolations(create({ ttl }), { ttl: "ttl must be from 1m to 365d" });
    });

    test("contain their role with its capabilities", async () => {
      expect((await create({ roleUid: builtIn("registry.pull") })).role).toEqual({
        uid: builtIn("registry.pull"),
        name: "registry.pull",
        description: "Built-in role: pull access to the registry.",
        capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_MANIFEST_LIST", "CAP_REPO_LIST", "CAP_TAG_LIST"],
      });
    });

    test("reject roles with capabilities that the caller does not have", async () => {
      const actor = await world.actor(
        ["groups.list", "group_invites.create", "group_invites.list", "role_bindings.create"],
        group,
      );
      const body = { roleUid: builtIn("owner"), ttl: "3600s" };
      expect(await errorOf(actor.create(definition, group, body))).toMatchObject({ code: "PERMISSION_DENIED" });
      await expectViolations(create({ roleUid: group }), {
        roleUid: "roleUid must be the uid of a built-in role, or of a role of this group or an ancestor",
      });
    });

    test("are listed newest first, and are deleted with their group", async () => {
      const place = await world.group("invited", group);
      const uids: string[] = [];
      for (let count = 0; count < 3; count++) {
        uids.unshift(uidOf(await create({}, place)));
        world.service.pass(1000);
      }
      const { items } = await world.owner.list(definition, { "uidp.children_of": place });
      expect(uidsOf(items)).toEqual(uids);
      await world.owner.delete(registry.groups, place);
      await isGone(definition, uids[0]!);
    });
  });

  describe("tags", () => {
    const definition = registry.tags;
    const create = (repo: string, name: string, digit = "0") =>
      world.owner.create(definition, repo, { name, digest: digest(digit) });

    test("have unique names in their repo, and are deleted with it", async () => {
      const [repo, other] = [await world.repo("tagged", group), await world.repo("tagged too", group)];
      const uid = uidOf(await create(repo, "latest"));
      expect(await errorOf(create(repo, "latest"))).toMatchObject({
        code: "ALREADY_EXISTS",
        message: `Already exists: Repo ${repo} has a Tag with name latest`,
      });
      await create(other, "latest");
      await world.owner.delete(registry.repos, repo);
      await isGone(definition, uid);
    });

    test("are filtered by digest and update time, and exclude referrers, dates and epochs by default", async () => {
      const repo = await world.repo("filtered", group);
      const all = ["1.27", "1.27-r3", "1.27-20240501", `sha256-${"a".repeat(64)}.sig`];
      for (const [index, name] of all.entries()) {
        await create(repo, name, String(index));
        world.service.pass(1000);
      }
      const found = async (parameters: Readonly<Record<string, string>>) => {
        const { items, totalCount } = await world.owner.list(definition, {
          "uidp.children_of": repo,
          order_by: "create_time",
          ...parameters,
        });
        expect(totalCount).toBe(items.length);
        return namesOf(items);
      };
      const whole = { includeReferrers: "true", includeDates: "true", includeEpochs: "true" };
      expect(await found({})).toEqual(["1.27"]);
      expect(await found(whole)).toEqual(all);
      expect(await found({ ...whole, includeEpochs: "false" })).toEqual([all[0], all[2], all[3]]);
      expect(await found({ ...whole, includeDates: "false" })).toEqual([all[0], all[1], all[3]]);
      expect(await found({ includeReferrers: "true" })).toEqual([all[0], all[3]]);
      expect(await found({ ...whole, digest: digest("2") })).toEqual([all[2]]);
      const [, second] = (
        await world.owner.list(definition, { "uidp.children_of": repo, order_by: "create_time", ...whole })
      ).items;
      const since = new Date(second!.updateTime as string);
      expect(await found({ ...whole, updatedSince: since.toISOString() })).toEqual(all.slice(1));
      expect(await found({ ...whole, updatedSince: since.toISOString().replace("Z", "+01:00") })).toEqual(all);
      expect(await found({ name: "1.27" })).toEqual(["1.27"]);
      if (driver.isTyped) return;
      // JavaScript's Date parses all of these.
      for (const updatedSince of [
        "2030",
        "2030-01-31",
        "31 Jan 2030",
        "2030-01-31T12:00:00",
        "2030-01-31 12:00:00Z",
        "0",
      ])
        await expectViolations(found({ updatedSince }), {
          updated_since: "updated_since must be an RFC 3339 timestamp such as 2030-01-31T12:00:00Z",
        });
    });
  });

  describe("advisories", () => {
    let place: string;
    beforeAll(async () => {
      place = await world.group("advisories", group);
      const at = (day: number) => `2024-01-0${day}T00:00:00.000Z`;
      const shared = { type: "Advisory", parent: place };
      await world.service.import(
        {
          ...shared,
          advisoryId: "ADV-1",
          legacyAdvisoryId: "OLD-1",
          aliases: ["CVE-2024-0001", "GHSA-aaaa"],
          artifactName: "nginx",
          artifactType: "apk",
          artifactArchitecture: "x86_64",
          componentName: "openssl",
          componentType: "library",
          componentLocation: "/usr/lib",
          origin: "nginx-source",
          events: [
            { createTime: at(2), author: "b", fixed: { fixedVersion: "1.2" } },
            {
              createTime: at(1),
              author: "a",
              reviewer: "r",
              reviewState: "REVIEW_STATE_APPROVED",
              detection: { manual: {} },
            },
          ],
        },
        {
          ...shared,
          advisoryId: "ADV-2",
          aliases: ["CVE-2024-0002"],
          artifactName: "100%_busybox",
          events: [{ createTime: at(3), author: "b", analysisNotPlanned: {} }],
        },
        { ...shared, advisoryId: "ADV-3", artifactName: "curl" },
      );
    });

    test.each<[filter: string, value: string | readonly string[], found: readonly string[]]>([
      ["advisoryIds", ["ADV-1", "ADV-3"], ["ADV-1", "ADV-3"]],
      ["legacyAdvisoryIds", ["OLD-1"], ["ADV-1"]],
      ["artifactNames", ["nginx", "curl"], ["ADV-1", "ADV-3"]],
      ["artifactTypes", ["apk"], ["ADV-1"]],
      ["artifactArchitectures", ["x86_64"], ["ADV-1"]],
      ["componentNames", ["openssl"], ["ADV-1"]],
      ["componentTypes", ["library"], ["ADV-1"]],
      ["componentLocations", ["/usr/lib"], ["ADV-1"]],
      ["aliases", ["CVE-2024-0002", "GHSA-aaaa"], ["ADV-1", "ADV-2"]],
      ["origin", "nginx-source", ["ADV-1"]],
      ["eventReviewStates", ["REVIEW_STATE_APPROVED", "REVIEW_STATE_REJECTED"], ["ADV-1"]],
      ["eventAuthors", ["a"], ["ADV-1"]],
      ["excludeEventAuthors", ["a"], ["ADV-2", "ADV-3"]],
      ["eventReviewers", ["r"], ["ADV-1"]],
      ["eventTypes", ["EVENT_TYPE_FILTER_DETECTION", "EVENT_TYPE_FILTER_ANALYSIS_NOT_PLANNED"], ["ADV-1", "ADV-2"]],
      ["latestEventType", "EVENT_TYPE_FILTER_FIXED", ["ADV-1"]],
      ["latestEventType", "EVENT_TYPE_FILTER_DETECTION", []],
      ["query", "cve-2024", ["ADV-1", "ADV-2"]],
      ["query", "0%_B", ["ADV-2"]],
      ["query", "%", ["ADV-2"]],
    ])("are filtered by %s %j", async (filter, value, found) => {
      const { items, totalCount } = await world.owner.list(registry.advisories, {
        "uidp.children_of": place,
        [filter]: value,
      });
      expect(items.map(({ advisoryId }) => advisoryId).sort()).toEqual(found);
      expect(totalCount).toBe(found.length);
    });

    if (!driver.isTyped)
      test("reject unknown values of enumerations in filters", async () => {
        const error = await errorOf(world.owner.list(registry.advisories, { eventTypes: ["OTHER"] }));
        expect(error.message).toContain("event_types must be one of EVENT_TYPE_FILTER_DETECTION, ");
      });

    test("return every event with its type, even if empty", async () => {
      const { items } = await world.owner.list(registry.advisories, { advisoryIds: ["ADV-1", "ADV-2"] });
      const events = items.flatMap(({ events }) => events as JsonObject[]);
      expect(events.filter(({ detection }) => detection)).toMatchObject([{ detection: { manual: {} } }]);
      expect(events.filter(({ analysisNotPlanned }) => analysisNotPlanned)).toMatchObject([
        { analysisNotPlanned: { note: "" } },
      ]);
    });
  });
});
