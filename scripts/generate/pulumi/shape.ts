/** What Pulumi programs see of a resource type: interfaces with documented members, derived from the model. */

import { listView, type QueryView, selectorView } from "../../../constructs/pulumi/queries";
import {
  camelCase,
  compositeDefinitions,
  type Field,
  type Fields,
  forcesReplacement,
  humanize,
  isInput,
  isManaged,
  nameWithArticle,
  type ResourceDefinition,
  uidTypeOf,
  withArticle,
} from "../../../src/model";
import { acceptedValues, ruleText } from "../reference/notes";

/** A member of an interface. Its type is that of the value alone, without `Input` or `Output`. */
export interface Member {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  /** Sentences that describe it. */
  readonly doc: string;
  /** The name of the interface of its value, or of the value's elements. */
  readonly nested?: string;
}

export interface Interface {
  readonly name: string;
  readonly doc: string;
  readonly members: readonly Member[];
}

/** The interfaces of one resource type. Those of nested objects come before those that refer to them. */
export interface Shape {
  readonly definition: ResourceDefinition;
  /** The interfaces of nested inputs, whose members may be outputs of other resources. */
  readonly nestedInputs: readonly Interface[];
  /** The interfaces of nested values. */
  readonly nestedValues: readonly Interface[];
  /** The inputs of a resource, without its place; undefined for types that cannot be created. */
  readonly inputs: Interface | undefined;
  readonly parent: Member;
  readonly adoption: readonly Member[];
  readonly outputs: Interface;
  readonly result: Interface;
  /** The ways to select one resource. */
  readonly selectors: readonly Interface[];
  readonly list: Interface;
}

export function shapeOf(definition: ResourceDefinition): Shape {
  const { name, parent, description } = definition;
  const noun = nameWithArticle(name);
  const inputs = new Nested(true);
  const values = new Nested(false);
  const fields = Object.entries(definition.fields).map(([key, field]) => [camelCase(key), field] as const);
  const replaces = (field: Field) =>
    forcesReplacement(definition, field) ? [`A new value replaces the ${humanize(name)}.`] : [];
  const member = (
    nested: Nested,
    each: string,
    field: Field,
    optional: boolean,
    more: readonly string[] = [],
  ): Member => ({
    ...nested.member(name, each, field, optional),
    doc: sentences(field, [...(nested.isInput ? acceptedValues(field) : []), ...more]),
  });

  const parentUid: Member = {
    name: parent.attribute,
    type: uidType(parent.type),
    optional: parent.optional === true,
    doc: `The uid of the parent ${humanize(parent.type)}.`,
  };
  const uid: Member = {
    name: "uid",
    type: uidType(uidTypeOf(definition)),
    optional: false,
    doc: definition.fields.uid!.description,
  };
  const isOptional = (field: Field) => field.oneof !== undefined || field.writeOnly === true;
  const others = fields.filter(([each]) => each !== "uid");
  const rules = (definition.rules ?? []).map((rule) => ruleText(rule, camelCase));
  const isCreatable = definition.operations.includes("create");
  return {
    definition,
    inputs: isCreatable
      ? {
          name: `${name}Inputs`,
          doc: [`The inputs of ${noun}.`, ...rules].join(" "),
          members: others
            .filter(([, field]) => isInput(field))
            .map(([each, field]) => member(inputs, each, field, !field.required, replaces(field))),
        }
      : undefined,
    outputs: {
      name: `${name}Outputs`,
      doc: `The outputs of ${noun}.${isComposite(definition) ? "" : " Lookups have everything that the API returns."}`,
      members: [
        uid,
        { ...parentUid, optional: false },
        ...others
          .filter(([, field]) => isManaged(field))
          .map(([each, field]) => member(values, each, field, isOptional(field))),
      ],
    },
    result: {
      name: `Get${name}Result`,
      doc: `${capitalized(noun)} as lookups return it. ${description}`,
      members: [
        uid,
        parentUid,
        ...others
          .filter(([, field]) => !field.writeOnly && !field.onlyInCreate)
          .map(([each, field]) => member(values, each, field, isOptional(field))),
      ],
    },
    parent: { ...parentUid, optional: false, doc: `${parentUid.doc} A new value replaces the ${humanize(name)}.` },
    adoption: isCreatable ? adoptionMembers(definition) : [],
    nestedInputs: inputs.found,
    nestedValues: values.found,
    selectors: selectorsOf(definition),
    list: viewInterface(
      `Get${plural(definition)}Args`,
      `The arguments of a list of ${nouns(definition)}.`,
      listView(definition),
    ),
  };
}

const isComposite = (definition: ResourceDefinition): boolean => compositeDefinitions.includes(definition);

function adoptionMembers(definition: ResourceDefinition): Member[] {
  if (!isComposite(definition)) return memberAdoption(definition);
  const doc =
    'Set to "overwrite" to remove existing role bindings that `grants` does not contain when it is created. Otherwise the create fails with a list of them.';
  return [{ name: "adopt", type: '"overwrite"', optional: true, doc }];
}

const memberAdoption = ({ name, ...definition }: ResourceDefinition): Member[] => [
  {
    name: "importUid",
    type: uidType(uidTypeOf({ name, ...definition })),
    optional: true,
    doc: `The uid of an existing ${humanize(name)} to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments.`,
  },
  {
    name: "adopt",
    type: '"overwrite"',
    optional: true,
    doc: `Set to "overwrite" to change the adopted ${humanize(name)} where it differs from the arguments.`,
  },
];

/** Collects the interfaces of nested objects. */
class Nested {
  readonly found: Interface[] = [];

  constructor(readonly isInput: boolean) {}

  member(owner: string, name: string, field: Field, optional: boolean): Member {
    const { type, nested } = this.type(`${owner}${capitalized(name)}`, field);
    return {
      name,
      type,
      optional,
      doc: sentences(field, this.isInput ? acceptedValues(field) : []),
      ...(nested ? { nested } : {}),
    };
  }

  private type(name: string, field: Field): { readonly type: string; readonly nested?: string } {
    const { kind, element, members } = field;
    if (members) {
      const nested = this.isInput ? `${name}Args` : name;
      this.add(nested, name, field, members);
      return { type: nested, nested };
    }
    if (!element) return { type: scalarType(field, this.isInput) };
    const inner = this.type(element.members ? singular(name) : name, element);
    const each = this.isInput ? `pulumi.Input<${inner.type}>` : inner.type;
    const type = kind === "map" ? `{ readonly [key: string]: ${each} }` : `readonly ${parenthesized(each)}[]`;
    return { ...inner, type };
  }

  private add(name: string, base: string, field: Field, members: Fields): void {
    if (this.found.some((each) => each.name === name)) return;
    const isOptional = (each: Field) => isInput(field) && !each.required;
    const list = Object.entries(members)
      .filter(([, each]) => !this.isInput || isInput(each))
      .map(([key, each]) => this.member(base, key, each, isOptional(each)));
    const rules = this.isInput ? (field.rules ?? []).map((rule) => ruleText(rule, camelCase)) : [];
    this.found.push({ name, doc: [field.description, ...rules].join(" "), members: list });
  }
}

function scalarType({ kind, refersTo, values = [], zero }: Field, isInput: boolean): string {
  if (refersTo) return uidType(refersTo);
  if (kind === "capability") return "Capability";
  if (kind === "enum")
    return values
      .filter((each) => !isInput || each !== zero)
      .map((each) => JSON.stringify(each))
      .join(" | ");
  return kind === "boolean" ? "boolean" : kind === "int32" ? "number" : "string";
}

function selectorsOf(definition: ResourceDefinition): Interface[] {
  const { name } = definition;
  const { fields } = selectorView(definition);
  const noun = humanize(name);
  const select = (
    by: string,
    words: string,
    required: readonly string[],
    optional: readonly string[] = [],
  ): Interface =>
    viewInterface(`Get${name}By${by}Args`, `Selects ${withArticle(noun)} by ${words}.`, {
      rules: [],
      fields: Object.fromEntries([
        ...required.map((each) => [each, { ...fields[each]!, required: true }]),
        ...optional.map((each) => [each, fields[each]!]),
      ]),
    });
  const parameters = Object.keys(definition.lookup?.parameters ?? {});
  return [
    select("Uid", "uid", ["uid"]),
    ...(fields.name
      ? [select("Name", "name and scope", ["name"], [definition.parent.attribute, "descendantsOf"])]
      : []),
    ...(parameters.length > 0
      ? [select(parameters.map(capitalized).join("And"), parameters.join(" and "), parameters)]
      : []),
  ];
}

/** Returns the interface of a lookup's arguments. */
export function viewInterface(name: string, doc: string, { fields, rules }: QueryView): Interface {
  const nested = new Nested(false);
  const members = Object.entries(fields).map(([key, field]) => {
    const type = field.values ? scalarType(field, true) : nested.member(name, key, field, false).type;
    return { name: key, type, optional: !field.required, doc: sentences(field, []) };
  });
  return { name, doc: [doc, ...rules.map((rule) => ruleText(rule, camelCase))].join(" "), members };
}

function sentences(field: Field, more: readonly string[]): string {
  const secret = field.sensitive ? ["Encrypted as a secret in the state."] : [];
  return [field.description, ...more.filter((each) => !each.startsWith("Allowed values:")), ...secret].join(" ");
}

const uidType = (type: string): string => `Uid<${JSON.stringify(type)}>`;

const parenthesized = (type: string): string => (/[ |]/.test(type) && !type.startsWith("pulumi.") ? `(${type})` : type);

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a type's plural in UpperCamelCase: `RoleBindings`. */
export const plural = ({ plural: name }: ResourceDefinition): string => capitalized(name);

/** Returns a type's plural in words: `role bindings`. */
export const nouns = (definition: ResourceDefinition): string => humanize(plural(definition));

const singular = (name: string): string => name.replace(/ies$/, "y").replace(/s$/, "");
