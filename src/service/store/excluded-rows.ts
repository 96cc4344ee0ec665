import * as counts from "./counts";
import type { Database } from "./database";
import { FIELD, NONE } from "./kinds";
import { Scopes } from "./scopes";
import type { IndexEntry, Selection } from "./selection";

/** Returns the field and values that a selection excludes, if it selects everything else. */
export function excludedRows({ name, terms, further = [] }: Selection): IndexEntry | undefined {
  const [first, ...others] = further.map((each) => ("noneOf" in each ? each : undefined));
  if (!first || name !== undefined || terms.length > 0) return undefined;
  return others.every((each) => each?.field === first.field)
    ? [first.field, [first, ...others].flatMap((each) => each!.noneOf)]
    : undefined;
}

/**
 * Splits a selection that excludes kinds into one selection per remaining search index value, so that the cost does not
 * depend on the number of excluded rows; a resource of several kinds is in several selections. Undefined if that would
 * read rows deeper than the selection.
 */
export async function byKinds(db: Database, selection: Selection): Promise<readonly Selection[] | undefined> {
  const [field, leftOut = []] = excludedRows(selection) ?? [];
  const { type, scopes, further = [] } = selection;
  const all = new Set(further.flatMap((each) => ("noneOf" in each ? (each.of ?? []) : [])));
  if (field !== FIELD || all.size === 0) return undefined;
  const parents = scopes.list.filter(({ below }) => below === "children");
  const areLeaves = await Promise.all(parents.map(({ uid }) => counts.areAllDirect(db, type, uid)));
  if (areLeaves.includes(false)) return undefined;
  const within =
    parents.length === 0
      ? scopes
      : new Scopes(scopes.list.map((scope) => (scope.below === "children" ? { ...scope, below: "all" } : scope)));
  const having = (kind: string): Selection => ({ type, scopes: within, terms: [[FIELD, [kind]]] });
  const kept = [...all].filter((kind) => !leftOut.includes(kind));
  return [having(NONE), ...kept.map((kind) => ({ ...having(kind), further }))];
}
