/** A service with an organization that holds as many repos as asked for, written past the operations: a million takes seconds. */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { openPlatform } = require("../dist/src/service/index.js");

/** Resources in one statement; SQLite takes 32,766 parameters. */
const BATCH = 1000;
const hex = (value) => value.toString(16).padStart(16, "0");

/** Opens a platform in `data`, with one group that holds `count` repos. */
export async function organizationOf(data, count) {
  const platform = await openPlatform({ data });
  const { groupUid, identityUid } = await platform.createOrganization({ name: `repos-${count}` });
  const group = `${groupUid}/${hex(count)}`;
  const time = new Date().toISOString();
  const row = (type, uid, name) => ({
    type,
    uid,
    root: groupUid,
    parent: uid.slice(0, uid.lastIndexOf("/")),
    name,
    create_time: time,
    update_time: time,
    data: "{}",
  });
  await platform.store.transaction(async (tx) => {
    await tx
      .insertInto("resources")
      .values(row("Group", group, "repos"))
      .execute();
    for (let from = 0; from < count; from += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) =>
        row("Repo", `${group}/${hex(from + index)}`, `repo-${from + index}`),
      );
      await tx.insertInto("resources").values(rows).execute();
    }
    const counts = [
      { uid: group, type: "Repo", lane: 0, direct: count, below: count },
      { uid: groupUid, type: "Repo", lane: 0, direct: 0, below: count },
    ];
    await tx.insertInto("counts").values(counts).execute();
  });
  return { platform, group, caller: { identityUid }, uidOf: (index) => `${group}/${hex(index)}` };
}
