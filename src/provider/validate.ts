import { isRoot, isUid } from "../api";
import { check, type Field, type Fields, type ResourceDefinition, snakeCase } from "../model";
import { parentAttribute } from "./names";
import {
  type Diagnostic,
  errorDiagnostic,
  formatPath,
  type Path,
  type PathStep,
  unknown,
  type ValueRecord,
} from "./plugin";
import { toJson } from "./values";

/** Checks the known values of a configuration against the model, with the paths of attributes. Makes no request. */
export function validateConfig(definition: ResourceDefinition, config: ValueRecord): Diagnostic[] {
  const violations = check(definition.fields, definition.rules ?? [], toJson(definition.fields, config), {
    isUnknown: (value) => value === unknown,
    spell: snakeCase,
  });
  const found = violations.map(({ path, problem }) => invalid(attributePath(definition.fields, path), problem));
  const parent = parentAttribute(definition);
  const held = config[parent];
  const wrong = typeof held === "string" && parentProblem(definition, held);
  return wrong ? [invalid([parent], wrong), ...found] : found;
}

function parentProblem({ parent }: ResourceDefinition, uid: string): string | undefined {
  if (!isUid(uid)) return notAUid;
  return parent.rootOnly && !isRoot(uid) ? "must be the uid of an organization, a group at the top" : undefined;
}

export const notAUid = 'must be a uid: 40 hexadecimal digits, and "/" and 16 more for every level below the top';

/** An error about one attribute; `problem` is read after its name. */
export function invalid(path: Path, problem: string): Diagnostic {
  const name = formatPath(path);
  return errorDiagnostic(`Invalid ${name}`, `${name} ${problem}.`, path);
}

/** The model's path of a value as Terraform's, which cannot point into a set. */
export function attributePath(members: Fields, path: readonly (string | number)[]): Path {
  const steps: PathStep[] = [];
  let field: Field | undefined;
  for (const step of path) {
    const inside: Fields | undefined = field === undefined ? members : field.members;
    if (inside) {
      field = inside[step];
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
