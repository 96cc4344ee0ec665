import { AccessGraph, accessDiff, checkAssertion, Directory, type Snapshot } from "../../src/access";
import { noEntries, terraformPlan } from "../../src/access/sources";
import { addEntry } from "../../src/access/sources/entries";
import { acme, alice, bind, deploy, owner, payments, pull, push, snapshotWith, viewer } from "./snapshots";

/** Role bindings that expire, in the evaluator. */

const now = "2030-06-01T00:00:00.000Z";
const [june, july, august] = ["2030-06-15", "2030-07-01", "2030-08-01"].map((day) => `${day}T00:00:00.000Z`);
const past = "2030-05-01T00:00:00.000Z";

const until = (expirationTime: string | undefined, ...parties: Parameters<typeof bind>) => ({
  ...bind(...parties),
  expirationTime,
});
const graphOf = (...bindings: Snapshot["bindings"]) => new AccessGraph(snapshotWith(bindings), now);
const diffOf = (before: Snapshot["bindings"], after: Snapshot["bindings"]) =>
  accessDiff(graphOf(...before), graphOf(...after));

test("an expired binding grants nothing, from its expiration time on", () => {
  for (const [time, answer] of [
    [past, "no"],
    [now, "no"],
    [june, "yes"],
    [undefined, "yes"],
  ] as const) {
    const graph = graphOf(until(time, deploy, viewer, acme));
    expect(graph.decide(deploy, "repo.list", payments).answer).toBe(answer);
    expect(graph.decideWithin(deploy, "repo.list", payments).answer).toBe(answer);
    expect([...graph.whoCan("repo.list", payments).keys()]).toEqual(answer === "yes" ? [deploy] : []);
    expect(graph.expiredBindingsOf(deploy)).toHaveLength(answer === "yes" ? 0 : 1);
  }
});

test("a failed assertion names the role binding that granted the access until it expired", () => {
  const graph = graphOf(until(past, deploy, push, payments));
  const directory = new Directory(graph.snapshot);
  const check = (capability: string) =>
    checkAssertion({ who: [deploy], in: payments, can: [capability], cannot: [] }, graph, directory)[0]!.problems;
  expect(check("tag.create")).toEqual([
    expect.stringMatching(/ does not have tag\.create, but had it through \S+ in \S+ until 2030-05-01T00:00:00Z, by /),
  ]);
  expect(check("group.delete")).toEqual([expect.stringMatching(/ does not have group\.delete$/)]);
});

test("an unknown expiration time makes the access unknown", () => {
  const unknown = { unknown: "the expiration_time of platform_role_binding.a is known only after apply" };
  const graph = graphOf({ ...bind(deploy, viewer, acme), expirationTime: unknown });
  expect(graph.decide(deploy, "repo.list", acme)).toMatchObject({ answer: "unknown", because: [unknown.unknown] });
});

test("lists until when access is gained, and an extension as new access from the earlier time on", () => {
  const change = { identity: deploy, group: payments, lost: [], via: [bind(deploy, push, payments).id] };
  expect(diffOf([], [until(june, deploy, push, payments)]).changes).toEqual([
    { ...change, gained: expect.arrayContaining(["tag.create"]), until: june },
  ]);
  const extended = diffOf([until(june, deploy, push, payments)], [until(july, deploy, push, payments)]);
  expect(extended.changes).toEqual([
    { ...change, gained: expect.arrayContaining(["tag.create"]), from: june, until: july },
  ]);
  const permanent = diffOf([until(june, deploy, push, payments)], [bind(deploy, push, payments)]);
  expect(permanent.changes).toEqual([{ ...change, gained: expect.arrayContaining(["tag.create"]), from: june }]);
  const revived = diffOf([until(past, deploy, push, payments)], [until(july, deploy, push, payments)]);
  expect(revived.changes).toEqual([{ ...change, gained: expect.arrayContaining(["tag.create"]), until: july }]);
});

test("lists from when access is lost through an earlier time", () => {
  const lost = { identity: deploy, group: payments, gained: [], lost: expect.arrayContaining(["tag.create"]) };
  const via = [bind(deploy, push, payments).id];
  expect(diffOf([bind(deploy, push, payments)], [until(june, deploy, push, payments)]).changes).toEqual([
    { ...lost, from: june, via },
  ]);
  expect(diffOf([until(june, deploy, push, payments)], []).changes).toEqual([{ ...lost, via }]);
  expect(diffOf([until(past, deploy, push, payments)], []).changes).toEqual([]);
});

test("lists capabilities that change at different times separately", () => {
  const before = [until(july, deploy, pull, payments)];
  const after = [...before, until(august, deploy, push, payments, 2)];
  const { changes } = diffOf(before, after);
  const spans = changes.map(({ from, until: end, gained }) => ({ from, end, creates: gained.includes("tag.create") }));
  expect(spans).toEqual([
    { from: undefined, end: august, creates: true },
    { from: july, end: august, creates: false },
  ]);
});

test("a temporary owner is a new owner, and may take over identities", () => {
  const { changes } = diffOf([], [until(june, alice, owner, acme)]);
  expect(changes).toEqual([
    expect.objectContaining({ until: june, becomesOwner: true, takeover: { kind: "identity.update" } }),
  ]);
});

test("agrees with the sets at each time, for random bindings", () => {
  const times = [past, june, july, august, undefined];
  let seed = 1;
  const pick = <T>(all: readonly T[]): T => {
    seed = (seed * 48_271) % 2_147_483_647;
    return all[seed % all.length]!;
  };
  const random = () =>
    [1, 2, 3].map((number) =>
      until(pick(times), deploy, pick([viewer, pull, push, owner]), pick([acme, payments]), number),
    );
  for (let run = 0; run < 200; run += 1) {
    const [before, after] = [graphOf(...random()), graphOf(...random())];
    const { changes } = accessDiff(before, after);
    for (const at of [now, june, july, august] as const) {
      for (const group of [acme, payments]) {
        const sets = [before, after].map((graph) => graph.grantsOf(deploy, at).at(group));
        const path = after.path(group);
        const gained = changes.filter(
          (each) =>
            path.includes(each.group) && (each.from ?? now) <= at! && (each.until === undefined || at! < each.until),
        );
        const names = new Set(gained.flatMap((each) => each.gained));
        const isNew = (sets[1]! & ~sets[0]!) !== 0n;
        if (isNew) expect(names.size).toBeGreaterThan(0);
        if (group === acme) expect(names.size > 0).toBe(isNew);
      }
    }
  }
});

test("reads expiration times of plans in any spelling", () => {
  const entries = noEntries();
  const values: Readonly<Record<string, unknown>> = { expirationTime: "2030-06-15T02:00:00+02:00" };
  addEntry(entries, "bindings", { id: "b", read: (field) => values[field] });
  expect(entries.bindings).toMatchObject([{ expirationTime: june }]);
  const change = {
    actions: ["create"],
    before: null,
    after: { group_uid: acme, identity_uid: alice, role_uid: viewer },
    after_unknown: { uid: true, expiration_time: true },
  };
  const resource = {
    address: "platform_role_binding.a",
    type: "platform_role_binding",
    name: "a",
    mode: "managed",
    change,
  };
  const planned = terraformPlan({ format_version: "1.2", resource_changes: [resource] } as never);
  expect(planned.after.bindings).toMatchObject([
    { expirationTime: { unknown: "the expiration_time of platform_role_binding.a is known only after apply" } },
  ]);
});
