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
import { invalid, shown } from "./validate";

/**
 * Write-only values are absent from plans and states, so changes to them cannot be detected. Each has a version
 * attribute beside it, which is stored in the state and unknown to the service: when the version changes, the value is
 * sent.
 */

interface Found {
  readonly field: Field;
  /** Names of the model, from the resource inwards. */
  readonly path: readonly string[];
  /** The object that contains the field, for each of the given records; null if that object is not set. */
  readonly beside: readonly (ValueRecord | null)[];
}

/** Finds every write-only field, including those in objects, with its containing object in each record. */
function writeOnlyFields(members: Fields, beside: Found["beside"], under: readonly string[] = []): Found[] {
  return Object.entries(members).flatMap(([name, field]) => {
    const path = [...under, name];
    if (isWriteOnly(field)) return [{ field, path, beside }];
    if (!field.members) return [];
    const within = beside.map((record) => inside(record, name));
    return writeOnlyFields(field.members, within, path);
  });
}

function inside(record: ValueRecord | null, name: string): ValueRecord | null {
  const value = record?.[snakeCase(name)];
  return isRecord(value) ? value : null;
}

const attributeOf = ({ path }: Pick<Found, "path">): string => snakeCase(path.at(-1)!);

export type WriteOnly = Pick<Found, "field" | "path">;

/** Returns the write-only fields whose version differs. */
export const renewed = (members: Fields, prior: ValueRecord, next: ValueRecord): readonly WriteOnly[] =>
  writeOnlyFields(members, [prior, next]).filter(isRenewed);

function isRenewed(found: Found): boolean {
  const [before, after] = versionsOf(found);
  return before !== after || before === unknown;
}

const versionsOf = (found: Found): Value[] =>
  found.beside.map((record) => record?.[versionAttribute(attributeOf(found))] ?? null);

/** Returns the path of a write-only field's version attribute. */
export const versionPath = ({ path }: WriteOnly): Path => [
  ...path.slice(0, -1).map(snakeCase),
  versionAttribute(attributeOf({ path })),
];

/**
 * Returns a warning for each write-only value that an update removes from the service, because plans show no write-only
 * values. `config` is the configuration, `planned` the plan.
 */
export function warnOfRemoval(
  definition: ResourceDefinition,
  { prior, planned, config }: Readonly<Record<"prior" | "planned" | "config", ValueRecord>>,
): Diagnostic[] {
  return writeOnlyFields(definition.fields, [prior, planned, config]).flatMap((found) => {
    const cause = removalCause(found);
    return cause === undefined ? [] : [removalWarning(definition, found, cause, String(planned.name ?? prior.uid))];
  });
}

/** Returns the attribute whose change removes a stored value; undefined if the value is kept or replaced. */
function removalCause(found: Found): Path | undefined {
  const [before, after, config] = found.beside;
  if (!isEmpty(config?.[attributeOf(found)])) return undefined;
  if (isRenewed({ ...found, beside: [before!, after!] })) return versionPath(found);
  const { boundTo } = found.field;
  // Without a version, it is not known whether a value is stored.
  if (boundTo === undefined || versionsOf(found)[0] === null) return undefined;
  const bound = snakeCase(boundTo);
  return before?.[bound] === after?.[bound] ? undefined : [...versionPath(found).slice(0, -1), bound];
}

/** The resource is part of the summary, since engines show only the first of several warnings with the same summary. */
function removalWarning(definition: ResourceDefinition, { path }: Found, cause: Path, name: string): Diagnostic {
  const attribute = formatPath(path.map(snakeCase));
  return warningDiagnostic(
    `The stored ${attribute} of the ${noun(definition)} ${JSON.stringify(name)} will be removed`,
    `${formatPath(cause)} changes and ${attribute} is not set or empty, so applying this plan removes the value that the ` +
      `service stores. The plan cannot show this, because ${attribute} is write-only. To keep a value there, set ${attribute}.`,
    shown(cause),
  );
}

/** Returns an error for each configured write-only value, for engines that would store it in the state. */
export function refuseWriteOnly(members: Fields, config: ValueRecord): Diagnostic[] {
  return writeOnlyFields(members, [config])
    .filter((found) => isSet(found.beside[0]?.[attributeOf(found)]))
    .map((found) =>
      invalid(found.path.map(snakeCase), "is write-only, which Terraform knows from 1.11 on and OpenTofu from 1.11 on"),
    );
}

/** Returns whether a value is missing or empty; an unknown value counts as given. */
const isEmpty = (value: Value | undefined): boolean => !isSet(value) || value === "";

const isSet = (value: Value | undefined): boolean => value !== undefined && value !== null;
