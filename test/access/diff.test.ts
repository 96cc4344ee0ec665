import { AccessGraph, accessDiff, type Policy, type Snapshot, violations } from "../../src/access";
import { builtInRole } from "../../src/model";
import { acme, alice, api, bind, deploy, owner, payments, pull, push, snapshotWith, trust, viewer } from "./snapshots";

const compare = (before: Snapshot, after: Snapshot) => accessDiff(new AccessGraph(before), new AccessGraph(after));
const changesFor = (before: Snapshot["bindings"], after: Snapshot["bindings"]) =>
  compare(snapshotWith(before), snapshotWith(after)).changes;
const pushOnly = ["repo.create", "repo.update", "tag.create", "tag.update"];

test("lists what a new binding adds to what the identity has", () => {
  const old = bind(deploy, pull, acme);
  expect(changesFor([old], [old, bind(deploy, push, payments)])).toEqual([
    { identity: deploy, group: payments, gained: pushOnly, lost: [], via: [bind(deploy, push, payments).id] },
  ]);
});

test("reports nothing for a binding that adds nothing, or whose removal takes nothing away", () => {
  const [above, below] = [bind(deploy, viewer, acme), bind(deploy, viewer, payments)];
  expect(changesFor([above], [above, below])).toEqual([]);
  expect(changesFor([above, below], [above])).toEqual([]);
});

test("lists a change at the highest group where it is true", () => {
  const changes = changesFor(
    [bind(deploy, pull, api)],
    [bind(deploy, pull, api), bind(deploy, push, api, 2), bind(deploy, push, acme)],
  );
  expect(changes).toEqual([
    {
      identity: deploy,
      group: acme,
      gained: expect.arrayContaining(pushOnly),
      lost: [],
      via: [bind(deploy, push, acme).id],
    },
  ]);
});

test("a binding that moves up loses nothing below", () => {
  expect(changesFor([bind(deploy, viewer, api)], [bind(deploy, viewer, payments)])).toEqual([
    {
      identity: deploy,
      group: payments,
      gained: expect.any(Array),
      lost: [],
      via: [bind(deploy, viewer, payments).id],
    },
  ]);
});

test("a binding that moves down loses above, and below only what it does not keep", () => {
  expect(changesFor([bind(deploy, push, payments)], [bind(deploy, pull, api)])).toEqual([
    {
      identity: deploy,
      group: payments,
      gained: [],
      lost: expect.arrayContaining(pushOnly),
      via: [bind(deploy, push, payments).id],
    },
  ]);
});

test("names the role when its capabilities change", () => {
  const role = (...capabilities: string[]) => [{ id: `${acme}/${"9".repeat(16)}`, name: "r", capabilities }];
  const bindings = [bind(alice, `${acme}/${"9".repeat(16)}`, payments)];
  const before = snapshotWith(bindings, { roles: role("tag.list") });
  const after = snapshotWith(bindings, { roles: role("tag.list", "tag.delete") });
  expect(compare(before, after).changes).toEqual([
    {
      identity: alice,
      group: payments,
      gained: ["tag.delete"],
      lost: [],
      via: [bindings[0]!.id, `${acme}/${"9".repeat(16)}`],
    },
  ]);
});

test("disabling an identity loses everything, and enabling it gains it again", () => {
  const before = snapshotWith([bind(deploy, push, payments)]);
  const identities = before.identities.map((each) => ({ ...each, disabled: true }));
  const [lost] = compare(before, { ...before, identities }).changes;
  expect(lost).toMatchObject({ identity: deploy, group: payments, gained: [], via: [deploy] });
  expect(lost!.lost).toHaveLength(builtInRole("registry.push").capabilities.length);
  expect(compare({ ...before, identities }, before).changes).toMatchObject([{ gained: lost!.lost, lost: [] }]);
});

test("agrees with the access in every group, for random changes", () => {
  const groups = [acme, payments, api, `${api}/${"3".repeat(16)}`, `${acme}/${"4".repeat(16)}`];
  const roles = [owner, viewer, pull, push];
  let state = 1;
  const next = (most: number) => {
    state = (state * 48271) % 2147483647;
    return state % most;
  };
  const random = () =>
    Array.from({ length: next(6) }, (_, index) => bind(alice, roles[next(4)]!, groups[next(5)]!, index));
  for (let run = 0; run < 500; run += 1) {
    const [before, after] = [new AccessGraph(snapshotWith(random())), new AccessGraph(snapshotWith(random()))];
    const { changes } = accessDiff(before, after);
    for (const group of groups) {
      const [was, is] = [before, after].map((graph) => graph.capabilitiesAt(alice, group)) as [bigint, bigint];
      const above = changes.filter((change) => after.isAtOrBelow(group, change.group));
      for (const capability of builtInRole("owner").capabilities) {
        const had = before.decide(alice, capability, group).answer === "yes";
        const has = after.decide(alice, capability, group).answer === "yes";
        const isGained = above.some(({ gained }) => gained.includes(capability));
        const isLost = above.some(({ lost }) => lost.includes(capability));
        if (!had && has) expect(isGained).toBe(true);
        if (had && !has) expect(isLost).toBe(true);
        // A gain is true below, except where the identity had the capability; a loss, except where it keeps it.
        if (isGained && !had) expect(has).toBe(true);
        if (isLost && !has) expect(had).toBe(true);
      }
      expect(was === is || above.length > 0).toBe(true);
    }
  }
});

describe("takeovers", () => {
  const before = snapshotWith([]);
  const trusting = (claimMatch: object) => ({
    ...before,
    identities: before.identities.map((each) => (each.id === deploy ? { ...each, trust: { claimMatch } } : each)),
  });

  test("lists identities that more tokens can assume", () => {
    const issuer = "https://issuer.example.com";
    expect(compare(before, trusting({ issuer, subjectPattern: "deploy.*" })).changes).toEqual([
      {
        identity: deploy,
        group: payments,
        gained: [],
        lost: [],
        via: [deploy],
        takeover: {
          kind: "claims",
          reason: 'its subject changes from "deploy" to anything that matches "deploy.*"',
        },
      },
    ]);
    expect(compare(trusting({ issuer, subjectPattern: "deploy.*" }), before).changes).toEqual([]);
    expect(compare(before, trusting({ issuer, subject: "deploy", claims: { ref: "main" } })).changes).toEqual([]);
    expect(compare(trusting({ issuer, subject: "deploy", claims: { ref: "main" } }), before).changes).toMatchObject([
      { takeover: { reason: "it no longer requires the claim ref" } },
    ]);
    expect(trust).toEqual({ claimMatch: { issuer, subject: "deploy" } });
  });

  test("marks a gain of identity.update", () => {
    const role = { id: `${acme}/${"9".repeat(16)}`, name: "r", capabilities: ["identity.update"] };
    const after = snapshotWith([bind(alice, role.id, payments)], { roles: [role] });
    expect(compare(before, after).changes).toMatchObject([{ takeover: { kind: "identity.update" } }]);
  });
});

describe("policies", () => {
  const broken = (after: Snapshot["bindings"], ...policies: Policy[]) => {
    const [was, is] = [new AccessGraph(snapshotWith([])), new AccessGraph(snapshotWith(after))];
    return violations(accessDiff(was, is), policies, is).map(({ policy }) => policy);
  };

  test("new-access concerns a group, what is above it and what is below it", () => {
    const inGroup = (group: string) => ({ kind: "new-access", group }) as const;
    expect(broken([bind(deploy, pull, payments)], { kind: "new-access" })).toHaveLength(1);
    expect(broken([bind(deploy, pull, payments)], inGroup(payments))).toHaveLength(1);
    expect(broken([bind(deploy, pull, payments)], inGroup(api))).toHaveLength(1);
    expect(broken([bind(deploy, pull, payments)], inGroup(acme))).toHaveLength(1);
    expect(broken([bind(deploy, pull, payments)], inGroup(`${acme}/${"4".repeat(16)}`))).toEqual([]);
  });

  test("new-owner needs all capabilities", () => {
    expect(broken([bind(deploy, viewer, acme)], { kind: "new-owner" }, { kind: "takeover" })).toEqual([]);
    expect(broken([bind(deploy, owner, api)], { kind: "new-owner" }, { kind: "takeover" })).toHaveLength(2);
  });

  test("what is unknown breaks the policies that it may break", () => {
    const unknown = { ...bind(deploy, push, payments), group: { unknown: "later", oneOf: [payments, api] } };
    expect(broken([unknown], { kind: "new-access" }, { kind: "new-owner" }, { kind: "takeover" })).toEqual([
      { kind: "new-access" },
    ]);
    expect(broken([unknown], { kind: "new-access", group: `${acme}/${"4".repeat(16)}` })).toEqual([]);
    const any = { ...bind(deploy, push, payments), role: { unknown: "later" } };
    expect(broken([any], { kind: "new-access" }, { kind: "new-owner" }, { kind: "takeover" })).toHaveLength(3);
  });
});
