import type { Fields } from "../model";
import { membersOf } from "./members";
import { isRecord, mapRecord, unknown, type Value, type ValueRecord } from "./plugin";

/** What an update owes to its plan: an engine takes nothing for an answer that was planned otherwise. */

/** A plan of which nothing had to be sent: what it left open is as it was. */
export function filled(planned: ValueRecord, prior: ValueRecord): ValueRecord {
  const fill = (value: Value, before: Value): Value => {
    if (value === unknown) return before;
    return isRecord(value) && isRecord(before) ? filled(value, before) : value;
  };
  return mapRecord(planned, (value, name) => fill(value, prior[name] ?? null));
}

/** A state after an update, in which what the service assigns is as it was planned; what became of it the next read tells. */
export function asPlanned(members: Fields, planned: ValueRecord, state: ValueRecord): ValueRecord {
  const kept = membersOf(members).flatMap(({ attribute, field, isInput, isManaged }): [string, Value][] => {
    const before: Value = planned[attribute] ?? null;
    const after: Value = state[attribute] ?? null;
    if (!isInput) return isManaged && before !== unknown ? [[attribute, before]] : [];
    if (!field.members || !isRecord(before) || !isRecord(after)) return [];
    return [[attribute, asPlanned(field.members, before, after)]];
  });
  return { ...state, ...Object.fromEntries(kept) };
}
