import { type CapabilitySet, Grants } from "../../../access";
import { selfAndAncestors } from "../../../api";
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

/** The maximum number of role bindings that are read at a time, and for one page, which can have fewer entries then. */
const MAX_BATCH = 500;
export const MAX_BINDINGS = 2_000;

/** Finds the enabled identities that are granted something in a group or the groups above, by uid. */
export async function holdersIn(db: Database, request: HoldersRequest, maxBindings = MAX_BINDINGS): Promise<Holders> {
  const { group, size, now, isShown, isGranted } = request;
  const within = ["group", selfAndAncestors(group)] as const;
  const identities: string[] = [];
  let { after } = request;
  let limit = Math.min(2 * size + 1, MAX_BATCH, maxBindings);
  for (let left = maxBindings; left > 0; ) {
    const options = { limit, ...(after ? { after } : {}) };
    const found = await searchIndex.findValues(db, "RoleBinding", within, { field: "identity" }, options);
    const shown = found.filter(({ value }) => isShown(value));
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
      if (identities.length === size && last !== undefined) return { identities, next: { value: last, uid: "" } };
      identities.push(value);
    }
    const end = found.at(-1);
    if (found.length < limit || end === undefined) return { identities };
    // The other role bindings of an identity that was found are of no interest.
    after = identities.at(-1) === end.value ? { value: end.value, uid: "" } : end;
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
