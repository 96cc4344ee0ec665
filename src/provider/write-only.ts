import { type Field, type Fields, snakeCase } from "../model";
import { isWriteOnly } from "./members";
import { versionAttribute } from "./names";
import { type Diagnostic, isRecord, type Path, unknown, type Value, type ValueRecord } from "./plugin";
import { invalid } from "./validate";

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
export function renewed(members: Fields, prior: ValueRecord, next: ValueRecord): readonly WriteOnly[] {
  return writeOnlyFields(members, [prior, next]).filter((found) => {
    const [before, after] = found.beside.map((record) => record?.[versionAttribute(attributeOf(found))] ?? null);
    return before !== after || before === unknown;
  });
}

/** Returns the path of a write-only field's version attribute. */
export const versionPath = ({ path }: WriteOnly): Path => [
  ...path.slice(0, -1).map(snakeCase),
  versionAttribute(attributeOf({ path })),
];

/** Returns an error for each configured write-only value, for engines that would store it in the state. */
export function refuseWriteOnly(members: Fields, config: ValueRecord): Diagnostic[] {
  return writeOnlyFields(members, [config])
    .filter((found) => isSet(found.beside[0]?.[attributeOf(found)]))
    .map((found) =>
      invalid(found.path.map(snakeCase), "is write-only, which Terraform knows from 1.11 on and OpenTofu from 1.11 on"),
    );
}

const isSet = (value: Value | undefined): boolean => value !== undefined && value !== null;
