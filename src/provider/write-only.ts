import { type Field, type Fields, snakeCase } from "../model";
import { isWriteOnly } from "./members";
import { versionAttribute } from "./names";
import { type Diagnostic, isRecord, type Path, unknown, type Value, type ValueRecord } from "./plugin";
import { invalid } from "./validate";

/**
 * Write-only values stand in no plan and no state, so that nothing tells when one is another. Beside each stands a
 * version, which is kept, and of which the service knows nothing: where it differs, the value is sent.
 */

interface Found {
  readonly field: Field;
  /** Names of the model, from the resource inwards. */
  readonly path: readonly string[];
  /** What stands beside the value, of each record that was looked into; null where an object is not set. */
  readonly beside: readonly (ValueRecord | null)[];
}

/** Every write-only field, in objects too, with what each of some records has around it. */
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

/** The write-only fields whose version differs. */
export function renewed(members: Fields, prior: ValueRecord, next: ValueRecord): readonly WriteOnly[] {
  return writeOnlyFields(members, [prior, next]).filter((found) => {
    const [before, after] = found.beside.map((record) => record?.[versionAttribute(attributeOf(found))] ?? null);
    return before !== after || before === unknown;
  });
}

/** Where the version of a write-only field stands. */
export const versionPath = ({ path }: WriteOnly): Path => [
  ...path.slice(0, -1).map(snakeCase),
  versionAttribute(attributeOf({ path })),
];

/** An error for each write-only value that is configured under an engine that would put it into the state. */
export function refuseWriteOnly(members: Fields, config: ValueRecord): Diagnostic[] {
  return writeOnlyFields(members, [config])
    .filter((found) => isSet(found.beside[0]?.[attributeOf(found)]))
    .map((found) =>
      invalid(found.path.map(snakeCase), "is write-only, which Terraform knows from 1.11 on and OpenTofu from 1.11 on"),
    );
}

const isSet = (value: Value | undefined): boolean => value !== undefined && value !== null;
