/**
 * Measures the evaluation of access with 10,000 role bindings: a plan that creates them, compared with a platform that
 * has as many, 100 assertions with their coverage, the paths of all identities to more access, and the page of a report
 * with the changes of that plan. The reference is parsing the plan's JSON.
 */

import { internals } from "./load-internals.mjs";
import { compare, report } from "./measure.mjs";

const COUNT = 10_000;
const GROUPS = 1_000;
const IDENTITIES = 1_000;
const ASSERTIONS = 100;

const hex = (value) => value.toString(16).padStart(16, "0");

export default async function access() {
  const { AccessGraph, accessDiff, checkAssertion, coverageOf, Directory, escalations, parseAssertion, plannedAccess } =
    internals;
  const snapshot = platformOf();
  const plan = JSON.stringify(planOf(snapshot));
  const compared = () => {
    const { before, after } = plannedAccess(internals.terraformPlan(JSON.parse(plan)), snapshot);
    const [old, current] = [new AccessGraph(before), new AccessGraph(after)];
    return { before: old, diff: accessDiff(old, current), after: current, directory: new Directory(before, after) };
  };
  const { diff, ...comparison } = compared();
  const { after, directory } = comparison;
  const origin = { source: "https://api.example.com", time: new Date(0).toISOString() };
  console.log(`\n  ${diff.changes.length} changes of ${after.snapshot.bindings.length} role bindings`);
  const subjects = {
    "parse the plan": () => JSON.parse(plan),
    "compare access before and after": () => internals.violations(compared().diff, [{ kind: "new-access" }], after),
    [`check ${ASSERTIONS} assertions`]: () => {
      const [graph, directory] = [new AccessGraph(snapshot), new Directory(snapshot)];
      const checks = Array.from({ length: ASSERTIONS }, (_, index) => assertionOf(index)).flatMap((each) =>
        checkAssertion(parseAssertion(each), graph, directory),
      );
      coverageOf(checks, graph);
    },
    "find the paths of all identities": () =>
      escalations(new AccessGraph(snapshot), { tokens: PLATFORM, now: new Date().toISOString() }),
    "write the page of a report": () => {
      const data = internals.reportData(after, directory, origin, { since: "before the plan", comparison, diff });
      internals.accessReportPage(data, { script: "", style: "" });
    },
  };
  const timed = Object.entries(subjects).map(([name, run]) => [
    name,
    async () => {
      const started = performance.now();
      run();
      return performance.now() - started;
    },
  ]);
  report(
    `access with ${COUNT.toLocaleString("en")} role bindings`,
    await compare(Object.fromEntries(timed), { rounds: 9, reference: "parse the plan" }),
  );
}

const PLATFORM = { issuer: "https://auth.example.com", audience: "https://platform.example.com" };

const root = "a".repeat(40);
const groupOf = (index) => `${root}/${hex(index % GROUPS)}`;
const identityOf = (index) => `${groupOf(index)}/${hex(GROUPS + (index % IDENTITIES))}`;
const push = () => internals.builtInRole("registry.push").uid;
const viewer = () => internals.builtInRole("viewer").uid;

/** Every third identity trusts the platform's tokens of another one, and every fifth accepts those of a repository. */
function trustOf(index) {
  const issuer = "https://issuer.example.com";
  if (index % 3 === 2) return { claimMatch: { issuer: PLATFORM.issuer, subject: identityOf(index - 1) } };
  if (index % 5 === 0) return { claimMatch: { issuer, subjectPattern: `repo:acme/${index % 100}:.*` } };
  return { claimMatch: { issuer, subject: `repo:acme/${index % 100}:ref:refs/heads/${index}` } };
}

function platformOf() {
  return {
    groups: [
      { id: root, name: "acme" },
      ...Array.from({ length: GROUPS }, (_, index) => ({ id: groupOf(index), name: `group-${index}`, parent: root })),
    ],
    identities: Array.from({ length: IDENTITIES }, (_, index) => ({
      id: identityOf(index),
      name: `identity-${index}`,
      group: groupOf(index),
      disabled: false,
      trust: trustOf(index),
    })),
    roles: [],
    bindings: Array.from({ length: COUNT }, (_, index) => ({
      id: `${groupOf(index * 7)}/${hex(COUNT + index)}`,
      group: groupOf(index * 7),
      identity: identityOf(index),
      role: index % 50 === 0 ? push() : viewer(),
    })),
    gaps: [],
  };
}

/** A plan that changes the role of every role binding. */
const planOf = ({ bindings }) => ({
  format_version: "1.2",
  resource_changes: bindings.map(({ id, group, identity, role }, index) => {
    const before = { uid: id, group_uid: group, identity_uid: identity, role_uid: role };
    return {
      address: `platform_role_binding.all[${index}]`,
      mode: "managed",
      type: "platform_role_binding",
      name: "all",
      index,
      change: { actions: ["update"], before, after: { ...before, role_uid: push() }, after_unknown: {} },
    };
  }),
});

const assertionOf = (index) =>
  index % 2 === 0
    ? { who: `identity-${index}`, in: `acme/group-${(index * 7) % GROUPS}`, can: "tag.list", cannot: "tag.create" }
    : { only: [], in: `acme/group-${index}`, can: "role_bindings.create" };
