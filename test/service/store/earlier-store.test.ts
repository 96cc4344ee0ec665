import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Sqlite from "libsql";
import { type Plural, registry } from "../../../src/model";
import { openPlatform, type Platform, verifyAuditIn } from "../../../src/service";

/**
 * The store of a service of version 0.1.0, before its tables were renamed, without its cursor secret: an organization
 * and a resource of each type that can be created.
 */
const dump = readFileSync(path.join(__dirname, "store-0.1.0.sql"), "utf8");
/** Shortly after the store was written. */
const now = Date.parse("2026-11-22T12:00:00Z");

const root = "18a4be54e5c00ac2002b90db84d9ae996a531e38";
const caller = { identityUid: `${root}/6d4721d1fcc00308` };
const team = `${root}/61d2ce405ab88c88`;
const repo = `${team}/4a90a8eed0d67927`;

let data: string;
let platform: Platform;
let recorded: readonly { readonly type: string; readonly uid: string }[];
beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), "platform-"));
  const db = new Sqlite(path.join(data, "platform.db"));
  db.exec(dump);
  recorded = db.prepare("select type, uid from resources where root = ?").all(root) as typeof recorded;
  db.close();
  platform = await openPlatform({ data, clock: () => now });
});
afterAll(async () => {
  await platform?.close();
  rmSync(data, { recursive: true });
});

const everything = { order: { key: "uid", descending: false }, pageSize: 10, skip: 0 } as const;
const filters = { includeReferrers: true, includeDates: true, includeEpochs: true };

describe("a store of version 0.1.0", () => {
  test.each(Object.keys(registry) as Plural[])("lists and counts its %s", async (plural) => {
    const definition = registry[plural];
    const uids = recorded.filter(({ type }) => type === definition.name).map(({ uid }) => uid);
    const below = uids.filter((uid) => uid !== root).sort();
    const { items, totalCount } = await platform.operations.list(definition, caller, {
      ...everything,
      descendantsOf: root,
      filters: plural === "tags" ? filters : {},
    });
    expect(items.map(({ uid }) => uid)).toEqual(below);
    expect(totalCount).toBe(below.length);
    for (const uid of below) expect(await platform.operations.get(definition, caller, uid)).toMatchObject({ uid });
  });

  test("finds resources by the values that its search index has", async () => {
    const found = await platform.operations.list(registry.tags, caller, {
      ...everything,
      childrenOf: repo,
      filters: { includeReferrers: false, includeDates: false, includeEpochs: false },
    });
    expect(found.items.map(({ name }) => name)).toEqual(["latest"]);
  });

  test("returns the resource of an earlier create to a request with the same idempotency key", async () => {
    const body = { name: "images" };
    expect(await platform.operations.create(registry.repos, caller, team, body, "the key of a create")).toMatchObject({
      uid: repo,
    });
  });

  test("has an intact chain of audit events", async () => {
    expect(await verifyAuditIn(data)).not.toHaveProperty("broken");
  });

  test("accepts changes and deletions", async () => {
    await platform.operations.update(registry.groups, caller, team, { name: "crew" }, ["name"]);
    await platform.operations.delete(registry.repos, caller, repo);
    const { totalCount } = await platform.operations.list(registry.tags, caller, {
      ...everything,
      descendantsOf: root,
      filters,
    });
    expect(totalCount).toBe(0);
  });
});
