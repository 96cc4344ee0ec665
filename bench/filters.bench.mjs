/**
 * Measures lists that match few of many resources: with 1,000 and with 1,000,000 tags, below twenty groups. Each finds
 * the same number in both. PLATFORM_BENCH_DATABASE_URL names an empty PostgreSQL database to use instead of SQLite,
 * PLATFORM_BENCH_SIZE a number to use instead of a million.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { internals } from "./load-internals.mjs";
import { compare, report } from "./measure.mjs";
import { treeOf } from "./organization.mjs";

const SIZES = [1_000, Number(process.env.PLATFORM_BENCH_SIZE ?? 1_000_000)];

export default async function filters() {
  const { registry } = internals;
  const directory = mkdtempSync(path.join(os.tmpdir(), "platform-bench-"));
  const url = process.env.PLATFORM_BENCH_DATABASE_URL;
  const trees = [];
  for (const count of SIZES) trees.push(await treeOf(url ?? path.join(directory, String(count)), count));
  const defaults = { includeReferrers: false, includeDates: false, includeEpochs: false };
  const byUid = { key: "uid", descending: false };
  const lists = {
    "children_of a repo": ({ repo }) => ({ childrenOf: repo }),
    "descendants_of a group that is 20 deep": ({ deepest }) => ({ descendantsOf: deepest }),
    "50 ids": ({ uidOf }) => ({ ids: Array.from({ length: 50 }, (_, index) => uidOf(index * 10)) }),
    name: () => ({ filters: { name: "tag-500" } }),
    "default filters (1,000 matches)": () => ({ filters: defaults }),
    "default filters, last page by name": () => ({ filters: defaults, order: { key: "name", descending: true } }),
    "default filters plus epochs, last page by uid": () => ({
      filters: { ...defaults, includeEpochs: true },
      order: { key: "uid", descending: true },
    }),
    "default filters, one group": ({ deepest }) => ({ filters: defaults, descendantsOf: deepest }),
    digest: () => ({ filters: { digest: "sha256:500" } }),
    "updated_since (100 matches)": ({ since }) => ({ filters: { updatedSince: since } }),
    "last page by name": () => ({ order: { key: "name", descending: true } }),
    "caller who can see 100 tags": ({ partial }) => ({ caller: partial }),
    "caller who can see 100 tags, ordered by update time": ({ partial }) => ({
      caller: partial,
      order: { key: "updateTime", descending: true },
    }),
    "caller who can see 100 tags, updated_since": ({ partial, since }) => ({
      caller: partial,
      filters: { updatedSince: since },
    }),
  };
  for (const [name, requestFor] of Object.entries(lists)) {
    const subjects = trees.map(({ platform, caller: owner, ...tree }, index) => {
      const { caller = owner, ...request } = requestFor(tree);
      const list = () =>
        platform.operations.list(registry.tags, caller, {
          filters: {},
          order: byUid,
          pageSize: 200,
          skip: 0,
          ...request,
        });
      const timed = async () => {
        const started = performance.now();
        await list();
        return performance.now() - started;
      };
      return [`at ${SIZES[index].toLocaleString("en")}`, timed];
    });
    report(name, await compare(Object.fromEntries(subjects), { rounds: 31, reference: subjects[0][0] }));
  }
  const { heapUsed, rss } = process.memoryUsage();
  console.log(`\n  memory: ${(heapUsed / 2 ** 20).toFixed(0)} MB of heap, ${(rss / 2 ** 20).toFixed(0)} MB resident`);
  for (const { platform } of trees) await platform.close();
  rmSync(directory, { recursive: true });
}
