import { type Field, type Fields, isInput, isManaged, snakeCase } from "../model";
import { isRecord, type Value, type ValueRecord } from "./plugin";

/** A field with the properties that the provider derives from it, computed once for all resources. */
export interface Member {
  /** The name in the model and in JSON. */
  readonly name: string;
  /** The name in Terraform. */
  readonly attribute: string;
  readonly field: Field;
  readonly isInput: boolean;
  readonly isManaged: boolean;
}

/** Returns whether a field is absent from the state. */
export const isWriteOnly = ({ writeOnly, startAndEnd }: Field): boolean => writeOnly === true && !startAndEnd;

/** Caches the members of each definition; definitions are immutable. */
const membersByFields = new WeakMap<Fields, readonly Member[]>();

/** Returns whether the configuration leaves the value to the service. */
export const isServiceChosen = ({ hasServiceDefault }: Field, config: Value | undefined): boolean =>
  hasServiceDefault === true && (config ?? null) === null;

/** Returns the members of an object, in the order of its definition. */
export function membersOf(fields: Fields): readonly Member[] {
  let members = membersByFields.get(fields);
  if (!members) {
    members = Object.entries(fields).map(([name, field]) => ({
      name,
      attribute: snakeCase(name),
      field,
      isInput: isInput(field),
      isManaged: isManaged(field),
    }));
    membersByFields.set(fields, members);
  }
  return members;
}

/** Returns whether two records are exactly equal, so that one may replace the other. */
export function equalRecords(one: ValueRecord, other: ValueRecord): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && equalValues(one[name]!, other[name]!))
  );
}

/** Numbers beyond JavaScript's `number` count as different: they are rare, and a false difference does no harm. */
function equalValues(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) && one.length === other.length && one.every((each, index) => equalValues(each, other[index]))
    );
  return isRecord(one) && isRecord(other) && equalRecords(one, other);
}
