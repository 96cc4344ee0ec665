import * as counts from "./counts";
import type { Database } from "./database";
import { FIELD, NONE } from "./kinds";
import { Scopes } from "./scopes";
import type { IndexEntry, Selection } from "./selection";

/** Returns the field and values that a selection excludes, if it selects everything else. */
export function excludedRows({ name, indexEntries, conditions = [] }: Selection): IndexEntry | undefined {
  const exclusions = conditions.flatMap((each) => ("excludes" in each ? [each] : []));
  const [first] = exclusions;
  if (!first || exclusions.length < conditions.length || name !== undefined || indexEntries.length > 0)
    return undefined;
  return exclusions.every(({ field }) => field === first.field)
    ? [first.field, exclusions.flatMap(({ excludes }) => excludes)]
    : undefined;
}

/**
 * Splits a selection that excludes kinds into one selection per remaining search index value, so that the cost does not
 * depend on the number of excluded rows; a resource of several kinds is in several selections. Undefined if that would
 * read rows deeper than the selection.
 */
export async function selectionsByKind(db: Database, selection: Selection): Promise<readonly Selection[] | undefined> {
  const [field, excluded = []] = excludedRows(selection) ?? [];
  const { type, scopes, conditions = [] } = selection;
  const all = new Set(conditions.flatMap((each) => ("excludes" in each ? (each.allKinds ?? []) : [])));
  if (field !== FIELD || all.size === 0) return undefined;
  const parents = scopes.list.filter(({ below }) => below === "children");
  const areLeaves = await Promise.all(parents.map(({ uid }) => counts.areAllDirect(db, type, uid)));
  if (areLeaves.includes(false)) return undefined;
  const within =
    parents.length === 0
      ? scopes
      : new Scopes(scopes.list.map((scope) => (scope.below === "children" ? { ...scope, below: "all" } : scope)));
  const ofKind = (kind: string): Selection => ({ type, scopes: within, indexEntries: [[FIELD, [kind]]] });
  const included = [...all].filter((kind) => !excluded.includes(kind));
  return [ofKind(NONE), ...included.map((kind) => ({ ...ofKind(kind), conditions }))];
}
