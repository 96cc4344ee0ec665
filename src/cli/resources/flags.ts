import { InvalidArgumentError, Option } from "commander";
import { patternProblem } from "../../api";
import {
  checkField,
  definitionNamed,
  type Field,
  type Fields,
  isInput,
  type JsonObject,
  type ResourceDefinition,
  withPeriod,
} from "../../model";
import { parseImportId } from "../../provider/import-id";
import { kebabCase } from "./types";

/** Options for the fields of a type. The members of an object are options of their own: `--claim-match-issuer`. */

/** An option for a field, and where its value belongs in a body. */
export interface FieldFlag {
  readonly option: Option;
  /** The API's names, from the resource inwards. */
  readonly path: readonly string[];
  readonly field: Field;
}

/**
 * Returns an option for each input of a type. Sensitive fields have none, because other users of a machine can see the
 * arguments of its processes; they come from a file.
 */
export const fieldFlags = ({ fields }: ResourceDefinition, isUpdate: boolean): readonly FieldFlag[] =>
  flagsOf(fields, [], isUpdate);

function flagsOf(fields: Fields, above: readonly string[], isUpdate: boolean): FieldFlag[] {
  return Object.entries(fields).flatMap(([name, field]): FieldFlag[] => {
    if (!isInput(field) || field.sensitive || (isUpdate && (field.immutable || field.writeOnly))) return [];
    const path = [...above, name];
    // Objects inside of objects are JSON: their options would be too long.
    if (field.members && above.length === 0) return flagsOf(field.members, path, isUpdate);
    const flag = `--${path.map(kebabCase).join("-")}`;
    const option = new Option(`${flag} ${placeholder(field)}`, describe(field)).argParser(parserOf(field));
    const choices = choicesOf(field);
    // Only for help and completion: the parser suggests the nearest one.
    if (choices && field.kind === "enum") option.argChoices = [...choices];
    return [{ option, path, field }];
  });
}

const describe = ({ description, kind, element }: Field): string => {
  const text = description.replace(/\.$/, "");
  const sentence = /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  if (kind === "map" && isScalar(element!)) return `${sentence}; may be repeated`;
  if (kind === "set" || kind === "list")
    return isScalar(element!) ? `${sentence}; may be repeated` : `${sentence}, as JSON`;
  return kind === "map" || kind === "object" ? `${sentence}, as JSON` : sentence;
};

const placeholder = ({ kind, refersTo, element }: Field): string => {
  if (kind === "boolean") return "[boolean]";
  if (refersTo) return refersTo === "Role" ? "<role>" : "<id>";
  if (kind === "int32" || kind === "int64") return "<number>";
  if (kind === "map") return isScalar(element!) ? "<k=v>" : "<json>";
  if (kind === "set" || kind === "list") return isScalar(element!) ? "<value>" : "<json>";
  return kind === "timestamp"
    ? "<time>"
    : kind === "jwks" || kind === "object"
      ? "<json>"
      : `<${kind === "string" ? "text" : kind}>`;
};

const isScalar = ({ kind }: Field): boolean => !["set", "list", "map", "object"].includes(kind);

const choicesOf = ({ values, zero }: Field): readonly string[] | undefined => values?.filter((each) => each !== zero);

type Parser = (value: string, before?: unknown) => unknown;

function parserOf(field: Field): Parser {
  const { kind, element } = field;
  if (kind === "map" && isScalar(element!))
    return (value, before) => {
      const at = value.indexOf("=");
      if (at < 1) throw new InvalidArgumentError("It must be KEY=VALUE.");
      return {
        ...(before as object | undefined),
        [value.slice(0, at)]: checkedValue(element!, scalar(element!, value.slice(at + 1))),
      };
    };
  if ((kind === "set" || kind === "list") && isScalar(element!))
    return (value, before = []) =>
      value === "" ? [] : [...(before as readonly unknown[]), checkedValue(element!, scalar(element!, value))];
  if (!isScalar(field)) return (value) => checkedValue(field, parseJson(value));
  return (value) => checked(field, value);
}

/** Parses and checks a scalar. An empty text clears the field. */
function checked(field: Field, value: string): unknown {
  if (value === "") return null;
  return checkedValue(field, scalar(field, value));
}

function checkedValue(field: Field, value: unknown): unknown {
  const [violation] = checkField(field, value, { regexProblem: patternProblem });
  // Names and paths of names are looked up.
  if (!violation || isNamed(field, value)) return value;
  throw new InvalidArgumentError(withPeriod(`It ${violation.problem}`));
}

/** Reports whether a reference is given by name instead of by uid: a path of names, or the name of a role. */
export const isNamed = ({ refersTo }: Field, value: unknown): value is string => {
  const definition = refersTo && definitionNamed(refersTo);
  if (!definition || typeof value !== "string") return false;
  return (refersTo === "Role" && isRoleName(value)) || Array.isArray(parseImportId(definition, value));
};

/** Reports whether a text is the name of a role instead of its uid. */
export const isRoleName = (value: unknown): value is string =>
  typeof value === "string" && /^[a-z][a-z0-9._-]*$/.test(value) && !/^[0-9a-f]{40}/.test(value);

function scalar({ kind }: Field, value: string): unknown {
  if (kind === "boolean") return value === "true" || (value === "false" ? false : value);
  if (kind === "int32") return /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return value;
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch (error) {
    throw new InvalidArgumentError(`It must be JSON: ${(error as Error).message}.`);
  }
}

/** Returns the body that the given options set, and the paths of the fields in it. */
export function bodyFrom(flags: readonly FieldFlag[], options: JsonObject): { body: JsonObject; paths: string[] } {
  const body: Record<string, unknown> = {};
  const paths: string[] = [];
  for (const { option, path } of flags) {
    const given = options[option.attributeName()];
    if (given === undefined) continue;
    let container = body;
    for (const name of path.slice(0, -1)) {
      container[name] ??= {};
      container = container[name] as Record<string, unknown>;
    }
    container[path.at(-1)!] = given;
    paths.push(path.join("."));
  }
  return { body, paths };
}
