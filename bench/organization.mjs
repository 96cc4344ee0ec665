/** Organizations with many repos, written directly to the store: a million takes seconds. */
import { internals } from "./load-internals.mjs";

const { builtInRole, openPlatform, registry } = internals;

/** Resources per statement; SQLite allows 32,766 parameters. */
const BATCH = 1000;
const hex = (value) => value.toString(16).padStart(16, "0");

/** Returns a function that creates rows of the store below `root`, created at `time`. */
const rowsAt =
  (root, time) =>
  (type, uid, name, updateTime = time) => ({
    type,
    uid,
    root,
    parent: uid.slice(0, uid.lastIndexOf("/")),
    name,
    create_time: time,
    update_time: updateTime,
    data: "{}",
  });

/** Opens a platform in `data` with one group that contains `count` repos. */
export async function organizationOf(data, count) {
  const platform = await openPlatform({ data, rateLimit: 0 });
  const { groupUid, identityUid } = await platform.createOrganization({ name: `repos-${count}` });
  const group = `${groupUid}/${hex(count)}`;
  const time = new Date().toISOString();
  const row = rowsAt(groupUid, time);
  await platform.store.transaction(async (tx) => {
    await tx.query
      .insertInto("resources")
      .values(row("Group", group, "repos"))
      .execute();
    for (let from = 0; from < count; from += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) =>
        row("Repo", `${group}/${hex(from + index)}`, `repo-${from + index}`),
      );
      await tx.query.insertInto("resources").values(rows).execute();
    }
    const counts = [
      { uid: group, type: "Repo", slot: 0, direct: count, below: count },
      { uid: groupUid, type: "Repo", slot: 0, direct: 0, below: count },
    ];
    await tx.query.insertInto("counts").values(counts).execute();
  });
  return { platform, group, caller: { identityUid }, uidOf: (index) => `${group}/${hex(index)}` };
}

const DEPTH = 20;
const TAGS = 100;
/** The number of tags with plain names; all others end in a date and are excluded from lists by default. */
const PLAIN = 1000;

/**
 * Opens a platform in `data` with a chain of twenty groups; the last one contains repos with 100 tags each, `count`
 * tags in all. `partial` is a caller who sees only the first repo's group. 100 tags, visible to all callers, were
 * updated after `since`.
 */
export async function treeOf(data, count) {
  const platform = await openPlatform({ data, rateLimit: 0 });
  const { groupUid, identityUid } = await platform.createOrganization({ name: `tags-${count}` });
  const { operations, store } = platform;
  const owner = { identityUid };
  const [before, since] = [new Date(Date.now() - 86_400_000).toISOString(), new Date().toISOString()];
  let deepest = groupUid;
  const groups = [];
  for (let depth = 1; depth < DEPTH; depth += 1) {
    deepest = String((await operations.create(registry.groups, owner, deepest, { name: `group-${depth}` })).uid);
    groups.push(deepest);
  }
  const create = async (definition, parent, body) =>
    String((await operations.create(definition, owner, parent, body)).uid);
  const [own, others] = [
    await create(registry.groups, deepest, { name: "own" }),
    await create(registry.groups, deepest, { name: "others" }),
  ];
  const claimMatch = { issuer: "https://issuer.example.com", subject: "partial" };
  const partial = await create(registry.identities, own, { name: "partial", claimMatch });
  const { uid: roleUid } = builtInRole("viewer");
  await create(registry.roleBindings, own, { identityUid: partial, roleUid });

  const repoOf = (index) => `${index < TAGS ? own : others}/${hex(Math.floor(index / TAGS))}`;
  const uidOf = (index) => `${repoOf(index)}/${hex(index)}`;
  const row = rowsAt(groupUid, before);
  const nameOf = (index) => `tag-${index}${index < PLAIN ? "" : "-20260131"}`;
  const shapeOf = (index) => (index < PLAIN ? "none" : "includeDates");
  await store.transaction(async (tx) => {
    for (let from = 0; from < count; from += BATCH) {
      const all = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index);
      const repos = all
        .filter((index) => index % TAGS === 0)
        .map((index) => row("Repo", repoOf(index), `repo-${index}`));
      const tags = all.map((index) =>
        row("Tag", uidOf(index), nameOf(index), index % 10 === 0 && index < 1000 ? since : before),
      );
      await tx.query
        .insertInto("resources")
        .values([...repos, ...tags])
        .execute();
      const entries = all.flatMap((index) => [
        { type: "Tag", field: "digest", value: `sha256:${index}`, uid: uidOf(index) },
        { type: "Tag", field: "shape", value: shapeOf(index), uid: uidOf(index) },
      ]);
      await tx.query.insertInto("search_index").values(entries).execute();
    }
    const counts = [groupUid, ...groups, others].flatMap((uid) => [
      { uid, type: "Tag", slot: 0, direct: 0, below: count },
      { uid, type: "Tag includeDates", slot: 0, direct: 0, below: Math.max(count - PLAIN, 0) },
    ]);
    const few = [own, repoOf(0)].map((uid) => ({ uid, type: "Tag", slot: 0, direct: TAGS, below: TAGS }));
    await tx.query
      .insertInto("counts")
      .values([...counts, ...few])
      .execute();
  });
  return { platform, caller: owner, partial: { identityUid: partial }, since, deepest, repo: repoOf(0), uidOf };
}

/**
 * Opens a platform in `data` with `count` groups of ten repos each. `one` is a caller with a role binding at the
 * organization, `many` a caller with a role binding in each group.
 */
export async function bindingsOf(data, count) {
  const platform = await openPlatform({ data, rateLimit: 0 });
  const { groupUid, identityUid } = await platform.createOrganization({ name: `bindings-${count}` });
  const { operations, store } = platform;
  const create = async (definition, body) =>
    String((await operations.create(definition, { identityUid }, groupUid, body)).uid);
  const [one, many] = await Promise.all(
    ["one", "many"].map((subject) =>
      create(registry.identities, { name: subject, claimMatch: { issuer: "https://issuer.example.com", subject } }),
    ),
  );
  const { uid: roleUid } = builtInRole("viewer");
  await create(registry.roleBindings, { identityUid: one, roleUid });
  const row = rowsAt(groupUid, new Date().toISOString());
  const grant = JSON.stringify({ identityUid: many, roleUid });
  await store.transaction(async (tx) => {
    for (let from = 0; from < count; from += BATCH) {
      const groups = Array.from({ length: BATCH }, (_, index) => `${groupUid}/${hex(from + index)}`);
      const bindings = groups.map((group) => ({ ...row("RoleBinding", `${group}/${hex(1)}`, ""), data: grant }));
      const entries = bindings.flatMap(({ uid, parent }) =>
        Object.entries({ identity: many, role: roleUid, group: parent }).map(([field, value]) => ({
          type: "RoleBinding",
          field,
          value,
          uid,
        })),
      );
      await tx.query
        .insertInto("resources")
        .values(groups.map((uid, index) => row("Group", uid, `group-${from + index}`)))
        .execute();
      await tx.query.insertInto("resources").values(bindings).execute();
      await tx.query.insertInto("search_index").values(entries).execute();
      for (let repo = 2; repo < 12; repo += 1)
        await tx.query
          .insertInto("resources")
          .values(
            groups.map((group, index) => row("Repo", `${group}/${hex(repo)}`, `repo-${(from + index) % 97}-${repo}`)),
          )
          .execute();
      const counts = groups.flatMap((uid) => [
        { uid, type: "Repo", slot: 0, direct: 10, below: 10 },
        { uid, type: "RoleBinding", slot: 0, direct: 1, below: 1 },
      ]);
      await tx.query.insertInto("counts").values(counts).execute();
    }
    const all = [
      { uid: groupUid, type: "Repo", slot: 0, direct: 0, below: 10 * count },
      { uid: groupUid, type: "Group", slot: 0, direct: count, below: count },
    ];
    await tx.query.insertInto("counts").values(all).execute();
  });
  return { platform, group: groupUid, one: { identityUid: one }, many: { identityUid: many } };
}
