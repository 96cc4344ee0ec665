import {
  blockType,
  DiagnosticsError,
  errorDiagnostic,
  type JsonRecord,
  type ManagedResource,
  type ValueRecord,
  valueFromJson,
} from "./plugin";

/** Brings a stored state from one schema version to the next. */
export type Upgrade = (state: JsonRecord) => JsonRecord;

/** The upgrades of each type, by Terraform's name of it: the first from version 0 to 1, and so on. */
export type Upgrades = Readonly<Record<string, readonly Upgrade[]>>;

/** No schema has changed so far in a way that stored states would have to follow. */
export const upgrades: Upgrades = {};

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
