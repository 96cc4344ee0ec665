import { type Field, type Fields, isInput, isManaged, snakeCase } from "../model";
import { isRecord, type Value, type ValueRecord } from "./plugin";

/** What the provider asks of a field for each resource, found once for all of them. */
export interface Member {
  /** In the model and in JSON. */
  readonly name: string;
  /** In Terraform. */
  readonly attribute: string;
  readonly field: Field;
  readonly isInput: boolean;
  readonly isManaged: boolean;
}

/** True for what stands in no state. */
export const isWriteOnly = ({ writeOnly, between }: Field): boolean => writeOnly === true && !between;

const known = new WeakMap<Fields, readonly Member[]>();

/** Whether the service's choice stands: the configuration sets nothing. */
export const isLeftAlone = ({ defaulted }: Field, config: Value | undefined): boolean =>
  defaulted === true && (config ?? null) === null;

/** The members of an object, in the order of its definition. */
export function membersOf(fields: Fields): readonly Member[] {
  let members = known.get(fields);
  if (!members) {
    members = Object.entries(fields).map(([name, field]) => ({
      name,
      attribute: snakeCase(name),
      field,
      isInput: isInput(field),
      isManaged: isManaged(field),
    }));
    known.set(fields, members);
  }
  return members;
}

/** Whether one record says exactly what another does, so that either may stand for the other. */
export function sameRecord(one: ValueRecord, other: ValueRecord): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && sameExactly(one[name]!, other[name]!))
  );
}

/** Numbers held in more than a `number` count as different: they are rare, and nothing is lost. */
function sameExactly(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) && one.length === other.length && one.every((each, index) => sameExactly(each, other[index]))
    );
  return isRecord(one) && isRecord(other) && sameRecord(one, other);
}
