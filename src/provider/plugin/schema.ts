/** The schemas of providers, resources and data sources, and the value types derived from them. */

import { list, map, object, set, type Type } from "./values/cty";

/** The properties shared by attributes and blocks. */
interface Described {
  readonly description?: string;
  /** The format of the description; defaults to plain text. */
  readonly descriptionKind?: "plain" | "markdown";
  /** Warns users of the attribute; a string names the replacement. */
  readonly deprecated?: boolean | string;
}

/** The properties of an attribute, which is at least one of required, optional and computed. */
interface AttributeTraits extends Described {
  readonly required?: boolean;
  readonly optional?: boolean;
  /** The provider may set it. */
  readonly computed?: boolean;
  /** Hidden in Terraform's output, but not in its state. */
  readonly sensitive?: boolean;
  /** Set in configuration and never stored (Terraform 1.11, OpenTofu 1.11). */
  readonly writeOnly?: boolean;
}

/** An attribute with a plain type or with nested attributes. */
export type Attribute =
  | (AttributeTraits & { readonly type: Type; readonly nested?: undefined })
  | (AttributeTraits & { readonly nested: NestedAttributes; readonly type?: undefined });

export interface NestedAttributes {
  readonly nesting: "single" | "list" | "set" | "map";
  readonly attributes: Readonly<Record<string, Attribute>>;
}

/** The schema of a resource, data source or provider. */
export interface Block extends Described {
  /** Incremented when stored state needs upgrading; defaults to 0. Only the outermost block's version is used. */
  readonly version?: number;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly blocks?: Readonly<Record<string, NestedBlock>>;
}

/** A nested block. A "group" is a "single" that is always present. */
export interface NestedBlock {
  readonly nesting: "single" | "list" | "set" | "map" | "group";
  readonly block: Block;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The attributes that identify a resource remotely, for import by identity and `terraform query` (Terraform 1.12). */
export interface IdentitySchema {
  readonly version?: number;
  readonly attributes: Readonly<Record<string, IdentityAttribute>>;
}

export interface IdentityAttribute {
  readonly type: Type;
  /** The import must set this attribute. */
  readonly requiredForImport?: boolean;
  /** The import may set this attribute. */
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

/** Caches the type of each block; blocks are immutable. */
const types = new WeakMap<Block, Type>();

/** Returns the object type that a block describes. */
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

/** Returns the object type of a resource identity. */
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
