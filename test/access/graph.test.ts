import { AccessGraph, capabilityNames } from "../../src/access";
import { builtInRole } from "../../src/model";
import { acme, alice, api, bind, deploy, payments, pull, push, snapshotWith, viewer } from "./snapshots";

test("grants apply in their group and below, and add up", () => {
  const graph = new AccessGraph(snapshotWith([bind(deploy, pull, acme), bind(deploy, push, payments)]));
  expect(capabilityNames(graph.capabilitiesAt(deploy, acme)).sort()).toEqual(
    [...builtInRole("registry.pull").capabilities].sort(),
  );
  expect(graph.decide(deploy, "tag.create", acme)).toEqual({ answer: "no", via: [], because: [] });
  expect(graph.decide(deploy, "tag.create", api)).toMatchObject({ answer: "yes", via: [{ group: payments }] });
  expect(graph.decide(deploy, "tag.list", api).via.map(({ group }) => group)).toEqual([acme, payments]);
  expect(graph.decide(alice, "tag.list", api).answer).toBe("no");
});

test("keeps capabilities that the model does not contain", () => {
  const role = { id: "9".repeat(40), name: "newer", capabilities: ["rockets.launch"] };
  const graph = new AccessGraph(snapshotWith([bind(alice, role.id, acme)], { roles: [role] }));
  expect(graph.decide(alice, "rockets.launch", api).answer).toBe("yes");
  expect(capabilityNames(graph.capabilitiesAt(alice, api))).toEqual(["rockets.launch"]);
});

test("a disabled identity may do nothing", () => {
  const snapshot = snapshotWith([bind(alice, viewer, acme)]);
  const identities = snapshot.identities.map((each) => ({ ...each, disabled: true }));
  const graph = new AccessGraph({ ...snapshot, identities });
  expect(graph.decide(alice, "tag.list", acme).answer).toBe("no");
  expect([...graph.whoCan("tag.list", acme).keys()]).toEqual([]);
});

test("says what is unknown instead of guessing", () => {
  const unknown = { unknown: "the group_uid of b is known only after apply", oneOf: [payments, acme] };
  const graph = new AccessGraph(snapshotWith([{ ...bind(deploy, push, payments), group: unknown }]));
  expect(graph.decide(deploy, "tag.create", api)).toEqual({ answer: "unknown", via: [], because: [unknown.unknown] });
  expect(graph.decide(deploy, "groups.delete", api).answer).toBe("no");
  expect(graph.decide(alice, "tag.create", api).answer).toBe("no");
  expect(graph.decide(deploy, "tag.create", "f".repeat(40)).answer).toBe("no");
  expect(graph.capabilitiesAt(deploy, api)).toBe(0n);
});

test("answers unknown for a role whose capabilities are hidden", () => {
  const graph = new AccessGraph(snapshotWith([bind(deploy, "9".repeat(40), acme)]));
  expect(graph.decide(deploy, "tag.create", api)).toMatchObject({
    answer: "unknown",
    because: [`the capabilities of role ${"9".repeat(40)} cannot be seen`],
  });
});

test("follows the parents of groups that have no uid yet", () => {
  const snapshot = snapshotWith([bind(alice, viewer, acme)]);
  const groups = [
    ...snapshot.groups,
    { id: "platform_group.new", name: "new", parent: payments },
    {
      id: "platform_group.lost",
      name: "lost",
      parent: { unknown: "the parent_uid of platform_group.lost is unknown" },
    },
  ];
  const graph = new AccessGraph({ ...snapshot, groups });
  expect(graph.path("platform_group.new")).toEqual(["platform_group.new", payments, acme]);
  expect(graph.decide(alice, "tag.list", "platform_group.new").answer).toBe("yes");
  expect(graph.decide(alice, "tag.list", "platform_group.lost")).toMatchObject({
    answer: "unknown",
    because: ["the parent_uid of platform_group.lost is unknown"],
  });
});

test("lists who has a capability", () => {
  const graph = new AccessGraph(snapshotWith([bind(alice, viewer, acme), bind(deploy, push, payments)]));
  expect([...graph.whoCan("tag.list", api).keys()]).toEqual([alice, deploy]);
  expect([...graph.whoCan("tag.create", api).keys()]).toEqual([deploy]);
  expect([...graph.whoCan("tag.create", acme).keys()]).toEqual([]);
});
