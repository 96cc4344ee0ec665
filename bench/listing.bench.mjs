/**
 * Measures a page of 200 repos below a group with 1,000 and with 1,000,000 repos: the first page, and one in the middle
 * by cursor. Then measures a caller with 10,000 role bindings, compared with one whose single role binding covers the
 * same 100,000 repos; the limit is 3 times as long. PLATFORM_BENCH_DATABASE_URL names an empty PostgreSQL database to
 * use instead of SQLite.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { internals } from "./load-internals.mjs";
import { compare, report } from "./measure.mjs";
import { bindingsOf, organizationOf } from "./organization.mjs";

export default async function listing() {
  const { registry } = internals;
  const directory = mkdtempSync(path.join(os.tmpdir(), "platform-bench-"));
  const url = process.env.PLATFORM_BENCH_DATABASE_URL;
  const opened = [];
  const subjects = {};
  for (const count of [1_000, 1_000_000]) {
    const { platform, group, caller } = await organizationOf(url ?? path.join(directory, String(count)), count);
    opened.push(platform);
    const list = (request) =>
      platform.operations.list(registry.repos, caller, {
        descendantsOf: group,
        filters: {},
        order: { key: "uid", descending: false },
        pageSize: 200,
        skip: 0,
        ...request,
      });
    const { nextPageToken } = await list({ skip: count / 2, pageSize: 1 });
    const said = count.toLocaleString("en");
    subjects[`the first page of ${said}`] = timed(() => list({}));
    subjects[`a page in the middle of ${said}`] = timed(() => list({ pageToken: nextPageToken }));
  }
  const rows = await compare(subjects, { rounds: 101, reference: "the first page of 1,000" });
  report(`Lists of 200 on ${url ? "PostgreSQL" : "SQLite"}`, rows);
  for (const platform of opened) await platform.close();
  await manyBindings(url ?? path.join(directory, "bindings"));
  rmSync(directory, { recursive: true });
}

const BINDINGS = 10_000;
const lists = {
  "in the order of uids": {},
  "in descending order": { order: { key: "uid", descending: true } },
  "ordered by name": { order: { key: "name", descending: false } },
  "by a name": { filters: { name: "repo-17-5" } },
};

async function manyBindings(data) {
  const { registry } = internals;
  const { platform, one, many } = await bindingsOf(data, BINDINGS);
  for (const [name, own] of Object.entries(lists)) {
    const request = { filters: {}, order: { key: "uid", descending: false }, pageSize: 200, skip: 0, ...own };
    const listed = (caller) => platform.operations.list(registry.repos, caller, request);
    const [seenByOne, seenByMany] = [await listed(one), await listed(many)];
    if (
      JSON.stringify(seenByOne.items) !== JSON.stringify(seenByMany.items) ||
      seenByOne.totalCount !== seenByMany.totalCount
    )
      throw new Error(`callers with the same access received different pages ${name}`);
    const subjects = {
      "one role binding": timed(() => listed(one)),
      [`${BINDINGS.toLocaleString("en")} role bindings`]: timed(() => listed(many)),
    };
    report(`A page of 200 ${name}`, await compare(subjects, { rounds: 101, reference: "one role binding" }));
  }
  await platform.close();
}

const timed = (work) => async () => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};
