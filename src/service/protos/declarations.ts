import { camelCase, type Field, type Fields, type Filter, type Kind, snakeCase, unsetValue } from "../../model";
import { DURATION, type ProtoEnum, type ProtoField, type ProtoMessage, TIMESTAMP } from "./file";
import { CAPABILITY } from "./platform";

/**
 * Collects the messages and enums of one package that fields of the model require. Names are relative to the package.
 */
export class Declarations {
  private readonly messages = new Map<string, ProtoMessage>();
  private readonly enums = new Map<string, ProtoEnum>();

  /** Messages with the names in `declaredElsewhere` are only referred to. */
  constructor(
    private readonly packageName: string,
    private readonly declaredElsewhere: readonly string[] = [],
  ) {}

  /** Declares a message with these members, and all types that they require. */
  message(name: string, members: Fields, comment: string): void {
    if (this.messages.has(name) || this.declaredElsewhere.includes(name)) return;
    const scope = scopeOf(name);
    if (scope && !this.messages.has(scope)) this.messages.set(scope, { name: scope, fields: [] });
    this.messages.set(name, { name, comment, fields: [] });
    this.messages.set(name, { name, comment, fields: this.fields(members) });
  }

  /** Returns the fields of a message with these members, and declares all types that they require. */
  fields(members: Fields): ProtoField[] {
    return Object.entries(members)
      .filter(([, { number }]) => number > 0)
      .map(([jsonName, field]) => this.field(jsonName, field));
  }

  /** Returns the request field of a List's filter. */
  filter(jsonName: string, filter: Filter): ProtoField {
    const { number, description, kind } = filter;
    const isMany = kind === "strings" || kind === "enums";
    const type = filter.typeName ? this.filterEnum(filter.typeName, filter) : filterTypes[kind];
    return {
      name: snakeCase(jsonName),
      number,
      type,
      comment: description,
      ...(isMany ? { label: "repeated" } : filter.presence ? { label: "optional" } : {}),
    };
  }

  /** Returns all declarations, nested according to their names. */
  declared(): { readonly messages: ProtoMessage[]; readonly enums: ProtoEnum[] } {
    return this.within("");
  }

  private within(scope: string): { messages: ProtoMessage[]; enums: ProtoEnum[] } {
    const here = <T extends { readonly name: string }>(all: Iterable<T>): T[] =>
      [...all]
        .filter(({ name }) => scopeOf(name) === scope)
        .map((each) => ({ ...each, name: each.name.slice(scope ? scope.length + 1 : 0) }));
    const messages = here(this.messages.values()).map((each) => ({
      ...each,
      ...this.within(scope ? `${scope}.${each.name}` : each.name),
    }));
    return { messages, enums: here(this.enums.values()) };
  }

  private field(jsonName: string, field: Field): ProtoField {
    const name = snakeCase(jsonName);
    return {
      name,
      number: field.number,
      type: this.typeOf(field.element ?? field),
      comment: field.description,
      oneof: field.oneof,
      ...(field.kind === "set" || field.kind === "list"
        ? { label: "repeated" }
        : field.presence
          ? { label: "optional" }
          : {}),
      ...(field.kind === "map" ? { keys: field.keys ?? "string" } : {}),
      ...(camelCase(name) === jsonName ? {} : { jsonName }),
    };
  }

  private typeOf(field: Field): string {
    const { kind, typeName = "", members, numbers, wireType, description } = field;
    if (members) this.message(typeName, members, description);
    else if (numbers) this.enums.set(typeName, { name: typeName, comment: description, numbers });
    else return wireType ?? types[kind];
    return `${this.packageName}.${typeName}`;
  }

  private filterEnum(typeName: string, { values = [], description }: Filter): string {
    if (!this.enums.has(typeName)) {
      const numbers = Object.fromEntries([unsetValue(typeName), ...values].map((value, index) => [value, index]));
      this.enums.set(typeName, { name: typeName, comment: description, numbers });
    }
    return `${this.packageName}.${typeName}`;
  }
}

const scopeOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf(".")));

/** The protobuf types of kinds; empty if the type depends on the field. */
const types: Readonly<Record<Kind, string>> = {
  string: "string",
  boolean: "bool",
  int32: "int32",
  int64: "int64",
  timestamp: TIMESTAMP,
  duration: DURATION,
  jwks: "string",
  capability: CAPABILITY,
  enum: "",
  set: "",
  list: "",
  map: "",
  object: "",
};

const filterTypes: Readonly<Record<Filter["kind"], string>> = {
  string: "string",
  strings: "string",
  boolean: "bool",
  timestamp: TIMESTAMP,
  enum: "",
  enums: "",
};
