import { allCapabilities, type CapabilitySet, capabilityNames, includes, noCapabilities } from "./capability-set";
import type { AccessGraph } from "./graph";
import { type PlatformTokens, type TokenStep, tokenSteps, type UnknownTrust } from "./token-steps";

/**
 * Chains by which an identity can act as another one that may do more. The service lets callers grant, and take over,
 * only what they have themselves: role bindings, invites, changes of roles and identity providers, and changes of who
 * may assume an identity, which require all capabilities of that identity and of those that its tokens can assume. None
 * of them adds to what an identity has at that time together with those it can act as, so chains consist of tokens only.
 * They can outlast temporary access, though, which paths do not show.
 */

/** What the bearer of an identity's tokens gains by acting as another one. */
export interface EscalationPath {
  readonly from: string;
  readonly to: string;
  readonly steps: readonly TokenStep[];
  /** What `to` has and `from` does not, at the highest groups where it is true. */
  readonly gained: readonly GainedAccess[];
}

export interface GainedAccess {
  readonly group: string;
  readonly capabilities: readonly string[];
  /** Whether `to` has all capabilities in the group. */
  readonly isOwner: boolean;
}

export interface Escalations {
  readonly paths: readonly EscalationPath[];
  /** Identities that may be assumed in ways that were not considered. */
  readonly unknown: readonly UnknownTrust[];
}

export interface EscalationOptions {
  /** Undefined if the address of the token service is unknown; exchanges of its own tokens are then not considered. */
  readonly tokens?: PlatformTokens | undefined;
  /** The time at which keys must not have expired, in RFC 3339 format. */
  readonly now: string;
  /** Find only the paths of this identity. */
  readonly from?: string | undefined;
}

/** The service rejects longer chains of exchanges. */
const MAX_EXCHANGES = 8;

/** Finds, for each identity, the shortest path to each other one that it can act as and that may do more. */
export function escalations(graph: AccessGraph, { tokens, now, from }: EscalationOptions): Escalations {
  const steps = tokenSteps(graph, tokens, now);
  const sources = graph.snapshot.identities
    .filter(({ id, disabled }) => (from === undefined || id === from) && disabled !== true)
    .map(({ id }) => id);
  const paths = sources.flatMap((source) =>
    [...reached(source, steps)].flatMap(([to, chain]): EscalationPath[] => {
      const gained = gainedBy(graph, source, to);
      return gained.length === 0 ? [] : [{ from: source, to, steps: chain, gained }];
    }),
  );
  return { paths, unknown: steps.unknown };
}

/** Returns the identities that an identity can act as, with the shortest chains of steps. */
function reached(source: string, steps: ReturnType<typeof tokenSteps>): ReadonlyMap<string, readonly TokenStep[]> {
  const chains = new Map<string, readonly TokenStep[]>([[source, []]]);
  // A token of another issuer starts a new chain of exchanges.
  for (const step of steps.shared(source)) chains.set(step.to, [step]);
  let level = [...chains.keys()];
  for (let exchanges = 1; exchanges <= MAX_EXCHANGES && level.length > 0; exchanges += 1) {
    const next: string[] = [];
    for (const identity of level)
      for (const step of steps.exchanges(identity)) {
        if (chains.has(step.to)) continue;
        chains.set(step.to, [...chains.get(identity)!, step]);
        next.push(step.to);
      }
    level = next;
  }
  chains.delete(source);
  return chains;
}

function gainedBy(graph: AccessGraph, from: string, to: string): GainedAccess[] {
  const gain = (group: string, path: readonly string[]): CapabilitySet =>
    graph.grantsOf(to).at(group, path) & ~graph.grantsOf(from).at(group, path);
  return [...graph.grantsOf(to).groups].flatMap((group) => {
    const above = gain(group, graph.path(group).slice(1));
    return gainedAt(graph, from, to, group, above);
  });
}

/** Returns what `to` has in a group and `from` does not, except for what is listed elsewhere. */
function gainedAt(graph: AccessGraph, from: string, to: string, group: string, except = noCapabilities) {
  const path = graph.path(group);
  const has = graph.grantsOf(to).at(group, path);
  const gained = has & ~graph.grantsOf(from).at(group, path) & ~except;
  if (gained === noCapabilities) return [];
  return [{ group, capabilities: capabilityNames(gained), isOwner: includes(has, allCapabilities) }];
}

/** What a path must lead to. */
export interface EscalationTarget {
  /** To act as this identity. */
  readonly identity?: string | undefined;
  /** To have this capability. */
  readonly capability?: string | undefined;
  /** To have all capabilities of a group. */
  readonly owner?: boolean | undefined;
  /** What is gained must apply in this group or below it. */
  readonly group?: string | undefined;
}

/** Returns whether a path leads to the target. */
export function leadsTo(
  graph: AccessGraph,
  { from, to, gained }: EscalationPath,
  { identity, capability, owner, group }: EscalationTarget,
): boolean {
  if (identity !== undefined && identity !== to) return false;
  const within =
    group === undefined
      ? gained
      : [...gainedAt(graph, from, to, group), ...gained.filter((each) => graph.isAtOrBelow(each.group, group))];
  return within.some(
    (each) => (capability === undefined || each.capabilities.includes(capability)) && (!owner || each.isOwner),
  );
}
