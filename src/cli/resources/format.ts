import { dump, JSON_SCHEMA, load } from "js-yaml";
import { findCapability, isInput, isJsonObject, type JsonObject, type ResourceDefinition } from "../../model";
import { CommandFailure, oneLine } from "../failure";
import { kebabCase, type OutputFormat } from "./types";

/** The maximum width of a cell, uids excepted. */
const MAX_CELL = 40;

/** Formats one resource, or several as an array. */
export function formatResources(
  definition: ResourceDefinition,
  resources: JsonObject | readonly JsonObject[],
  format: OutputFormat,
): string {
  if (format === "json") return `${JSON.stringify(resources, undefined, 2)}\n`;
  if (format === "yaml") return dump(resources, { lineWidth: -1, noRefs: true });
  const list: readonly JsonObject[] = Array.isArray(resources) ? resources : [resources as JsonObject];
  return format === "uid" ? list.map(({ uid }) => `${uid}\n`).join("") : table(definition, list);
}

interface Column {
  readonly title: string;
  readonly cell: (resource: JsonObject) => string;
}

function table(definition: ResourceDefinition, resources: readonly JsonObject[]): string {
  const columns = columnsOf(definition);
  const rows = [columns.map(({ title }) => title), ...resources.map((each) => columns.map(({ cell }) => cell(each)))];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

/**
 * Returns the columns of a type: its name, the names of resources that it refers to, its other inputs that are short,
 * and its uid.
 */
function columnsOf({ fields }: ResourceDefinition): readonly Column[] {
  const hydrated = Object.values(fields).map(({ hydratedFrom }) => hydratedFrom);
  const columns = Object.entries(fields).flatMap(([name, field]): Column[] => {
    if (field.hydratedFrom !== undefined && field.members)
      return [{ title: title(name), cell: (resource) => cellOf((resource[name] as JsonObject | undefined)?.name) }];
    const isShort = ["string", "boolean", "enum", "timestamp", "int32", "int64"].includes(field.kind);
    const isShown = isInput(field) && isShort && !field.writeOnly && !field.sensitive && !hydrated.includes(name);
    if (!isShown || name === "description" || name === "readme") return [];
    return [{ title: title(name), cell: (resource) => cellOf(resource[name] === field.zero ? "" : resource[name]) }];
  });
  return [...columns, { title: "UID", cell: ({ uid }) => String(uid) }];
}

const title = (name: string): string => kebabCase(name).replaceAll("-", " ").toUpperCase();

function cellOf(value: unknown): string {
  const text = oneLine(value === undefined || value === null ? "" : String(value)).replace(/[\p{Cc}\p{Cf}]/gu, " ");
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text;
}

/** Returns a response with the short names of capabilities, as users write them. */
export function withShortCapabilities(resource: JsonObject): JsonObject {
  const shorten = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shorten);
    if (isJsonObject(value)) return withShortCapabilities(value);
    return typeof value === "string" && value.startsWith("CAP_") ? (findCapability(value) ?? value) : value;
  };
  return Object.fromEntries(Object.entries(resource).map(([name, value]) => [name, shorten(value)]));
}

/** Parses a body in JSON or YAML. Timestamps remain texts. */
export function parseBody(file: string, text: string): JsonObject {
  let parsed: unknown;
  try {
    parsed = load(text, { schema: JSON_SCHEMA, filename: file });
  } catch (error) {
    const { reason, mark } = error as { reason?: string; mark?: { line: number; column: number } };
    const place = mark ? ` in line ${mark.line + 1}, column ${mark.column + 1}` : "";
    throw new CommandFailure(
      `--from-file ${file} is not valid JSON or YAML: ${reason ?? (error as Error).message}${place}`,
    );
  }
  if (!isJsonObject(parsed)) throw new CommandFailure(`--from-file ${file} must contain an object with the fields`);
  return parsed;
}
