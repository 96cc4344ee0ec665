import { AccessGraph, bindingCapabilities, lockOut, type Snapshot } from "../../src/access";
import { capabilities } from "../../src/model";
import { Random, seedOf } from "../faults/random";

const groups = ["a", "a/1", "a/1/2"];
const group = "a/1/2";

/** A random organization, and random role bindings of one of its groups before and after a change. */
function scenario(seed: number) {
  const random = new Random(seed);
  const some = <T>(all: readonly T[], most: number) =>
    Array.from({ length: random.between(0, most) }, () => random.pick(all));
  const roles: Snapshot["roles"] = [
    { id: "everything", name: "everything", capabilities },
    ...Array.from({ length: 4 }, (_, index) => ({
      id: `role ${index}`,
      name: `role ${index}`,
      capabilities: random.chance(0.2)
        ? capabilities.filter(() => random.chance(0.9))
        : [...new Set([...some(bindingCapabilities, 2), ...some(capabilities, 3)])],
    })),
  ];
  const identities = Array.from({ length: 4 }, (_, index) => ({
    id: `a/identity ${index}`,
    name: `identity ${index}`,
    group: "a",
    disabled: random.chance(0.2),
    trust: {},
  }));
  const bindingsAt = (at: string, most: number): Snapshot["bindings"] =>
    some(identities, most).map(({ id }, index) => ({
      id: `${at}/${index}`,
      group: at,
      identity: id,
      role: random.pick(roles).id,
    }));
  const inherited = groups.slice(0, -1).flatMap((each) => (random.chance(0.4) ? bindingsAt(each, 2) : []));
  const before = bindingsAt(group, 5);
  const after = [...before.filter(() => random.chance(0.5)), ...(random.chance(0.5) ? bindingsAt(`${group}`, 2) : [])];
  const snapshot = (bindings: Snapshot["bindings"]): Snapshot => ({
    groups: groups.map((id, index) => ({ id, name: id, parent: groups[index - 1] })),
    identities,
    roles,
    bindings: [...inherited, ...bindings].map((each, index) => ({ ...each, id: String(index) })),
    gaps: [],
  });
  return { before: snapshot(before), after: snapshot(after), caller: random.pick(identities).id };
}

/** Computes what an identity may do in the group with lists instead of bit sets. */
function allowed({ bindings, roles, identities }: Snapshot, identity: string): string[] {
  if (identities.find(({ id }) => id === identity)!.disabled) return [];
  return bindings
    .filter((each) => each.identity === identity)
    .flatMap(({ role }) => roles.find(({ id }) => id === role)!.capabilities as readonly string[]);
}

const isOwner = (snapshot: Snapshot, identity: string): boolean => {
  const has = new Set(allowed(snapshot, identity));
  return capabilities.every((each) => has.has(each));
};

test("finds who is locked out in 1,000 random changes", () => {
  const seen = { caller: 0, owners: 0, nobody: 0 };
  for (let index = 0; index < 1000; index += 1) {
    const seed = seedOf(13, index);
    const { before, after, caller } = scenario(seed);
    const [had, has] = [allowed(before, caller), allowed(after, caller)];
    const owners = before.identities.map(({ id }) => id).filter((id) => isOwner(before, id));
    const isOwned = after.identities.some(({ id }) => isOwner(after, id));
    const found = lockOut(new AccessGraph(before), new AccessGraph(after), group, caller);
    expect({ seed, ...found, owners: [...found.owners].sort() }).toEqual({
      seed,
      caller: bindingCapabilities.filter((each) => had.includes(each) && !has.includes(each)),
      owners: isOwned ? [] : owners,
    });
    if (found.caller.length > 0) seen.caller += 1;
    if (found.owners.length > 0) seen.owners += 1;
    if (found.caller.length + found.owners.length === 0) seen.nobody += 1;
  }
  // The scenarios contain all outcomes, each often enough.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
});

test("does not lock out whom an unknown grant may keep", () => {
  const { before } = scenario(seedOf(13, 0));
  const me = before.identities[0]!.id;
  const owning = {
    ...before,
    identities: before.identities.map((each) => ({ ...each, disabled: false })),
    bindings: [{ id: "b", group, identity: me, role: "everything" }],
  };
  const change = (identity: string | { readonly unknown: string }) =>
    lockOut(
      new AccessGraph(owning),
      new AccessGraph({ ...owning, bindings: [{ id: "c", group, identity, role: "everything" }] }),
      group,
      me,
    );
  expect(change({ unknown: "known after apply" })).toEqual({ caller: [], owners: [] });
  expect(change("a/identity 1")).toEqual({ caller: bindingCapabilities, owners: [] });
});
