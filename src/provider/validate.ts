import { isRoot, issuerPatternProblem, isUid, patternProblem } from "../api";
import {
  check,
  type Field,
  type Fields,
  invalidUid,
  type JsonObject,
  type ResourceDefinition,
  snakeCase,
  withPeriod,
} from "../model";
import { parentAttribute } from "./names";
import {
  type Diagnostic,
  errorDiagnostic,
  formatPath,
  type Path,
  type PathStep,
  unknown,
  type Value,
  type ValueRecord,
} from "./plugin";
import { toJson } from "./values";

/**
 * Validates the known values of a configuration against the model, with attribute paths, without a request. Missing
 * write-only values are accepted, since an imported resource may have them in the service; `validateCreation` rejects
 * them.
 */
export function validateConfig(definition: ResourceDefinition, config: ValueRecord): Diagnostic[] {
  const parent = parentAttribute(definition);
  const parentUid = config[parent];
  const body = withUnknownWriteOnly(definition.fields, asConfigured(definition, config));
  const diagnostics = modelDiagnostics(definition, body, parentUid);
  const problem = typeof parentUid === "string" && parentProblem(definition, parentUid);
  return problem ? [invalidAttribute([parent], problem, parentUid), ...diagnostics] : diagnostics;
}

/** Validates the configuration of a resource to be created, for which the service stores nothing yet. */
export const validateCreation = (definition: ResourceDefinition, config: ValueRecord): Diagnostic[] =>
  modelDiagnostics(definition, asConfigured(definition, config), config[parentAttribute(definition)]);

const asConfigured = ({ fields }: ResourceDefinition, config: ValueRecord): JsonObject =>
  toJson(fields, config, config, "configured");

/** Returns an error for each violation of the model's rules. */
const modelDiagnostics = (definition: ResourceDefinition, body: JsonObject, group: Value | undefined): Diagnostic[] =>
  check(definition.fields, definition.rules ?? [], body, {
    group,
    isUnknown: (value) => value === unknown,
    formatName: snakeCase,
    regexProblem: (pattern, kind) => (kind === "issuer" ? issuerPatternProblem(pattern) : patternProblem(pattern)),
  }).map(({ path, problem, value, isSecret }) => {
    const { path: at, ...rest } = invalidAttribute(attributePath(definition.fields, path), problem, value);
    // Engines show the values of references beside the attribute's line, so the path is omitted for secrets.
    return isSecret ? rest : { ...rest, path: at };
  });

/** Returns a body in which missing write-only values are unknown. */
function withUnknownWriteOnly(members: Fields, body: JsonObject): JsonObject {
  const result: Record<string, unknown> = { ...body };
  for (const [name, field] of Object.entries(members)) {
    const value = body[name];
    if (field.writeOnly) result[name] = value ?? unknown;
    else if (field.members && typeof value === "object")
      result[name] = withUnknownWriteOnly(field.members, value as JsonObject);
  }
  return result;
}

function parentProblem({ parent }: ResourceDefinition, uid: string): string | undefined {
  if (!isUid(uid)) return invalidUid;
  return parent.rootOnly && !isRoot(uid) ? "must be the uid of an organization (root group)" : undefined;
}

/**
 * Returns an error about one attribute; `problem` follows its name. The value is shown because the configuration may
 * contain a reference in its place.
 */
export function invalidAttribute(path: Path, problem: string, value?: unknown): Diagnostic {
  const name = formatPath(path);
  const shown = value === undefined ? "" : ` is ${shortened(JSON.stringify(value))}, which`;
  return errorDiagnostic(`Invalid ${name}`, withPeriod(`${name}${shown} ${problem}`), engineAttributePath(path));
}

/** The maximum length of a shown value, in characters. */
const MAX_SHOWN = 100;

const shortened = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** Returns an error for each of the attributes that is set, known, and not a uid. */
export const invalidUids = (config: ValueRecord, ...names: readonly string[]): Diagnostic[] =>
  names
    .filter((name) => typeof config[name] === "string" && !isUid(config[name]))
    .map((name) => invalidAttribute([name], invalidUid, config[name]));

/**
 * Returns the attribute path for an engine: engines find the line of an attribute but, for paths inside it, show the
 * whole block.
 */
export const engineAttributePath = (path: Path): Path => path.slice(0, 1);

/** Converts a model path to a Terraform path, which ends at a set. */
export function attributePath(members: Fields, path: readonly (string | number)[]): Path {
  const steps: PathStep[] = [];
  let field: Field | undefined;
  for (const step of path) {
    const fields: Fields | undefined = field === undefined ? members : field.members;
    if (fields) {
      field = fields[step];
      steps.push(snakeCase(String(step)));
    } else {
      if (field?.kind === "set" || !field?.element) break;
      steps.push(field.kind === "map" ? { key: String(step) } : step);
      field = field.element;
    }
    if (field === undefined) break;
  }
  return steps;
}
