import { parentUidOf, sameValue } from "../api";
import { capabilityFrom, type Field, type Fields, isManaged, type JsonObject, type ResourceDefinition } from "../model";
import { isWriteOnly, membersOf } from "./members";
import { parentAttribute, versionAttribute } from "./names";
import {
  Decimal,
  emptyRecord,
  isFullyKnown,
  isRecord,
  mapRecord,
  parseNumeric,
  unknown,
  type Value,
  type ValueRecord,
} from "./plugin";

/**
 * Conversion between Terraform values and JSON bodies, by the kind of each field. An unset attribute is null in
 * Terraform and the field's zero value in a response. Both are equivalent, and so are different spellings of
 * timestamps, key sets and capabilities: Terraform's value is kept while it is equivalent to the response.
 */

/**
 * Returns an object's inputs as a JSON body, without nulls and with unknown values as they are. Write-only values,
 * which no plan or state contains, are taken from the configuration.
 */
export function toJson(
  members: Fields,
  record: ValueRecord,
  config: ValueRecord = record,
  spelling: Spelling = "wire",
): JsonObject {
  const body: Record<string, unknown> = {};
  for (const { name, attribute, field, isInput } of membersOf(members)) {
    if (!isInput) continue;
    const configured = config[attribute] ?? null;
    const value = isWriteOnly(field) ? configured : (record[attribute] ?? null);
    // The service will choose the value.
    if (field.hasServiceDefault && value === unknown && configured !== unknown) continue;
    if (value !== null) body[name] = jsonValue(field, value, configured, spelling);
  }
  return body;
}

/** The spelling of capabilities: the API's names, or as configured. */
type Spelling = "wire" | "configured";

/** Converts one value to JSON. */
function jsonValue(field: Field, value: Value, config: Value = value, spelling: Spelling = "wire"): unknown {
  if (Array.isArray(value)) {
    const configured = Array.isArray(config) ? config : [];
    return value.map((each, index) => jsonValue(field.element!, each, configured[index], spelling));
  }
  if (isRecord(value)) {
    if (field.members) return toJson(field.members, value, isRecord(config) ? config : {}, spelling);
    return mapRecord(value, (each) => jsonValue(field.element!, each, each, spelling));
  }
  if (field.kind === "capability" && typeof value === "string" && spelling === "wire") return field.normalise(value);
  if (field.kind === "int64" && value !== unknown && value !== null) return String(value);
  return typeof value === "bigint" || value instanceof Decimal ? Number(String(value)) : value;
}

/** Returns whether two values are known and their inputs equivalent. */
export function sameMeaning(field: Field, one: Value, other: Value): boolean {
  if (one === other && (one === null || typeof one !== "object")) return one !== unknown;
  const [a, b] = [jsonValue(field, one), jsonValue(field, other)];
  return isFullyKnown(a as Value) && isFullyKnown(b as Value) && sameValue(field, a, b);
}

/**
 * Returns the state of a managed resource for a response. `held` is the planned or prior state; its values are kept
 * verbatim where they are equivalent to the response.
 */
export function stateOf(definition: ResourceDefinition, answer: JsonObject, held: ValueRecord): Record<string, Value> {
  return Object.assign(heldMembers(definition.fields, answer, held), uidsOf(definition, answer));
}

/**
 * Returns all values of a response for a data source: empty values as they are, and null for values that were never
 * set.
 */
export function foundOf(definition: ResourceDefinition, answer: JsonObject): ValueRecord {
  return { ...uidsOf(definition, answer), ...foundMembers(definition.fields, answer, isAnswered) };
}

function uidsOf(definition: ResourceDefinition, answer: JsonObject): ValueRecord {
  const uid = String(answer.uid);
  return { id: uid, [parentAttribute(definition)]: parentUidOf(definition, uid) ?? null };
}

function heldMembers(members: Fields, answer: JsonObject, held: ValueRecord): Record<string, Value> {
  const record = emptyRecord<Value>();
  for (const { name, attribute, field, isInput, isManaged: isKept } of membersOf(members)) {
    if (!isKept) continue;
    const before = held[attribute] ?? null;
    if (field.hasServiceDefault) record[attribute] = chosenValue(field, answer[name], before);
    else if (field.unsetMeans) record[attribute] = chosenValue(field, field.normalise(answer[name]), before);
    else if (isInput)
      record[attribute] = heldValue(
        field,
        field.delimitedBy ? timeBetween(field.delimitedBy, answer) : answer[name],
        before,
      );
    else record[attribute] = field.onlyInCreate && !answer[name] ? before : found(field, answer[name], isManaged);
    if (isWriteOnly(field)) record[versionAttribute(attribute)] = held[versionAttribute(attribute)] ?? null;
  }
  return record;
}

/** Returns the service's value, or the held one if they are equivalent. */
const chosenValue = (field: Field, answer: unknown, held: Value): Value =>
  held !== null && isFullyKnown(held) && sameValue(field, answer, jsonValue(field, held))
    ? held
    : found(field, answer, isManaged);

/** Returns the duration between two time fields of a response; undefined if one is missing. */
function timeBetween(fields: readonly string[], answer: JsonObject): string | undefined {
  const [start, end] = fields.map((each) => Date.parse(String(answer[each]))) as [number, number];
  return Number.isNaN(end - start) ? undefined : `${(end - start) / 1000}s`;
}

/**
 * Returns an input's value: the held one if the response is equivalent, null if the response is empty, otherwise the
 * response.
 */
function heldValue(field: Field, answer: unknown, held: Value): Value {
  if (isWriteOnly(field)) return null;
  if (field.delimitedBy && answer === undefined) return held;
  if (held === null ? answer === undefined || answer === null || answer === field.zero : isSame(answer, held))
    return held;
  const empty = sameValue(field, answer, undefined);
  if (field.kind === "object" && field.members) {
    if (empty && !(isRecord(held) && sameMeaning(field, held, null))) return null;
    return heldMembers(field.members, asObject(answer), isRecord(held) ? held : {});
  }
  if (isFullyKnown(held) && sameValue(field, answer, jsonValue(field, held))) return held;
  if (empty) return null;
  const members = field.element?.members;
  if (field.kind === "list" && members && Array.isArray(answer)) {
    const elements = Array.isArray(held) ? held : [];
    return answer.map((each, index) => heldMembers(members, asObject(each), asRecord(elements[index])));
  }
  if (field.kind === "map" && members)
    return mapRecord(asObject(answer), (each, key) =>
      heldMembers(members, asObject(each), asRecord(asRecord(held)[key])),
    );
  return found(field, answer, isManaged);
}

const isSame = (answer: unknown, held: Value): boolean => answer === held && typeof held !== "object";

type Keep = (field: Field) => boolean;

/** Returns whether the service returns the field on every read. */
export const isAnswered: Keep = (field) => !field.writeOnly && !field.onlyInCreate;

function foundMembers(members: Fields, answer: JsonObject, keep: Keep): ValueRecord {
  const record = emptyRecord<Value>();
  for (const { name, attribute, field } of membersOf(members))
    if (keep(field)) record[attribute] = found(field, answer[name], keep);
  return record;
}

/** Converts a response value regardless of the prior state. */
function found(field: Field, answer: unknown, keep: Keep): Value {
  const value = answer || (field.oneof ? null : field.zero);
  if (value === null) return null;
  if (field.kind === "object" && field.members)
    return !field.mayBeEmpty && sameValue(field, value, undefined)
      ? null
      : foundMembers(field.members, asObject(value), keep);
  if (Array.isArray(value)) return value.map((each) => found(field.element!, each, keep));
  if (field.kind === "map") return mapRecord(asObject(value), (each) => found(field.element!, each, keep));
  if (field.kind === "capability") return capabilityFrom(String(value)) ?? String(value);
  if (field.kind === "int64") return parseNumeric(String(value));
  return value as Value;
}

const asObject = (value: unknown): JsonObject =>
  typeof value === "object" && value !== null ? (value as JsonObject) : {};
const asRecord = (value: Value | undefined): ValueRecord => (isRecord(value) ? value : {});
