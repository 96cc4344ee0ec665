import { toJSONSchema } from "zod/mini";
import {
  capabilities,
  capabilityEnumName,
  type Field,
  type Fields,
  isInput,
  type ResourceDefinition,
  type Rule,
} from "../../../model";
import { ref, type Schema } from "./types";

/**
 * The direction of a schema: responses contain all members, including zero values, and no secrets; inputs contain what
 * may be set, with its constraints.
 */
type Direction = "response" | "input";

const CAPABILITY = "Capability";

/** Creates schemas of fields, and collects those with a name. */
export class Schemas {
  /**
   * `prefix` precedes the names of all collected schemas. With a prefix, a second schema of the same name is inlined.
   */
  constructor(private readonly prefix = "") {}

  readonly #named = new Map<string, Schema>([
    [
      CAPABILITY,
      {
        type: "string",
        enum: capabilities.map(capabilityEnumName),
        description: `A permission of a role. Inputs may also use its short name, such as ${capabilities[0]}.`,
      },
    ],
  ]);

  /** Adds the schema of a type's responses under its name, and of its inputs under its name plus Input. */
  add(definition: ResourceDefinition): void {
    const { name, description, fields } = definition;
    this.#keep(name, { ...this.object(fields, "response"), description });
    if (!definition.operations.some((each) => each === "create" || each === "update")) return;
    const { required: _onlyWhenCreated, ...input } = this.object(fields, "input");
    this.#keep(`${name}Input`, input);
  }

  all(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Returns the schema of an object with these members. */
  object(members: Fields, direction: Direction): Schema {
    const shown = Object.entries(members).filter(([, field]) =>
      direction === "input" ? isInput(field) : !field.writeOnly,
    );
    const required = shown.filter(([, field]) =>
      direction === "input" ? field.required : !field.oneof && !field.onlyInCreate,
    );
    return {
      type: "object",
      properties: Object.fromEntries(shown.map(([name, field]) => [name, this.#member(name, field, direction)])),
      ...(required.length > 0 ? { required: required.map(([name]) => name) } : {}),
      ...(direction === "input" ? { additionalProperties: false } : {}),
    };
  }

  #member(name: string, field: Field, direction: Direction): Schema {
    // A time that was never set is null.
    const isNullable =
      field.kind === "timestamp" && !/^(createTime|updateTime|createdAt|updatedAt|lastUpdated)$/.test(name);
    return {
      ...this.value(field, direction, true),
      ...(isNullable ? { type: ["string", "null"] } : {}),
      description: describe(field),
      ...(direction === "response" && !isInput(field) ? { readOnly: true } : {}),
      ...(field.writeOnly ? { writeOnly: true } : {}),
    };
  }

  /** Returns the schema of a field's value. */
  value(field: Field, direction: Direction, isMember = false): Schema {
    const { kind, element, members, typeName } = field;
    switch (kind) {
      case "object": {
        const { required, ...object } = this.object(members ?? {}, direction);
        // If none is set, the response contains an empty object.
        const always = direction === "response" && isMember && !field.oneof ? {} : required ? { required } : {};
        const schema = { ...object, ...always, ...(direction === "input" ? conditions(field.rules) : {}) };
        return typeName && !field.isPartial
          ? this.#keep(direction === "input" ? `${typeName}Input` : typeName, schema)
          : schema;
      }
      case "enum": {
        const schema = { type: "string", enum: field.values };
        return typeName && !field.isPartial ? this.#keep(typeName, schema) : schema;
      }
      case "capability":
        return ref(CAPABILITY);
      case "set":
      case "list": {
        const { minItems, maxItems } = direction === "input" ? field : {};
        return {
          type: "array",
          items: this.value(element!, direction),
          ...(kind === "set" ? { uniqueItems: true } : {}),
          ...(minItems ? { minItems } : {}),
          ...(maxItems ? { maxItems } : {}),
        };
      }
      case "map":
        return { type: "object", additionalProperties: this.value(element!, direction) };
      case "timestamp":
        return { type: "string", format: "date-time" };
      case "jwks":
        return { type: "string", contentMediaType: "application/jwk-set+json" };
      default: {
        const { $schema: _dialect, ...schema } = toJSONSchema(field.schema!) as Schema;
        return direction === "input" ? schema : { type: schema.type };
      }
    }
  }

  #keep(given: string, schema: Schema): Schema {
    const name = `${this.prefix}${given}`;
    const known = this.#named.get(name);
    // The description of a message may differ by the field that contains it.
    const shapeOf = (of: Schema) => JSON.stringify({ ...of, description: undefined });
    if (known && shapeOf(known) !== shapeOf(schema)) {
      if (this.prefix) return schema;
      throw new Error(`the model has two different types named ${name}`);
    }
    if (!known) this.#named.set(name, schema);
    return ref(name);
  }
}

/** Returns a field's description, with constraints that the schema alone does not express. */
function describe({ description, immutable, output, onlyInCreate, kind }: Field): string {
  return [
    description,
    ...(kind === "duration" ? ['A duration in seconds, such as "3600s".'] : []),
    ...(immutable && !output ? ["It cannot be changed."] : []),
    ...(onlyInCreate ? ["Returned only when the resource is created."] : []),
  ].join(" ");
}

/** Returns rules across members as conditions on their presence. */
export function conditions(rules: readonly Rule[] = []): Schema {
  const all = rules.map((rule): Schema => {
    if (rule.rule === "requires") return { dependentRequired: { [rule.field]: [rule.needs] } };
    const each = rule.fields.map((field) => ({ required: [field] }));
    if (rule.rule === "exactlyOneOf") return { oneOf: each };
    if (rule.rule === "atLeastOneOf") return { anyOf: each };
    return { oneOf: [...each, { not: { anyOf: each } }] };
  });
  return all.length > 0 ? { allOf: all } : {};
}
