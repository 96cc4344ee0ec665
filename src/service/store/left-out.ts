import * as counts from "./counts";
import { FIELD, NONE } from "./kinds";
import type { Database } from "./schema";
import type { Selection, Term } from "./selection";

/** What a selection is all but: those that have one of the values in a field. */
export function leftOutOf({ name, terms, further = [] }: Selection): Term | undefined {
  const [first, ...others] = further.map((each) => ("noneOf" in each ? each : undefined));
  if (!first || name !== undefined || terms.length > 0) return undefined;
  return others.every((each) => each?.field === first.field)
    ? [first.field, [first, ...others].flatMap((each) => each!.noneOf)]
    : undefined;
}

/**
 * Where all kinds are left out, the same selection by the term that the rest has, which leads past however many they are.
 * Undefined where that would lead through what lies deeper than is asked for.
 */
export async function ofNoKind(db: Database, selection: Selection): Promise<Selection | undefined> {
  const [field, leftOut = []] = leftOutOf(selection) ?? [];
  const all = (selection.further ?? []).flatMap((each) => ("noneOf" in each ? (each.of ?? []) : []));
  if (field !== FIELD || all.length === 0 || all.some((kind) => !leftOut.includes(kind))) return undefined;
  const { type, scopes } = selection;
  const parents = scopes.filter(({ below }) => below === "children");
  const areLeaves = await Promise.all(parents.map(({ uid }) => counts.areAllDirect(db, type, uid)));
  if (areLeaves.includes(false)) return undefined;
  return {
    type,
    scopes: scopes.map((scope) => (scope.below === "children" ? { ...scope, below: "all" } : scope)),
    terms: [[FIELD, [NONE]]],
  };
}
