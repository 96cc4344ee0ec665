import { clientDefinitions, type Fields } from "../model";
import { membersOf } from "./members";
import { typeName } from "./names";
import {
  blockType,
  DiagnosticsError,
  errorDiagnostic,
  type JsonRecord,
  type JsonValue,
  type ManagedResource,
  type ValueRecord,
  valueFromJson,
} from "./plugin";

/** Brings a stored state from one schema version to the next. */
export type Upgrade = (state: JsonRecord) => JsonRecord;

/** The upgrades of each type, by Terraform's name of it: the first from version 0 to 1, and so on. */
export type Upgrades = Readonly<Record<string, readonly Upgrade[]>>;

/**
 * Version 1 left out the outputs that only data sources have since, and says what an argument means that is not set.
 * What a schema does not have is left out of every state that is read, so only that meaning is filled in; the version
 * tells earlier providers that they lack attributes.
 */
const withMeanings =
  (fields: Fields): Upgrade =>
  (state) => ({ ...state, ...meanings(fields, state) });

function meanings(fields: Fields, state: JsonRecord): JsonRecord {
  const filled: [string, JsonValue][] = [];
  for (const { attribute, field } of membersOf(fields)) {
    const held = state[attribute];
    if (field.unsetMeans !== undefined && held === null) filled.push([attribute, field.unsetMeans]);
    else if (field.members && isObject(held)) filled.push([attribute, withMeanings(field.members)(held)]);
  }
  return Object.fromEntries(filled);
}

const isObject = (value: JsonValue | undefined): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const upgrades: Upgrades = Object.fromEntries(
  clientDefinitions
    .filter(({ operations }) => operations.includes("create"))
    .map((definition) => [typeName(definition), [withMeanings(definition.fields)]]),
);

/** A resource whose schema has as many earlier versions as there are upgrades, and which reads the states of them all. */
export function upgradable(resource: ManagedResource, steps: readonly Upgrade[] = []): ManagedResource {
  if (steps.length === 0) return resource;
  const schema = { ...resource.schema, version: steps.length };
  return {
    ...resource,
    schema,
    upgradeState({ version, state }) {
      if (version > steps.length) throw new DiagnosticsError([fromTheFuture(version, steps.length)]);
      const upgraded = steps.slice(version).reduce((current, step) => step(current), state as JsonRecord);
      return { state: valueFromJson(blockType(schema), upgraded) as ValueRecord };
    },
  };
}

const fromTheFuture = (version: number, present: number) =>
  errorDiagnostic(
    "The state is newer than the provider",
    `A newer provider wrote it, with version ${version} of the schema; this one knows versions up to ${present}. Install that provider.`,
  );
