import { isAtOrBelow, permissionDenied } from "../../api";
import type { Capability } from "../../model";
import { meet, type Scope, topmost } from "../store";

/** Capabilities held in a group and in everything below it. */
export interface Grant {
  readonly group: string;
  readonly capabilities: ReadonlySet<Capability>;
}

/** What one caller may do, as it was when the request was looked at. */
export class Access {
  constructor(
    readonly identityUid: string,
    private readonly grants: readonly Grant[],
    /** Whether the caller's token allows less than the identity may do. */
    readonly isNarrowed = false,
  ) {}

  /** How many places there are in which the caller may do something. */
  get size(): number {
    return this.grants.length;
  }

  /** The first of the capabilities that the caller does not hold at the uid; they may come from different bindings. */
  missing(capabilities: Iterable<Capability>, uid: string): Capability | undefined {
    const here = this.grants.filter(({ group }) => isAtOrBelow(uid, group));
    return [...capabilities].find((capability) => !here.some((grant) => grant.capabilities.has(capability)));
  }

  holds(capabilities: Iterable<Capability>, uid: string): boolean {
    return this.missing(capabilities, uid) === undefined;
  }

  /** Throws PERMISSION_DENIED, naming the capability that is missing. */
  demand(capabilities: Iterable<Capability>, uid: string): void {
    const missing = this.missing(capabilities, uid);
    if (missing) throw permissionDenied(missing, uid);
  }

  /** The parts of the tree in which the caller holds all of the capabilities; disjoint. */
  scopes(capabilities: readonly Capability[]): Scope[] {
    return capabilities
      .map((capability) =>
        topmost(this.grants.filter((grant) => grant.capabilities.has(capability)).map(({ group }) => group)),
      )
      .reduce((some, others) => meet(some, others));
  }
}
