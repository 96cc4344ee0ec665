import { AccessGraph, checkAssertion, coverageOf, Directory, parseAssertion, type Snapshot } from "../../src/access";
import { acme, alice, api, bind, deploy, owner, payments, push, snapshotWith, viewer } from "./snapshots";

const check = (snapshot: Snapshot, ...assertions: readonly unknown[]) => {
  const [graph, directory] = [new AccessGraph(snapshot), new Directory(snapshot)];
  const checks = assertions.flatMap((each) => checkAssertion(parseAssertion(each), graph, directory));
  return { problems: checks.flatMap(({ problems }) => problems), coverage: coverageOf(checks, graph) };
};

const bindings = [bind(alice, owner, acme), bind(deploy, push, payments)];

test("can and cannot hold for the group and everything below it", () => {
  const snapshot = snapshotWith(bindings);
  expect(
    check(snapshot, { who: "deploy", in: "acme/payments", can: "tag.create", cannot: ["tag.delete"] }).problems,
  ).toEqual([]);
  expect(check(snapshot, { who: "deploy", in: "acme/payments/api", can: "tag.create" }).problems).toEqual([]);
  expect(check(snapshot, { who: "deploy", in: "acme", can: "tag.create" }).problems).toEqual([
    "deploy does not have tag.create",
  ]);
  // What it has below the group counts, too.
  expect(check(snapshot, { who: "deploy", in: "acme", cannot: "tag.create" }).problems).toEqual([
    `deploy has tag.create through registry.push in acme/payments, by ${bindings[1]!.id}`,
  ]);
});

test("only names exactly the identities that have a capability", () => {
  const snapshot = snapshotWith(bindings);
  expect(check(snapshot, { only: ["alice", "deploy"], in: "acme/payments", can: "tag.create" }).problems).toEqual([]);
  expect(check(snapshot, { only: "alice", in: "acme", can: "tag.create" }).problems).toEqual([
    `deploy has tag.create through registry.push in acme/payments, by ${bindings[1]!.id}`,
  ]);
  expect(check(snapshot, { only: ["alice", "deploy"], in: "acme/payments", can: "tag.delete" }).problems).toEqual([
    "deploy does not have tag.delete",
  ]);
});

test("fails for what is not known yet", () => {
  const unknown = { ...bind(deploy, push, payments), group: { unknown: "the group is known later" } };
  const { problems } = check(snapshotWith([unknown]), {
    who: "deploy",
    in: "acme/payments",
    can: "tag.create",
    cannot: ["tag.delete", "tag.update"],
  });
  expect(problems).toEqual(["the group is known later", "the group is known later"]);
});

test("counts the role bindings whose removal or widening an assertion would notice", () => {
  const { coverage } = check(
    snapshotWith([...bindings, bind(deploy, viewer, api)]),
    { who: "deploy", in: "acme/payments", can: ["tag.create", "tag.list"] },
    { who: "deploy", in: "acme/payments/api", cannot: "groups.delete" },
    { only: "alice", in: "acme", can: "role_bindings.create" },
  );
  expect(coverage).toEqual([
    { binding: bindings[0]!.id, removal: true, widening: false },
    { binding: bindings[1]!.id, removal: true, widening: true },
    { binding: bind(deploy, viewer, api).id, removal: false, widening: true },
  ]);
});

test.each([
  [{ who: "a", in: "acme", cann: "tag.create" }, '"cann" is not a key of an assertion; did you mean "can"?'],
  [{ who: "a", can: "tag.create" }, "in must name a group"],
  [{ in: "acme", can: "tag.create" }, "either who or only must name identities"],
  [{ who: "a", only: "b", in: "acme", can: "tag.create" }, "either who or only must name identities"],
  [{ who: "a", in: "acme" }, "can or cannot must name at least one capability"],
  [{ who: [], in: "acme", can: "tag.create" }, "who must name at least one identity"],
  [{ only: "a", in: "acme", cannot: "tag.create" }, "cannot does not go with only: what others cannot is implied"],
  [
    { who: "a", in: "acme", can: "tag.creat" },
    'can: "tag.creat" must be a capability such as groups.list; did you mean "tag.create"?',
  ],
  [{ who: { a: 1 }, in: "acme", can: "tag.create" }, "who must be a text or a list of texts"],
  ["text", "an assertion must have keys, such as {who: deploy, in: acme, can: tag.create}"],
])("rejects %j", (value, message) => {
  expect(() => parseAssertion(value)).toThrow(message);
});
