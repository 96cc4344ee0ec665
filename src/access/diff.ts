import {
  allCapabilities,
  type CapabilitySet,
  capabilityNames,
  hasCapability,
  includes,
  noCapabilities,
} from "./capability-set";
import { spansOf } from "./change-spans";
import { isExpired } from "./expiry";
import { Grants } from "./grants";
import type { AccessGraph, ResolvedBinding, UnresolvedBinding } from "./graph";
import { type IdentityEntry, isUnknown, knownOr, type MaybeUnknown } from "./snapshot";
import { trustWidening } from "./trust";

/** What an identity gains and loses in a group and everything below it. */
export interface AccessChange {
  /** The uid of the identity, or its address if its uid is not known yet. */
  readonly identity: string;
  /**
   * The uid or address of the topmost group in which access changes. Descendants inherit the change unless another
   * binding grants the same capabilities there.
   */
  readonly group: string;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  /** When the change takes effect; not set if that is immediately. */
  readonly from?: string;
  /** When the gained access ends; not set if it is permanent. */
  readonly until?: string;
  /** The uids or addresses of the role bindings that cause the change, and of the identity or roles if they do. */
  readonly via: readonly string[];
  /** Whether the identity has all capabilities in the group after the change, and did not before. */
  readonly becomesOwner?: true;
  /** How somebody could act as another identity because of the change. */
  readonly takeover?: Takeover;
}

export type Takeover =
  /** The identity gains `identity.update`: it may change who can assume the identities in the group. */
  | { readonly kind: "identity.update" }
  /** More tokens can assume the identity. */
  | { readonly kind: "claims"; readonly reason: string };

/** A change whose effect on access is unknown until apply. */
export interface UnknownChange {
  /** Whether a role binding grants something unknown, or who can assume an identity is unknown. */
  readonly kind: "binding" | "identity";
  /** The uid or address of the resource. */
  readonly resource: string;
  /** The reasons, as sentence fragments. */
  readonly reasons: readonly string[];
  /** The identities whose access may change; any identity if unset. */
  readonly identities?: readonly string[];
  /** The groups in which access may change; any group if unset. */
  readonly groups?: readonly string[];
  /** The capabilities that may be gained; any if unset. */
  readonly capabilities?: readonly string[];
}

/** The effect of a change on access. */
export interface AccessDiff {
  readonly changes: readonly AccessChange[];
  readonly unknown: readonly UnknownChange[];
  /** What the sources could not read, as full sentences. Access that stems from it is ignored. */
  readonly gaps: readonly string[];
}

/** Compares what everyone may do before and after a change. */
export function accessDiff(before: AccessGraph, after: AccessGraph): AccessDiff {
  const identities = new Set([...before.boundIdentities, ...after.boundIdentities]);
  const roles = changedRoles(before, after);
  const changes = [...identities].flatMap((identity) => changesOf(before, after, identity, roles));
  return {
    changes: [...changes, ...takeovers(before, after)],
    unknown: unknownChanges(before, after),
    gaps: [...new Set([...before.snapshot.gaps, ...after.snapshot.gaps])],
  };
}

const CAN_TAKE_OVER = "identity.update";

function changesOf(
  before: AccessGraph,
  after: AccessGraph,
  identity: string,
  roles: ReadonlySet<string>,
): AccessChange[] {
  const times = timesOf(before, after, identity);
  const periods = times.map((at) => ({ had: grantsOf(before, identity, at), has: grantsOf(after, identity, at) }));
  const groups = new Set(periods.flatMap(({ had, has }) => [...had.groups, ...has.groups]));
  const disabledChanged =
    before.identity(identity) !== undefined && before.isDisabled(identity) !== after.isDisabled(identity);
  return [...groups].flatMap((group) => {
    if (periods.every(({ had, has }) => had.in(group) === has.in(group))) return [];
    // Access that a new group inherits from its parent is not a change.
    const path = (after.group(group) ? after : before).path(group);
    const all = periods.map((period) => changeDuring(period, path));
    let becomesOwner = all.some((each) => each.becomesOwner);
    return spansOf(all, times).map(({ gained, lost, from, until }) => {
      const at = from ?? after.at;
      const through = [...grantsIn(after, identity, path, gained, at), ...grantsIn(before, identity, path, lost, at)];
      const via = disabledChanged
        ? [identity]
        : through.flatMap(({ binding, role }) => (roles.has(role) ? [binding.id, role] : [binding.id]));
      const isOwner = becomesOwner && gained !== noCapabilities;
      if (isOwner) becomesOwner = false;
      return {
        identity,
        group,
        gained: capabilityNames(gained),
        lost: capabilityNames(lost),
        ...(from ? { from } : {}),
        ...(until ? { until } : {}),
        via: [...new Set(via)],
        ...(isOwner ? { becomesOwner: true as const } : {}),
        ...(hasCapability(gained, CAN_TAKE_OVER) ? { takeover: { kind: CAN_TAKE_OVER } as const } : {}),
      };
    });
  });
}

/** Returns the time of the graphs, and the later times at which a role binding of the identity expires. */
function timesOf(before: AccessGraph, after: AccessGraph, identity: string): readonly string[] {
  const expiries = [before, after].flatMap((graph) =>
    graph.bindingsOf(identity).flatMap(({ expirationTime }) => (expirationTime ? [expirationTime] : [])),
  );
  return [after.at, ...[...new Set(expiries)].sort()];
}

/** Returns what changes in the first group of a path while nothing expires. */
function changeDuring({ had, has }: { readonly had: Grants; readonly has: Grants }, path: readonly string[]) {
  const [group = "", ...above] = path;
  const [was, is] = [had.at(group, path), has.at(group, path)];
  const [wasAbove, isAbove] = [had.at(group, above), has.at(group, above)];
  return {
    gained: is & ~was & ~(isAbove & ~wasAbove),
    lost: was & ~is & ~(wasAbove & ~isAbove),
    becomesOwner: includes(is, allCapabilities) && !includes(was, allCapabilities),
  };
}

const nothing = new Grants([]);

const grantsOf = (graph: AccessGraph, identity: string, at: string): Grants =>
  isUnknown(graph.isDisabled(identity)) ? nothing : graph.grantsOf(identity, at);

/** Returns the bindings of an identity that grant any of the capabilities in the first group of the path at a time. */
const grantsIn = (
  graph: AccessGraph,
  identity: string,
  path: readonly string[],
  capabilities: CapabilitySet,
  at: string,
): readonly ResolvedBinding[] =>
  graph
    .bindingsOf(identity)
    .filter(
      (each) =>
        (each.capabilities & capabilities) !== noCapabilities &&
        path.includes(each.group) &&
        !isExpired(each.expirationTime, at),
    );

/** Returns the roles whose capabilities change. */
const changedRoles = (before: AccessGraph, after: AccessGraph): ReadonlySet<string> =>
  new Set(
    after.snapshot.roles
      .filter(({ id, capabilities }) => {
        const previous = before.role(id);
        return previous !== undefined && sorted(previous.capabilities) !== sorted(capabilities);
      })
      .map(({ id }) => id),
  );

const sorted = (capabilities: MaybeUnknown<readonly string[]>): string =>
  isUnknown(capabilities) ? capabilities.unknown : [...capabilities].sort().join(" ");

/** Returns the identities that more tokens can assume than before. */
function takeovers(before: AccessGraph, after: AccessGraph): AccessChange[] {
  return after.snapshot.identities.flatMap((identity) => {
    const previous = before.identity(identity.id);
    if (!previous || isUnknown(previous.trust) || isUnknown(identity.trust)) return [];
    const reason = trustWidening(previous.trust, identity.trust);
    if (reason === undefined) return [];
    const takeover = { kind: "claims", reason } as const;
    const group = knownOr(identity.group, "");
    return [{ identity: identity.id, group, gained: [], lost: [], via: [identity.id], takeover }];
  });
}

function unknownChanges(before: AccessGraph, after: AccessGraph): UnknownChange[] {
  const known = new Map(before.uncertain.map((each) => [each.binding.id, fingerprint(each)]));
  const bindings = after.uncertain.filter((each) => known.get(each.binding.id) !== fingerprint(each));
  return [
    ...bindings.map(unknownBinding),
    ...after.snapshot.identities.flatMap((identity) => unknownIdentity(before.identity(identity.id), identity)),
  ];
}

const fingerprint = ({ binding: { group, identity, role, expirationTime }, reasons }: UnresolvedBinding): string =>
  JSON.stringify([group, identity, role, expirationTime ?? null, reasons]);

function unknownBinding({ binding, reasons, identity, group, capabilities }: UnresolvedBinding): UnknownChange {
  const [identities, groups] = [possible(identity), possible(group)];
  return {
    kind: "binding",
    resource: binding.id,
    reasons,
    ...(identities ? { identities } : {}),
    ...(groups ? { groups } : {}),
    ...(isUnknown(capabilities) ? {} : { capabilities: capabilityNames(capabilities) }),
  };
}

const possible = (value: MaybeUnknown<string>): readonly string[] | undefined =>
  isUnknown(value) ? value.oneOf : [value];

/** A new identity's trust settings are not a change; its access is reported through its role bindings. */
function unknownIdentity(before: IdentityEntry | undefined, after: IdentityEntry): UnknownChange[] {
  const unknowns = [after.disabled, ...(before ? [after.trust] : [])].filter(isUnknown);
  if (unknowns.length === 0) return [];
  const reasons = [...new Set(unknowns.map(({ unknown }) => unknown))];
  return [{ kind: "identity", resource: after.id, reasons, identities: [after.id] }];
}
