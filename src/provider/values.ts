import { parentUidOf, sameValue } from "../api";
import { type Field, type Fields, findCapability, isManaged, type JsonObject, type ResourceDefinition } from "../model";
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
  format: CapabilityFormat = "wire",
): JsonObject {
  const body: Record<string, unknown> = {};
  for (const { name, attribute, field, isInput } of membersOf(members)) {
    if (!isInput) continue;
    const configured = config[attribute] ?? null;
    const value = isWriteOnly(field) ? configured : (record[attribute] ?? null);
    // The service will choose the value.
    if (field.hasServiceDefault && value === unknown && configured !== unknown) continue;
    if (value !== null) body[name] = jsonValue(field, value, configured, format);
  }
  return body;
}

/** The spelling of capabilities: the API's names, or as configured. */
type CapabilityFormat = "wire" | "configured";

/** Converts one value to JSON. */
function jsonValue(field: Field, value: Value, config: Value = value, format: CapabilityFormat = "wire"): unknown {
  if (Array.isArray(value)) {
    const configured = Array.isArray(config) ? config : [];
    return value.map((each, index) => jsonValue(field.element!, each, configured[index], format));
  }
  if (isRecord(value)) {
    if (field.members) return toJson(field.members, value, isRecord(config) ? config : {}, format);
    return mapRecord(value, (each) => jsonValue(field.element!, each, each, format));
  }
  if (field.kind === "capability" && typeof value === "string" && format === "wire") return field.normalize(value);
  if (field.kind === "int64" && value !== unknown && value !== null) return String(value);
  return typeof value === "bigint" || value instanceof Decimal ? Number(String(value)) : value;
}

/** Returns whether two values are known and their inputs equivalent. */
export function areEquivalent(field: Field, one: Value, other: Value): boolean {
  if (one === other && (one === null || typeof one !== "object")) return one !== unknown;
  const [a, b] = [jsonValue(field, one), jsonValue(field, other)];
  return isFullyKnown(a as Value) && isFullyKnown(b as Value) && sameValue(field, a, b);
}

/**
 * Returns the state of a managed resource for a response. `prior` is the planned or prior state; its values are kept
 * verbatim where they are equivalent to the response.
 */
export function stateOf(
  definition: ResourceDefinition,
  response: JsonObject,
  prior: ValueRecord,
): Record<string, Value> {
  return Object.assign(mergeMembers(definition.fields, response, prior), uidsOf(definition, response));
}

/**
 * Returns all values of a response for a data source: empty values as they are, and null for values that were never
 * set.
 */
export function dataSourceState(definition: ResourceDefinition, response: JsonObject): ValueRecord {
  return { ...uidsOf(definition, response), ...responseMembers(definition.fields, response, isReturned) };
}

function uidsOf(definition: ResourceDefinition, response: JsonObject): ValueRecord {
  const uid = String(response.uid);
  return { id: uid, [parentAttribute(definition)]: parentUidOf(definition, uid) ?? null };
}

function mergeMembers(members: Fields, response: JsonObject, prior: ValueRecord): Record<string, Value> {
  const record = emptyRecord<Value>();
  for (const { name, attribute, field, isInput, isManaged: isInState } of membersOf(members)) {
    if (!isInState) continue;
    const before = prior[attribute] ?? null;
    if (field.hasServiceDefault) record[attribute] = serviceValue(field, response[name], before);
    else if (field.unsetMeans) record[attribute] = serviceValue(field, field.normalize(response[name]), before);
    else if (isInput)
      record[attribute] = mergeValue(
        field,
        field.startAndEnd ? durationBetween(field.startAndEnd, response) : response[name],
        before,
      );
    else
      record[attribute] =
        field.onlyInCreate && !response[name] ? before : responseValue(field, response[name], isManaged);
    if (isWriteOnly(field)) record[versionAttribute(attribute)] = prior[versionAttribute(attribute)] ?? null;
  }
  return record;
}

/** Returns the service's value, or the prior one if they are equivalent. */
const serviceValue = (field: Field, response: unknown, prior: Value): Value =>
  prior !== null && isFullyKnown(prior) && sameValue(field, response, jsonValue(field, prior))
    ? prior
    : responseValue(field, response, isManaged);

/** Returns the duration between two time fields of a response; undefined if one is missing. */
function durationBetween(fields: readonly string[], response: JsonObject): string | undefined {
  const [start, end] = fields.map((each) => Date.parse(String(response[each]))) as [number, number];
  return Number.isNaN(end - start) ? undefined : `${(end - start) / 1000}s`;
}

/**
 * Returns an input's value: the prior one if the response is equivalent, null if the response is empty, otherwise the
 * response.
 */
function mergeValue(field: Field, response: unknown, prior: Value): Value {
  if (isWriteOnly(field)) return null;
  if (field.startAndEnd && response === undefined) return prior;
  if (prior === null ? response === undefined || response === null || response === field.zero : isSame(response, prior))
    return prior;
  const empty = sameValue(field, response, undefined);
  if (field.kind === "object" && field.members) {
    if (empty && !(isRecord(prior) && areEquivalent(field, prior, null))) return null;
    return mergeMembers(field.members, asObject(response), isRecord(prior) ? prior : {});
  }
  if (isFullyKnown(prior) && sameValue(field, response, jsonValue(field, prior))) return prior;
  if (empty) return null;
  const members = field.element?.members;
  if (field.kind === "list" && members && Array.isArray(response)) {
    const elements = Array.isArray(prior) ? prior : [];
    return response.map((each, index) => mergeMembers(members, asObject(each), asRecord(elements[index])));
  }
  if (field.kind === "map" && members)
    return mapRecord(asObject(response), (each, key) =>
      mergeMembers(members, asObject(each), asRecord(asRecord(prior)[key])),
    );
  return responseValue(field, response, isManaged);
}

const isSame = (response: unknown, prior: Value): boolean => response === prior && typeof prior !== "object";

type FieldFilter = (field: Field) => boolean;

/** Returns whether the service returns the field on every read. */
export const isReturned: FieldFilter = (field) => !field.writeOnly && !field.onlyInCreate;

function responseMembers(members: Fields, response: JsonObject, keep: FieldFilter): ValueRecord {
  const record = emptyRecord<Value>();
  for (const { name, attribute, field } of membersOf(members))
    if (keep(field)) record[attribute] = responseValue(field, response[name], keep);
  return record;
}

/** Converts a response value regardless of the prior state. */
function responseValue(field: Field, response: unknown, keep: FieldFilter): Value {
  const value = response || (field.oneof ? null : field.zero);
  if (value === null) return null;
  if (field.kind === "object" && field.members)
    return !field.mayBeEmpty && sameValue(field, value, undefined)
      ? null
      : responseMembers(field.members, asObject(value), keep);
  if (Array.isArray(value)) return value.map((each) => responseValue(field.element!, each, keep));
  if (field.kind === "map") return mapRecord(asObject(value), (each) => responseValue(field.element!, each, keep));
  if (field.kind === "capability") return findCapability(String(value)) ?? String(value);
  if (field.kind === "int64") return parseNumeric(String(value));
  return value as Value;
}

const asObject = (value: unknown): JsonObject =>
  typeof value === "object" && value !== null ? (value as JsonObject) : {};
const asRecord = (value: Value | undefined): ValueRecord => (isRecord(value) ? value : {});
