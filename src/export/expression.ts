import { isUid, sameValue } from "../api";
import {
  brokenRules,
  type Field,
  type Fields,
  findCapability,
  isInput,
  isJsonObject,
  type JsonObject,
  type ReferencedType,
  type ResourceDefinition,
  type Rule,
} from "../model";
import { durationText } from "../model/formats";

/** A language-independent value. */
export type Expression =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "int32" | "int64"; readonly digits: string }
  | { readonly kind: "list"; readonly elements: readonly Expression[] }
  /** An object with the model's names. */
  | { readonly kind: "object"; readonly members: readonly Member[] }
  /** An object with arbitrary keys. */
  | { readonly kind: "map"; readonly entries: readonly (readonly [key: string, value: Expression])[] }
  /** A text that contains JSON. */
  | { readonly kind: "json"; readonly value: unknown }
  /** The uid of a resource, which may be outside of the export. */
  | { readonly kind: "reference"; readonly type: ReferencedType; readonly uid: string }
  /** The uid of a built-in role, which differs between deployments. */
  | { readonly kind: "builtInRole"; readonly name: string }
  /** A value that is never returned, and without which the configuration would be invalid. */
  | { readonly kind: "secret"; readonly field: string };

/** A member of an object; without a value, only its comment is written. */
export interface Member {
  /** The API's name. */
  readonly name: string;
  readonly value?: Expression;
  /** A predicate that follows the field's name in the target language, such as "is write-only". */
  readonly comment?: string;
}

type BuiltInRoles = ReadonlyMap<string, string>;

/** Returns a resource's inputs in the order of the model, without those that are unset. */
export const inputsOf = (
  { fields, rules = [] }: ResourceDefinition,
  resource: JsonObject,
  builtInRoles: BuiltInRoles,
): Member[] => new Inputs(builtInRoles).members(fields, rules, resource, true);

class Inputs {
  constructor(private readonly builtInRoles: BuiltInRoles) {}

  members(fields: Fields, rules: readonly Rule[], values: JsonObject, isTop: boolean): Member[] {
    return Object.entries(fields).flatMap(([name, field]): Member[] => {
      if (!isInput(field)) return [];
      if (field.writeOnly) return [this.writeOnly(name, field, fields, rules, values)];
      const value = values[name];
      // Inside an object, the service sets a default and keeps it when the field is omitted.
      if (isUnset(field, value) || (field.hasServiceDefault && !isTop)) return [];
      return [{ name, value: this.expression(field, value) }];
    });
  }

  /** A duration can be derived from its outputs. Other values are left out unless a rule requires them. */
  private writeOnly(name: string, field: Field, fields: Fields, rules: readonly Rule[], values: JsonObject): Member {
    if (field.startAndEnd) {
      const [start, end] = field.startAndEnd.map((each) => Date.parse(String(values[each])));
      return { name, value: { kind: "text", text: durationText((end! - start!) / 1000) } };
    }
    const presence = (each: string) => (isUnset(fields[each]!, values[each]) ? "unset" : "set");
    const isRequired =
      field.required ||
      brokenRules(
        rules.filter((rule) => concerns(rule, name)),
        presence,
      ).length > 0;
    return isRequired
      ? { name, value: { kind: "secret", field: name }, comment: "is write-only, so its value is not exported" }
      : { name, comment: "is write-only, so it is not exported; the stored value is kept" };
  }

  private expression(field: Field, value: unknown): Expression {
    if (field.refersTo && typeof value === "string" && isUid(value)) return this.reference(field.refersTo, value);
    switch (field.kind) {
      case "boolean":
        return { kind: "boolean", value: value === true };
      case "int32":
      case "int64":
        return { kind: field.kind, digits: String(value) };
      case "jwks":
        return { kind: "json", value: JSON.parse(String(value)) };
      case "capability":
        return { kind: "text", text: findCapability(String(value)) ?? String(value) };
      case "set":
      case "list": {
        const elements = (value as readonly unknown[]).map((each) => this.expression(field.element!, each));
        return { kind: "list", elements: field.kind === "set" ? sorted(elements) : elements };
      }
      case "map": {
        const entries = Object.entries(value as JsonObject).sort(([one], [other]) => (one < other ? -1 : 1));
        return { kind: "map", entries: entries.map(([key, each]) => [key, this.expression(field.element!, each)]) };
      }
      case "object": {
        const values = isJsonObject(value) ? value : {};
        return { kind: "object", members: this.members(field.members ?? {}, field.rules ?? [], values, false) };
      }
      default:
        return { kind: "text", text: String(value) };
    }
  }

  private reference(type: ReferencedType, uid: string): Expression {
    const name = type === "Role" ? this.builtInRoles.get(uid) : undefined;
    return name === undefined ? { kind: "reference", type, uid } : { kind: "builtInRole", name };
  }
}

const isUnset = (field: Field, value: unknown): boolean => sameValue(field, value, undefined);

const concerns = (rule: Rule, name: string): boolean =>
  rule.rule === "requires" ? rule.needs === name : rule.fields.includes(name);

const sorted = (elements: readonly Expression[]): readonly Expression[] =>
  elements.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

/** Returns every reference in a value. */
export function referencesIn(value: Expression | undefined): Extract<Expression, { kind: "reference" }>[] {
  switch (value?.kind) {
    case "reference":
      return [value];
    case "list":
      return value.elements.flatMap(referencesIn);
    case "map":
      return value.entries.flatMap(([, each]) => referencesIn(each));
    case "object":
      return value.members.flatMap((each) => referencesIn(each.value));
    default:
      return [];
  }
}
