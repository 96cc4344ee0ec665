import {
  camelCase,
  check,
  didYouMean,
  type Field,
  type Fields,
  type JsonObject,
  type MethodDefinition,
  type ObjectValue,
  unknownFieldProblem,
  type Violation,
} from "../model";
import { readObject } from "./body";
import { invalidArgument } from "./error";
import { flagProblem, type Parameters, parseBoolean } from "./list";
import { type ApiVersion, collectionPath, resourcePath } from "./paths";

/** The requests of custom methods, shared by client and service. */

/** Returns the path of a method: `/iam/v2beta1/groups/{uid}:testCapabilities`. */
export const methodPath = ({ type, verb, target }: MethodDefinition, uid: string, version?: ApiVersion): string =>
  `${target === "resource" ? resourcePath(type, uid, version) : collectionPath(type, version)}:${verb}`;

/** Returns the request fields that are not in the path. */
export const parametersOf = ({ request, target }: MethodDefinition): Fields => {
  const { uid, ...others } = request;
  return target === "resource" || !uid ? others : request;
};

/**
 * Parses and validates a request: the names of fields may be in snake_case. Throws INVALID_ARGUMENT that names all
 * unknown and invalid fields.
 */
export function parseRequest<F extends Fields>(fields: F, value: JsonObject): ObjectValue<F> {
  const violations: Violation[] = [];
  const read = readObject(fields, value, [], violations);
  if (violations.length === 0) violations.push(...check(fields, [], read));
  if (violations.length > 0) throw invalidArgument(violations);
  // `check` has just validated it against these fields.
  return read as ObjectValue<F>;
}

/** Returns the request of a method from the uid in its path, if any, and its body. Throws INVALID_ARGUMENT. */
export function requestFromBody(method: MethodDefinition, uid: string, body: JsonObject): JsonObject {
  if (method.target === "collection") return body;
  if (!Object.hasOwn(body, "uid")) return { ...body, uid };
  throw invalidArgument({ path: ["uid"], problem: unknownFieldProblem("uid", Object.keys(parametersOf(method))) });
}

/** Returns the request of a method from the uid in its path, if any, and its query. Throws INVALID_ARGUMENT. */
export const requestFromQuery = (method: MethodDefinition, uid: string, parameters: Parameters): JsonObject => ({
  ...parseQuery(method.name, parametersOf(method), parameters),
  ...(method.target === "resource" ? { uid } : {}),
});

/**
 * Parses the parameters of a query as fields. Lists have one parameter per element, or several elements separated by
 * commas. `of` names the operation in errors. Throws INVALID_ARGUMENT for unknown parameters, and for repeated
 * parameters of single-value fields.
 */
export function parseQuery(of: string, fields: Fields, parameters: Parameters): JsonObject {
  const violations: Violation[] = [];
  const value: Record<string, unknown> = {};
  for (const [given, texts] of parameters) {
    const name = camelCase(given);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const read = field ? readTexts(field, texts) : { problem: unknownParameterProblem(of, name, Object.keys(fields)) };
    if ("problem" in read) violations.push({ path: [given], problem: read.problem });
    else value[name] = read.value;
  }
  if (violations.length > 0) throw invalidArgument(violations);
  return value;
}

const unknownParameterProblem = (of: string, name: string, known: readonly string[]): string =>
  `is not a parameter of ${of}; supported parameters are ${known.join(", ") || "none"}${didYouMean(name, known)}`;

function readTexts({ kind, element }: Field, texts: readonly string[]): { value: unknown } | { problem: string } {
  if (element) return { value: texts.flatMap((each) => each.split(",").map((text) => text.trim())).filter(Boolean) };
  if (texts.length > 1) return { problem: "must be given only once" };
  const [text = ""] = texts;
  if (kind !== "boolean") return { value: text };
  const flag = parseBoolean(text || "false");
  return flag === undefined ? { problem: flagProblem } : { value: flag };
}

/** Formats fields as the parameters of a query; empty values are omitted. */
export const formatQuery = (value: JsonObject): URLSearchParams =>
  new URLSearchParams(
    Object.entries(value).flatMap(([name, each]) =>
      [each].flat().flatMap((one): [string, string][] => (one ? [[name, String(one)]] : [])),
    ),
  );
