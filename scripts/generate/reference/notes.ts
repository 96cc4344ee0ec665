/** Notes on attributes that the model contains and a schema cannot express. */
import {
  capabilities,
  type Field,
  type Fields,
  forcesReplacement,
  isInput,
  type ResourceDefinition,
  type Rule,
  snakeCase,
} from "../../../src/model";
import { parentAttribute } from "../../../src/provider/names";
import { code } from "./markdown";

/** Notes by attribute path from the root of a resource; the empty path is the resource itself. */
export interface Notes {
  /** Whether a change requires replacement. */
  replaces(path: readonly string[]): boolean;
  /** Returns sentences on the accepted values. */
  accepts(path: readonly string[]): readonly string[];
  /** Returns sentences on the rules across the attributes below. */
  rules(path: readonly string[]): readonly string[];
}

export const noNotes: Notes = { replaces: () => false, accepts: () => [], rules: () => [] };

export function notesOf(definition: ResourceDefinition): Notes {
  const at = (path: readonly string[]) => fieldAt(definition.fields, path);
  const isParent = ([first, ...rest]: readonly string[]) => rest.length === 0 && first === parentAttribute(definition);
  const isReplacing = (path: readonly string[]) => {
    const field = at(path);
    return field !== undefined && forcesReplacement(definition, field);
  };
  return {
    replaces: (path) => isParent(path) || isReplacing(path),
    accepts: (path) => acceptedValues(at(path)),
    rules: (path) =>
      (path.length === 0 ? definition.rules : at(path)?.rules)?.map((rule) => ruleText(rule, snakeCase)) ?? [],
  };
}

function fieldAt(members: Fields, [first, ...rest]: readonly string[]): Field | undefined {
  const field = Object.entries(members).find(([name]) => snakeCase(name) === first)?.[1];
  return rest.length === 0 ? field : fieldAt(field?.members ?? field?.element?.members ?? {}, rest);
}

/** Returns sentences on the values that an input accepts. */
export function acceptedValues(field: (Field & { readonly maxLength?: number }) | undefined): string[] {
  if (field === undefined || !isInput(field)) return [];
  const { kind, pattern, allowed, maxLength, element } = field;
  return [
    ...(pattern && allowed && !field.refersTo
      ? [`M${allowed.slice(1)} (${code(pattern.source.replaceAll("\\/", "/"))}).`]
      : []),
    ...(maxLength ? [`At most ${maxLength} characters.`] : []),
    ...(element?.kind === "capability" ? [`Allowed values: ${capabilities.map(code).join(", ")}.`] : []),
    ...(kind === "timestamp" ? [`RFC 3339, such as ${code("2030-01-31T12:00:00Z")}.`] : []),
  ];
}

/** Returns a rule as a sentence. `spell` returns a field's name on the page's surface. */
export function ruleText(rule: Rule, spell: (name: string) => string): string {
  const formatName = (name: string) => code(spell(name));
  if (rule.rule === "requires") return `${formatName(rule.field)} requires ${formatName(rule.needs)}.`;
  return `${howMany[rule.rule]} ${rule.fields.map(formatName).join(", ")} ${rule.rule === "atMostOneOf" ? "may" : "must"} be set.`;
}

const howMany = {
  exactlyOneOf: "Exactly one of",
  atMostOneOf: "At most one of",
  atLeastOneOf: "At least one of",
} as const;
