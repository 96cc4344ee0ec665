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
type Way = "answer" | "input";

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
        description: `What a role allows. Inputs may write it by its short name too: ${capabilities[0]}.`,
      },
    ],
  ]);

  /** Adds the schema of a type's responses under its name, and of its inputs under its name plus Input. */
  add(definition: ResourceDefinition): void {
    const { name, description, fields } = definition;
    this.#keep(name, { ...this.#object(fields, "answer"), description });
    if (!definition.operations.some((each) => each === "create" || each === "update")) return;
    const { required: _onlyWhenCreated, ...input } = this.#object(fields, "input");
    this.#keep(`${name}Input`, input);
  }

  all(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #object(members: Fields, way: Way): Schema {
    const shown = Object.entries(members).filter(([, field]) => (way === "input" ? isInput(field) : !field.writeOnly));
    const required = shown.filter(([, field]) =>
      way === "input" ? field.required : !field.oneof && !field.onlyInCreate,
    );
    return {
      type: "object",
      properties: Object.fromEntries(shown.map(([name, field]) => [name, this.#member(name, field, way)])),
      ...(required.length > 0 ? { required: required.map(([name]) => name) } : {}),
      ...(way === "input" ? { additionalProperties: false } : {}),
    };
  }

  #member(name: string, field: Field, way: Way): Schema {
    // A time that was never set is null.
    const isNullable =
      field.kind === "timestamp" && !/^(createTime|updateTime|createdAt|updatedAt|lastUpdated)$/.test(name);
    return {
      ...this.#value(field, way, true),
      ...(isNullable ? { type: ["string", "null"] } : {}),
      description: describe(field),
      ...(way === "answer" && !isInput(field) ? { readOnly: true } : {}),
      ...(field.writeOnly ? { writeOnly: true } : {}),
    };
  }

  #value(field: Field, way: Way, isMember = false): Schema {
    const { kind, element, members, typeName } = field;
    switch (kind) {
      case "object": {
        const { required, ...object } = this.#object(members ?? {}, way);
        // If none is set, the response contains an empty object.
        const always = way === "answer" && isMember && !field.oneof ? {} : required ? { required } : {};
        const schema = { ...object, ...always, ...(way === "input" ? conditions(field.rules) : {}) };
        return typeName ? this.#keep(way === "input" ? `${typeName}Input` : typeName, schema) : schema;
      }
      case "enum": {
        const schema = { type: "string", enum: field.values };
        return typeName ? this.#keep(typeName, schema) : schema;
      }
      case "capability":
        return ref(CAPABILITY);
      case "set":
      case "list": {
        const least = way === "input" && field.minItems ? { minItems: field.minItems } : {};
        return {
          type: "array",
          items: this.#value(element!, way),
          ...(kind === "set" ? { uniqueItems: true } : {}),
          ...least,
        };
      }
      case "map":
        return { type: "object", additionalProperties: this.#value(element!, way) };
      case "timestamp":
        return { type: "string", format: "date-time" };
      case "jwks":
        return { type: "string", contentMediaType: "application/jwk-set+json" };
      default: {
        const { $schema: _dialect, ...schema } = toJSONSchema(field.schema!) as Schema;
        return way === "input" ? schema : { type: schema.type };
      }
    }
  }

  #keep(given: string, schema: Schema): Schema {
    const name = `${this.prefix}${given}`;
    const known = this.#named.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      if (this.prefix) return schema;
      throw new Error(`two types of the model are called ${name} and differ`);
    }
    this.#named.set(name, schema);
    return ref(name);
  }
}

/** Returns a field's description, with constraints that the schema alone does not express. */
function describe({ description, immutable, output, onlyInCreate, kind }: Field): string {
  return [
    description,
    ...(kind === "duration" ? ["A number of seconds with an s behind it: 3600s."] : []),
    ...(immutable && !output ? ["It cannot be changed."] : []),
    ...(onlyInCreate ? ["Only the answer to the create has it."] : []),
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
