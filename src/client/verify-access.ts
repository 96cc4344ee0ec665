import { setTimeout } from "node:timers/promises";
import { isAtOrBelow, selfAndAncestors } from "../api";
import { capabilities as allCapabilities, type Capability } from "../model";
import type { PlatformClient } from "./client";
import type { CallOptions } from "./collection";

/** Capabilities that an identity has in a group and below. */
export interface ExpectedGrant {
  /** The uid of the group. */
  readonly group: string;
  /** The capabilities' short names. */
  readonly capabilities: readonly Capability[];
}

/** How what the caller can do in a group differs from what is granted to it. */
export interface AccessDifference {
  readonly group: string;
  readonly missing: readonly Capability[];
  readonly more: readonly Capability[];
}

/** How long to wait for nodes that do not know new role bindings yet. */
const ATTEMPTS = 5;
const WAIT_MS = 1000;

/** Returns the groups in which {@link compareAccess} is useful: those of the grants and above. */
export const groupsOf = (grants: readonly ExpectedGrant[]): readonly string[] => [
  ...new Set(grants.flatMap(({ group }) => selfAndAncestors(group))),
];

/**
 * Compares what the caller can do in a group with what is granted to it. Throws PlatformError, with the status 404, 405
 * or 501 if the deployment has no testCapabilities method.
 */
export async function compareAccess(
  client: PlatformClient,
  group: string,
  grants: readonly ExpectedGrant[],
  options: CallOptions = {},
): Promise<AccessDifference> {
  const applicable = grants.filter((grant) => isAtOrBelow(group, grant.group));
  const expected = new Set(applicable.flatMap(({ capabilities }) => capabilities));
  for (let attempt = 1; ; attempt++) {
    const actual = new Set(await client.testCapabilities(group, allCapabilities, options));
    const missing = [...expected].filter((each) => !actual.has(each)).sort();
    if (missing.length > 0 && attempt < ATTEMPTS) {
      await setTimeout(WAIT_MS, undefined, { signal: options.signal });
      continue;
    }
    return { group, missing, more: [...actual].filter((each) => !expected.has(each)).sort() };
  }
}
