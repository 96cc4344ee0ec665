/** Schemas as a provider's author writes them, and the types of the values that follow from them. */

import { list, map, object, set, type Type } from "./values/cty";

/** What attributes and blocks have in common. */
interface Described {
  readonly description?: string;
  /** How the description is written; plain text unless said otherwise. */
  readonly descriptionKind?: "plain" | "markdown";
  /** Warns whoever uses it; a string says what to use instead. */
  readonly deprecated?: boolean | string;
}

/** How one attribute behaves. An attribute is at least one of required, optional and computed. */
interface AttributeTraits extends Described {
  readonly required?: boolean;
  readonly optional?: boolean;
  /** The provider may set it. */
  readonly computed?: boolean;
  /** Hidden in Terraform's output (but not in its state). */
  readonly sensitive?: boolean;
  /** Given in the configuration and never stored (Terraform 1.11, OpenTofu 1.11). */
  readonly writeOnly?: boolean;
}

/** An attribute that is a plain value, or made of attributes itself. */
export type Attribute =
  | (AttributeTraits & { readonly type: Type; readonly nested?: undefined })
  | (AttributeTraits & { readonly nested: NestedAttributes; readonly type?: undefined });

export interface NestedAttributes {
  readonly nesting: "single" | "list" | "set" | "map";
  readonly attributes: Readonly<Record<string, Attribute>>;
}

/** A resource's, a data source's or a provider's schema. */
export interface Block extends Described {
  /** Raised when stored state needs upgrading; 0 unless said otherwise. Only the outermost block's counts. */
  readonly version?: number;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly blocks?: Readonly<Record<string, NestedBlock>>;
}

/** A block within a block. A "group" is a "single" that is always there. */
export interface NestedBlock {
  readonly nesting: "single" | "list" | "set" | "map" | "group";
  readonly block: Block;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** What identifies a resource on the remote side (Terraform 1.12): import by identity, `terraform query`. */
export interface IdentitySchema {
  readonly version?: number;
  readonly attributes: Readonly<Record<string, IdentityAttribute>>;
}

export interface IdentityAttribute {
  readonly type: Type;
  /** The person who imports must give it. */
  readonly requiredForImport?: boolean;
  /** The person who imports may give it. */
  readonly optionalForImport?: boolean;
  readonly description?: string;
}

export interface FunctionParameter {
  readonly name: string;
  readonly type: Type;
  readonly allowNull?: boolean;
  readonly allowUnknown?: boolean;
  readonly description?: string;
}

const types = new WeakMap<Block, Type>();

/** The object type of what a block describes. */
export function blockType(block: Block): Type {
  const known = types.get(block);
  if (known) return known;
  const type = object(memberTypes(block));
  types.set(block, type);
  return type;
}

function memberTypes(block: Block): Record<string, Type> {
  const members = attributeTypes(block.attributes);
  for (const [name, { nesting, block: nested }] of Object.entries(block.blocks ?? {}))
    members[name] = nest(nesting, blockType(nested));
  return members;
}

function attributeType(attribute: Attribute): Type {
  if (attribute.type !== undefined) return attribute.type;
  return nest(attribute.nested.nesting, object(attributeTypes(attribute.nested.attributes)));
}

/** The object type of a resource identity. */
export function identityType(schema: IdentitySchema): Type {
  return object(Object.fromEntries(Object.entries(schema.attributes).map(([name, { type }]) => [name, type])));
}

function attributeTypes(attributes: Readonly<Record<string, Attribute>>): Record<string, Type> {
  return Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [name, attributeType(attribute)]));
}

function nest(nesting: NestedBlock["nesting"], element: Type): Type {
  switch (nesting) {
    case "list":
      return list(element);
    case "set":
      return set(element);
    case "map":
      return map(element);
    default:
      return element;
  }
}
