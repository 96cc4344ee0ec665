import { allCapabilities, capabilitySet, includes } from "./capability-set";
import type { AccessChange, AccessDiff, UnknownChange } from "./diff";
import type { AccessGraph } from "./graph";

/** A condition that an access diff must not violate. */
export type Policy =
  /** No identity gains a capability: anywhere, or in the group, above it or below it. */
  | { readonly kind: "new-access"; readonly group?: string }
  /** No identity gets all capabilities of a group. */
  | { readonly kind: "new-owner" }
  /** Nobody becomes able to act as another identity. */
  | { readonly kind: "takeover" };

/** The changes that violate a policy. Unknown changes count as violations, because they may grant anything. */
export interface Violation {
  readonly policy: Policy;
  readonly changes: readonly AccessChange[];
  readonly unknown: readonly UnknownChange[];
}

/** Returns the policies that a diff violates. `after` is the access after the change. */
export function violations(diff: AccessDiff, policies: readonly Policy[], after: AccessGraph): Violation[] {
  return policies.flatMap((policy) => {
    const changes = diff.changes.filter((change) => violates(policy, change, after));
    const unknown = diff.unknown.filter((change) => mayViolate(policy, change, diff, after));
    return changes.length + unknown.length === 0 ? [] : [{ policy, changes, unknown }];
  });
}

function violates(policy: Policy, change: AccessChange, after: AccessGraph): boolean {
  switch (policy.kind) {
    case "new-access":
      return change.gained.length > 0 && isRelated(policy.group, change.group, after);
    case "new-owner":
      return change.becomesOwner === true;
    case "takeover":
      return change.takeover !== undefined;
  }
}

function mayViolate(policy: Policy, change: UnknownChange, diff: AccessDiff, after: AccessGraph): boolean {
  const { groups, capabilities } = change;
  switch (policy.kind) {
    case "new-access":
      return groups === undefined || groups.some((group) => isRelated(policy.group, group, after));
    case "new-owner":
      return mayOwn(change, diff, after);
    case "takeover":
      return capabilities === undefined || capabilities.includes("identity.update");
  }
}

/** Capabilities that an identity lacks may come from several unknown changes together. */
function mayOwn({ identities, groups }: UnknownChange, diff: AccessDiff, after: AccessGraph): boolean {
  if (diff.unknown.some(({ capabilities }) => capabilities === undefined)) return true;
  const possible = capabilitySet(diff.unknown.flatMap(({ capabilities = [] }) => capabilities));
  // An identity that has nothing yet only gets what is possible.
  const holders = identities ?? ["", ...after.boundIdentities];
  return holders.some((identity) =>
    (groups ?? ["", ...after.grantsOf(identity).groups]).some((group) =>
      includes(after.capabilitiesAt(identity, group) | possible, allCapabilities),
    ),
  );
}

/** Access in a group includes everything below it, and access below a group concerns the group. */
const isRelated = (group: string | undefined, changed: string, after: AccessGraph): boolean =>
  group === undefined ||
  after.isAtOrBelow(changed, group) ||
  after.isAtOrBelow(group, changed) ||
  after.unknownAbove(changed) !== undefined;
