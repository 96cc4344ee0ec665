import { parentOf } from "../api";
import { builtInRoles } from "../model";
import { type CapabilitySet, capabilitySet, hasCapability, noCapabilities } from "./capability-set";
import { isExpired } from "./expiry";
import { Grants } from "./grants";
import {
  type BindingEntry,
  type GroupEntry,
  type IdentityEntry,
  isUnknown,
  type MaybeUnknown,
  type RoleEntry,
  type Snapshot,
  type Unknown,
} from "./snapshot";

/** A role binding whose identity, group and capabilities are all known. */
export interface ResolvedBinding {
  readonly binding: BindingEntry;
  readonly identity: string;
  readonly group: string;
  readonly role: string;
  readonly capabilities: CapabilitySet;
  /** When the access ends; not set if it is permanent. */
  readonly expirationTime?: string | undefined;
}

/** A role binding whose identity, group or capabilities are not yet known. */
export interface UnresolvedBinding {
  readonly binding: BindingEntry;
  readonly reasons: readonly string[];
  readonly identity: MaybeUnknown<string>;
  readonly group: MaybeUnknown<string>;
  readonly capabilities: MaybeUnknown<CapabilitySet>;
}

export type Answer = "yes" | "no" | "unknown";

/** The answer to a question, and where it comes from. */
export interface Decision {
  readonly answer: Answer;
  /** The bindings that grant the capability. */
  readonly via: readonly ResolvedBinding[];
  /** Why the answer is unknown, in sentences. */
  readonly because: readonly string[];
}

const none: readonly ResolvedBinding[] = [];

/** Computes effective access in a snapshot: the union of what role bindings grant. */
export class AccessGraph {
  readonly #groups: ReadonlyMap<string, GroupEntry>;
  readonly #identities: ReadonlyMap<string, IdentityEntry>;
  readonly #roles: ReadonlyMap<string, RoleEntry>;
  readonly #capabilities = new Map<string, MaybeUnknown<CapabilitySet>>();
  readonly #granted = new Map<string, ResolvedBinding[]>();
  readonly #expired = new Map<string, ResolvedBinding[]>();
  readonly #grants = new Map<string, Grants>();
  readonly #paths = new Map<string, readonly string[]>();
  readonly uncertain: readonly UnresolvedBinding[];

  /** `at` is the time that decides which role bindings have expired (RFC 3339); none have if it is not given. */
  constructor(
    readonly snapshot: Snapshot,
    readonly at = "",
  ) {
    this.#groups = byId(snapshot.groups);
    this.#identities = byId(snapshot.identities);
    this.#roles = byId(snapshot.roles);
    const uncertain: UnresolvedBinding[] = [];
    for (const binding of snapshot.bindings) {
      const found = this.#resolve(binding);
      const hasExpired = isExpired(binding.expirationTime, at);
      if ("reasons" in found) {
        if (!hasExpired) uncertain.push(found);
      } else {
        const byIdentity = hasExpired ? this.#expired : this.#granted;
        const own = byIdentity.get(found.identity);
        if (own) own.push(found);
        else byIdentity.set(found.identity, [found]);
      }
    }
    this.uncertain = uncertain;
  }

  group(id: string): GroupEntry | undefined {
    return this.#groups.get(id);
  }

  identity(id: string): IdentityEntry | undefined {
    return this.#identities.get(id);
  }

  /** Returns the role with an id, built-in ones included. */
  role(id: string): RoleEntry | undefined {
    return this.#roles.get(id) ?? builtIn.get(id);
  }

  /** Returns the group and its ancestors, nearest first, as far as they are known. */
  path(group: string): readonly string[] {
    const known = this.#paths.get(group);
    if (known) return known;
    const parent = this.#parent(group);
    const path = parent === undefined || isUnknown(parent) ? [group] : [group, ...this.path(parent)];
    this.#paths.set(group, path);
    return path;
  }

  /** Returns why some ancestor of the group is unknown; undefined if all are known. */
  unknownAbove(group: string): Unknown | undefined {
    const top = this.#parent(this.path(group).at(-1)!);
    return isUnknown(top) ? top : undefined;
  }

  isAtOrBelow(group: string, ancestor: string): boolean {
    return this.path(group).includes(ancestor);
  }

  /** The identities with at least one binding that has not expired, whether it has an effect or not. */
  get boundIdentities(): Iterable<string> {
    return this.#granted.keys();
  }

  /** Returns the bindings of an identity that have not expired, whether they have an effect or not. */
  bindingsOf(identity: string): readonly ResolvedBinding[] {
    return this.#granted.get(identity) ?? none;
  }

  /** Returns the bindings of an identity that have expired. */
  expiredBindingsOf(identity: string): readonly ResolvedBinding[] {
    return this.#expired.get(identity) ?? none;
  }

  /** Returns the bindings that granted an identity a capability in a group until they expired. */
  expiredGrantsOf(identity: string, capability: string, group: string): readonly ResolvedBinding[] {
    return this.expiredBindingsOf(identity).filter(
      (each) => hasCapability(each.capabilities, capability) && this.isAtOrBelow(group, each.group),
    );
  }

  /** Returns whether an identity is disabled. */
  isDisabled(identity: string): MaybeUnknown<boolean> {
    return this.#identities.get(identity)?.disabled ?? false;
  }

  /**
   * Returns what the identity is granted, by group, at a time that is not earlier than the graph's: nothing for a
   * disabled identity, whose tokens are rejected.
   */
  grantsOf(identity: string, at = this.at): Grants {
    if (at !== this.at) {
      const active = this.bindingsOf(identity).filter(({ expirationTime }) => !isExpired(expirationTime, at));
      return new Grants(this.isDisabled(identity) === true ? none : active);
    }
    const known = this.#grants.get(identity);
    if (known) return known;
    const grants = new Grants(this.isDisabled(identity) === true ? none : this.bindingsOf(identity));
    this.#grants.set(identity, grants);
    return grants;
  }

  /** Returns the capabilities that the identity is known to have in a group. */
  capabilitiesAt(identity: string, group: string): CapabilitySet {
    return isUnknown(this.isDisabled(identity)) ? noCapabilities : this.grantsOf(identity).at(group, this.path(group));
  }

  /** Decides whether the identity has the capability in the group. */
  decide(identity: string, capability: string, group: string): Decision {
    const disabled = this.isDisabled(identity);
    if (disabled === true) return { answer: "no", via: none, because: [] };
    const path = this.path(group);
    const via = this.bindingsOf(identity).filter(
      (each) => hasCapability(each.capabilities, capability) && path.includes(each.group),
    );
    const because =
      via.length > 0
        ? []
        : [...this.#possibleAbove(identity, capability, group), ...this.#possible(identity, capability, path)];
    if (isUnknown(disabled) && (via.length > 0 || because.length > 0))
      return { answer: "unknown", via, because: [disabled.unknown, ...because] };
    return { answer: via.length > 0 ? "yes" : because.length > 0 ? "unknown" : "no", via, because };
  }

  /** Decides whether the identity has the capability in the group or anywhere below it. */
  decideWithin(identity: string, capability: string, group: string): Decision {
    const disabled = this.isDisabled(identity);
    if (disabled === true) return { answer: "no", via: none, because: [] };
    const via = this.bindingsOf(identity).filter(
      (each) =>
        hasCapability(each.capabilities, capability) &&
        (this.isAtOrBelow(each.group, group) || this.isAtOrBelow(group, each.group)),
    );
    const because = via.length > 0 ? [] : this.#possibleWithin(identity, capability, group);
    if (isUnknown(disabled) && via.length > 0) return { answer: "unknown", via, because: [disabled.unknown] };
    return { answer: via.length > 0 ? "yes" : because.length > 0 ? "unknown" : "no", via, because };
  }

  /** Returns all identities: those that are listed, and those that only role bindings mention. */
  identities(): readonly string[] {
    return [...new Set([...this.#identities.keys(), ...this.#granted.keys()])];
  }

  /** Returns the identities that may have the capability in the group, with the decision for each. */
  whoCan(capability: string, group: string): ReadonlyMap<string, Decision> {
    return new Map(
      this.identities().flatMap((identity) => {
        const decision = this.decide(identity, capability, group);
        return decision.answer === "no" ? [] : [[identity, decision] as const];
      }),
    );
  }

  /** Returns what is unknown about bindings that might grant the capability. */
  #possible(identity: string, capability: string, path: readonly string[]): readonly string[] {
    return this.uncertain
      .filter((each) => mayGrant(each, identity, capability) && couldBe(each.group, path))
      .flatMap(({ reasons }) => reasons);
  }

  /** Returns why an ancestor is unknown in which the identity might be granted the capability. */
  #possibleAbove(identity: string, capability: string, group: string): readonly string[] {
    const above = this.unknownAbove(group);
    if (!above) return [];
    const top = this.path(group).at(-1)!;
    // Groups at or below the topmost known ancestor are not above it.
    const mayBeAbove = (known: string) => !this.isAtOrBelow(known, top);
    const isPossible =
      this.bindingsOf(identity).some(
        (each) => hasCapability(each.capabilities, capability) && mayBeAbove(each.group),
      ) ||
      this.uncertain.some(
        (each) =>
          mayGrant(each, identity, capability) &&
          (isUnknown(each.group) ? (each.group.oneOf ?? []).some(mayBeAbove) : mayBeAbove(each.group)),
      );
    return isPossible ? [above.unknown] : [];
  }

  #possibleWithin(identity: string, capability: string, group: string): readonly string[] {
    const hasUncertain = this.uncertain.length > 0;
    const below = hasUncertain ? [...this.#groups.keys()].filter((each) => this.isAtOrBelow(each, group)) : [];
    return [
      ...this.#possibleAbove(identity, capability, group),
      ...this.#possible(identity, capability, [...this.path(group), ...below]),
    ];
  }

  #parent(group: string): MaybeUnknown<string> | undefined {
    const entry = this.#groups.get(group);
    return entry ? entry.parent : parentOf(group);
  }

  #capabilitiesOf(role: string): MaybeUnknown<CapabilitySet> {
    const known = this.#capabilities.get(role);
    if (known !== undefined) return known;
    const listed = this.role(role)?.capabilities ?? { unknown: `the capabilities of role ${role} cannot be seen` };
    const found = isUnknown(listed) ? listed : capabilitySet(listed);
    this.#capabilities.set(role, found);
    return found;
  }

  #resolve(binding: BindingEntry): ResolvedBinding | UnresolvedBinding {
    const { identity, group, role, expirationTime } = binding;
    const capabilities = isUnknown(role) ? role : this.#capabilitiesOf(role);
    const isKnown = !isUnknown(identity) && !isUnknown(group) && !isUnknown(role);
    if (isKnown && !isUnknown(capabilities) && !isUnknown(expirationTime))
      return { binding, identity, group, role, capabilities, ...(expirationTime ? { expirationTime } : {}) };
    const reasons = [identity, group, capabilities, expirationTime].flatMap((value) =>
      isUnknown(value) ? [value.unknown] : [],
    );
    return { binding, reasons: [...new Set(reasons)], identity, group, capabilities };
  }
}

const byId = <T extends { readonly id: string }>(entries: readonly T[]): ReadonlyMap<string, T> =>
  new Map(entries.map((entry) => [entry.id, entry]));

/** Built-in roles have different uids in each deployment, so a lookup never matches another deployment's role. */
const builtIn = byId<RoleEntry>(builtInRoles.map(({ uid: id, name, capabilities }) => ({ id, name, capabilities })));

const mayGrant = ({ identity: who, capabilities }: UnresolvedBinding, identity: string, capability: string): boolean =>
  couldBe(who, [identity]) &&
  // A set is not an Unknown.
  (isUnknown(capabilities) || hasCapability(capabilities as CapabilitySet, capability));

const couldBe = (value: MaybeUnknown<string>, ids: readonly string[]): boolean =>
  isUnknown(value) ? (value.oneOf?.some((id) => ids.includes(id)) ?? true) : ids.includes(value);
