import { type CapabilitySet, Grants } from "../../../access";
import { rootOf, selfAndAncestors } from "../../../api";
import { type Database, resources, searchIndex } from "../../store";
import { activeAmong, grantsIn } from "../access";

export interface HoldersRequest {
  readonly group: string;
  readonly isGranted: (capabilities: CapabilitySet) => boolean;
  /** Returns whether the caller can see an identity. */
  readonly isShown: (identityUid: string) => boolean;
  /** In RFC 3339 format. */
  readonly now: string;
  readonly size: number;
  readonly after?: searchIndex.FoundValue | undefined;
}

export interface Holders {
  readonly identities: readonly string[];
  /** The position of the next page; undefined on the last page. */
  readonly next?: searchIndex.FoundValue;
}

/** The maximum number of index entries that are read at a time, and for one page, which can have fewer entries then. */
const MAX_BATCH = 1_000;
const MAX_ENTRIES = 10_000;
/** Follows all uids of role bindings. */
const LAST = "~";

/** Finds the enabled identities that are granted something in a group or the groups above, by uid. */
export async function holdersIn(db: Database, request: HoldersRequest, maxEntries = MAX_ENTRIES): Promise<Holders> {
  const { group, size, now, isShown, isGranted } = request;
  const path = new Set(selfAndAncestors(group));
  const identities: string[] = [];
  let { after } = request;
  let limit = Math.min(2 * size + 1, MAX_BATCH, maxEntries);
  for (let left = maxEntries; left > 0; ) {
    const found = await searchIndex.findAfter(db, "RoleBinding", "identity", { below: rootOf(group), after, limit });
    const shown = found.filter(({ value, uid }) => path.has(selfAndAncestors(uid)[1] ?? "") && isShown(value));
    const [grants, enabled] = await Promise.all([
      activeAmong(db, shown, now).then((bindings) => grantsIn(db, bindings)),
      enabledAmong(
        db,
        shown.map(({ value }) => value),
      ),
    ]);
    for (const { value } of shown) {
      if (identities.at(-1) === value || !enabled.has(value)) continue;
      if (!isGranted((grants.get(value) ?? new Grants()).at(group))) continue;
      const last = identities.at(-1);
      if (identities.length === size && last !== undefined) return { identities, next: { value: last, uid: LAST } };
      identities.push(value);
    }
    const end = found.at(-1);
    if (found.length < limit || end === undefined) return { identities };
    // The other role bindings of an identity that was found are of no interest.
    after = identities.at(-1) === end.value ? { value: end.value, uid: LAST } : end;
    left -= found.length;
    limit = Math.min(2 * limit, MAX_BATCH, left);
  }
  return { identities, ...(after ? { next: after } : {}) };
}

/** Returns the identities that exist and are not disabled. */
export async function enabledAmong(db: Database, uids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await resources.getMany(db, "Identity", uids);
  return new Set([...found.values()].filter(({ fields }) => fields.disabled !== true).map(({ uid }) => uid));
}
