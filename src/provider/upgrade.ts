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

/** Upgrades a stored state by one schema version. */
export type Upgrade = (state: JsonRecord) => JsonRecord;

/** The upgrades of each Terraform type; the first is from version 0 to 1, and so on. */
export type Upgrades = Readonly<Record<string, readonly Upgrade[]>>;

/**
 * The upgrade to version 1, which removed outputs that are now available only from data sources, and sets explicit
 * values for unset arguments. Attributes that a schema lacks are dropped when a state is read, so only the values are
 * added here. The version number makes earlier providers reject the state instead of dropping attributes.
 */
const withUnsetMeanings =
  (fields: Fields): Upgrade =>
  (state) => ({ ...state, ...unsetMeanings(fields, state) });

function unsetMeanings(fields: Fields, state: JsonRecord): JsonRecord {
  const filled: [string, JsonValue][] = [];
  for (const { attribute, field } of membersOf(fields)) {
    const value = state[attribute];
    if (field.unsetMeans !== undefined && value === null) filled.push([attribute, field.unsetMeans]);
    else if (field.members && isObject(value)) filled.push([attribute, withUnsetMeanings(field.members)(value)]);
  }
  return Object.fromEntries(filled);
}

const isObject = (value: JsonValue | undefined): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const upgrades: Upgrades = Object.fromEntries(
  clientDefinitions
    .filter(({ operations }) => operations.includes("create"))
    .map((definition) => [typeName(definition), [withUnsetMeanings(definition.fields)]]),
);

/** Adds state upgrades to a resource and sets its schema version to their number. */
export function withStateUpgrades(resource: ManagedResource, steps: readonly Upgrade[] = []): ManagedResource {
  if (steps.length === 0) return resource;
  const schema = { ...resource.schema, version: steps.length };
  return {
    ...resource,
    schema,
    upgradeState({ version, state }) {
      if (version > steps.length) throw new DiagnosticsError([newerStateError(version, steps.length)]);
      const upgraded = steps.slice(version).reduce((current, step) => step(current), state as JsonRecord);
      return { state: valueFromJson(blockType(schema), upgraded) as ValueRecord };
    },
  };
}

const newerStateError = (version: number, supported: number) =>
  errorDiagnostic(
    "The state is newer than the provider",
    `It was written with schema version ${version}; this provider supports versions up to ${supported}. Upgrade the provider.`,
  );
