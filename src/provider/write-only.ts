import { type Field, type Fields, type ResourceDefinition, snakeCase } from "../model";
import { isWriteOnly } from "./members";
import { noun, versionAttribute } from "./names";
import {
  type Diagnostic,
  formatPath,
  isRecord,
  type Path,
  unknown,
  type Value,
  type ValueRecord,
  warningDiagnostic,
} from "./plugin";
import { engineAttributePath, invalidAttribute } from "./validate";

/**
 * Write-only values are absent from plans and states, so changes to them cannot be detected. Each has a version
 * attribute next to it, which is stored in the state and unknown to the service: when the version changes, the value is
 * sent.
 */

interface Occurrence {
  readonly field: Field;
  /** Names of the model, from the resource inwards. */
  readonly path: readonly string[];
  /** The object that contains the field, for each of the given records; null if that object is not set. */
  readonly containers: readonly (ValueRecord | null)[];
}

/** Finds every write-only field, including those in objects, with its containing object in each record. */
function writeOnlyFields(
  members: Fields,
  beside: Occurrence["containers"],
  under: readonly string[] = [],
): Occurrence[] {
  return Object.entries(members).flatMap(([name, field]) => {
    const path = [...under, name];
    if (isWriteOnly(field)) return [{ field, path, containers: beside }];
    if (!field.members) return [];
    const within = beside.map((record) => memberObject(record, name));
    return writeOnlyFields(field.members, within, path);
  });
}

function memberObject(record: ValueRecord | null, name: string): ValueRecord | null {
  const value = record?.[snakeCase(name)];
  return isRecord(value) ? value : null;
}

const attributeOf = ({ path }: Pick<Occurrence, "path">): string => snakeCase(path.at(-1)!);

export type WriteOnly = Pick<Occurrence, "field" | "path">;

/** Returns the write-only fields whose version differs. */
export const changedVersions = (members: Fields, prior: ValueRecord, next: ValueRecord): readonly WriteOnly[] =>
  writeOnlyFields(members, [prior, next]).filter(hasChangedVersion);

function hasChangedVersion(occurrence: Occurrence): boolean {
  const [before, after] = versionsOf(occurrence);
  return before !== after || before === unknown;
}

const versionsOf = (occurrence: Occurrence): Value[] =>
  occurrence.containers.map((record) => record?.[versionAttribute(attributeOf(occurrence))] ?? null);

/** Returns the path of a write-only field's version attribute. */
export const versionPath = ({ path }: WriteOnly): Path => [
  ...path.slice(0, -1).map(snakeCase),
  versionAttribute(attributeOf({ path })),
];

/**
 * Returns a warning for each write-only value that an update removes from the service, because plans show no write-only
 * values. `config` is the configuration, `planned` the plan.
 */
export function removalWarnings(
  definition: ResourceDefinition,
  { prior, planned, config }: Readonly<Record<"prior" | "planned" | "config", ValueRecord>>,
): Diagnostic[] {
  return writeOnlyFields(definition.fields, [prior, planned, config]).flatMap((occurrence) => {
    const cause = removalCause(occurrence);
    return cause === undefined
      ? []
      : [removalWarning(definition, occurrence, cause, String(planned.name ?? prior.uid))];
  });
}

/** Returns the attribute whose change removes a stored value; undefined if the value is kept or replaced. */
function removalCause(occurrence: Occurrence): Path | undefined {
  const [before, after, config] = occurrence.containers;
  if (!isEmpty(config?.[attributeOf(occurrence)])) return undefined;
  if (hasChangedVersion({ ...occurrence, containers: [before!, after!] })) return versionPath(occurrence);
  const { boundTo } = occurrence.field;
  // Without a version, it is not known whether a value is stored.
  if (boundTo === undefined || versionsOf(occurrence)[0] === null) return undefined;
  const bound = snakeCase(boundTo);
  return before?.[bound] === after?.[bound] ? undefined : [...versionPath(occurrence).slice(0, -1), bound];
}

/** The resource is part of the summary, since engines show only the first of several warnings with the same summary. */
function removalWarning(definition: ResourceDefinition, { path }: Occurrence, cause: Path, name: string): Diagnostic {
  const attribute = formatPath(path.map(snakeCase));
  return warningDiagnostic(
    `The stored ${attribute} of the ${noun(definition)} ${JSON.stringify(name)} will be removed`,
    `${formatPath(cause)} changes while ${attribute} is null or empty, so applying this plan removes the stored value. The plan cannot show this, because ${attribute} is write-only. To keep a value there, set ${attribute}.`,
    engineAttributePath(cause),
  );
}

/** Returns an error for each configured write-only value, for engines that would store it in the state. */
export function rejectWriteOnly(members: Fields, config: ValueRecord): Diagnostic[] {
  return writeOnlyFields(members, [config])
    .filter((occurrence) => isSet(occurrence.containers[0]?.[attributeOf(occurrence)]))
    .map((occurrence) =>
      invalidAttribute(occurrence.path.map(snakeCase), "is write-only, which requires Terraform 1.11 or OpenTofu 1.11"),
    );
}

/** Returns whether a value is missing or empty; an unknown value counts as given. */
const isEmpty = (value: Value | undefined): boolean => !isSet(value) || value === "";

const isSet = (value: Value | undefined): boolean => value !== undefined && value !== null;
