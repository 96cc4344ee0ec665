import type { Capability } from "../model";
import { allCapabilities, includes } from "./capability-set";
import type { AccessGraph } from "./graph";

/** The capabilities that a caller needs to manage the role bindings of a group. */
export const bindingCapabilities: readonly Capability[] = ["role_bindings.create", "role_bindings.delete"];

/** What a change of role bindings would take away that nobody could restore, or that the caller could not. */
export interface LockOut {
  /** The capabilities to manage the group's role bindings that the caller would lose. */
  readonly caller: readonly Capability[];
  /** The owners of the group before the change, if it would have none afterwards. */
  readonly owners: readonly string[];
}

/**
 * Returns what a change of role bindings would lock out of a group. What is unknown after the change locks nobody out.
 * An owner is an identity with all capabilities in the group, inherited ones included. Without a `caller`, only owners
 * are examined.
 */
export function lockOut(before: AccessGraph, after: AccessGraph, group: string, caller: string | undefined): LockOut {
  const lost = (capability: Capability): boolean =>
    caller !== undefined &&
    before.decide(caller, capability, group).answer === "yes" &&
    after.decide(caller, capability, group).answer === "no";
  const owners = ownersOf(before, group);
  const isUnowned = ownersOf(after, group).length === 0 && !mayHaveOwner(after, group);
  return { caller: bindingCapabilities.filter(lost), owners: isUnowned ? owners : [] };
}

const ownersOf = (graph: AccessGraph, group: string): readonly string[] =>
  graph.identities().filter((identity) => includes(graph.capabilitiesAt(identity, group), allCapabilities));

/** Returns whether what is unknown could make someone an owner. */
const mayHaveOwner = (graph: AccessGraph, group: string): boolean =>
  graph.uncertain.length > 0 || graph.unknownAbove(group) !== undefined;
