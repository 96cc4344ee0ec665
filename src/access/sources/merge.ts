import { knownOr, type Snapshot } from "../snapshot";
import { type Entries, snapshotParts } from "./entries";

/** What a plan changes. */
export interface PlannedChange {
  /** What exists before, as far as the plan contains it. */
  readonly before: Entries;
  /** What exists after, among what the plan creates, changes or keeps. */
  readonly after: Entries;
  /** The ids of what is deleted. */
  readonly deleted: ReadonlySet<string>;
  /** Why the plan is incomplete, in sentences. */
  readonly gaps: readonly string[];
}

export interface PlannedAccess {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/**
 * Returns the access before and after a plan. `platform` is what a live platform contains: a plan contains only what
 * its configuration manages or reads.
 */
export function plannedAccess(change: PlannedChange, platform: Snapshot): PlannedAccess {
  const gaps = [...platform.gaps, ...change.gaps];
  const before = { ...overlay(change.before, platform), gaps };
  const kept = withoutDeleted(before, change.deleted);
  return { before, after: { ...overlay(kept, change.after), gaps } };
}

/** Merges entries by id; entries of `top` take precedence, but keep the address of the entry they replace. */
function overlay(below: Entries | Snapshot, top: Entries | Snapshot): Entries {
  const merged = snapshotParts.map((part) => {
    const all = new Map<string, { readonly id: string; readonly address?: string | undefined }>();
    for (const each of below[part]) all.set(each.id, each);
    for (const each of top[part]) all.set(each.id, { ...all.get(each.id), ...each });
    return [part, [...all.values()]];
  });
  // Each part contains entries of its own kind only.
  return Object.fromEntries(merged) as Entries;
}

/** Role bindings are deleted with their identities and groups. */
function withoutDeleted({ groups, identities, roles, bindings }: Entries, deleted: ReadonlySet<string>): Entries {
  const isKept = ({ id }: { readonly id: string }) => !deleted.has(id);
  return {
    groups: groups.filter(isKept),
    identities: identities.filter(isKept),
    roles: roles.filter(isKept),
    bindings: bindings.filter(
      (each) => isKept(each) && !deleted.has(knownOr(each.identity, "")) && !deleted.has(knownOr(each.group, "")),
    ),
  };
}
