import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { create, createFileRegistry, type FileRegistry } from "@bufbuild/protobuf";
import {
  DescriptorProtoSchema,
  EnumDescriptorProtoSchema,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_timestamp,
} from "@bufbuild/protobuf/wkt";
import { camelCase } from "../../../src/model";

/**
 * The wire format of the published API, as clients in use know it: packages, rpcs, messages, numbers. The files in
 * `published` record these facts. They are not generated from the model, so that they detect drift of the model.
 *
 * A line is `rpc <service> <method> <input> <output>`, `message <name> <field>; …` or `enum <name> <value>=<number>;
 * …`. A field is its name, number and type, then its modifiers: `rep`, `opt`, `oneof <name>` or `json=<name>`.
 */
const folder = path.join(__dirname, "published");

/** The facts of one package. */
export interface Package {
  readonly name: string;
  readonly lines: readonly (readonly [kind: string, name: string, items: readonly string[]])[];
}

const recorded: readonly Package[] = readdirSync(folder).map((file) => {
  const [head = "", ...lines] = readFileSync(path.join(folder, file), "utf8").trimEnd().split("\n");
  return {
    name: head.slice("package ".length),
    lines: lines.map((line) => {
      const [, kind = "", name = "", rest = ""] = /^(\w+) (\S+) ?(.*)$/.exec(line) ?? [];
      return [kind, name, rest === "" ? [] : rest.split(kind === "rpc" ? " " : "; ")] as const;
    }),
  };
});

/** Packages that others import, in the order of imports, then the others; v2 has the shapes of v2beta1. */
const shared = ["platform.common", "capabilities"];
const packages: readonly Package[] = [
  ...shared.map((name) => recorded.find((each) => each.name === name)!),
  ...recorded.filter(({ name }) => !shared.includes(name)),
  ...recorded
    .filter(({ name }) => name.endsWith(".v2beta1"))
    .map((each) => ({ ...each, name: each.name.replace(/v2beta1$/, "v2") })),
];

export const publishedPackages: readonly string[] = packages.map(({ name }) => name);

const wellKnown = [
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_timestamp,
].map(({ proto }) => proto);

/** Creates descriptors from the record alone, with a prefix before the names of the packages. */
export const publishedRegistry = (prefix = ""): FileRegistry => registryOf(packages, prefix);

/** Creates descriptors of packages; several with the same name each contain a part of it. */
export function registryOf(all: readonly Package[], prefix = ""): FileRegistry {
  const kinds = new Map(
    all.flatMap(({ name, lines }) =>
      lines.filter(([kind]) => kind !== "rpc").map(([kind, inside]) => [`${name}.${inside}`, kind] as const),
    ),
  );
  const isShared = ({ name }: Package) => shared.includes(name);
  const files = [...all.filter(isShared), ...all.filter((each) => !isShared(each))].map((each) =>
    fileOf(each, prefix, kinds),
  );
  files.forEach((file, index) => {
    file.name = `${index}.proto`;
    file.dependency = [...wellKnown, ...files.slice(0, index)].map(({ name }) => name);
  });
  return createFileRegistry(create(FileDescriptorSetSchema, { file: [...wellKnown, ...files] }));
}

type Resolve = (type: string, scope: string) => { readonly name: string; readonly kind: "message" | "enum" };

function fileOf({ name, lines }: Package, prefix: string, kinds: ReadonlyMap<string, string>): FileDescriptorProto {
  const resolve: Resolve = (spelt, scope) => {
    const type = spelt.replace(/^google\.protobuf\./, "");
    if (["Timestamp", "Duration", "FieldMask", "Empty"].includes(type))
      return { name: `.google.protobuf.${type}`, kind: "message" };
    // Resolves a name like protobuf: in the innermost scope first, then outwards.
    for (let inside = scope; ; inside = outerOf(inside)) {
      const full = inside === "" ? type : `${inside}.${type}`;
      const kind = kinds.get(full);
      if (kind) return { name: `.${prefix}${full}`, kind: kind as "message" | "enum" };
      if (inside === "") throw new Error(`${scope} names ${type}, which the record does not have`);
    }
  };
  const named = (kind: string) => lines.filter((line) => line[0] === kind);
  const inside = (scope: string) => ({
    nestedType: named("message")
      .filter(([, each]) => outerOf(each) === scope)
      .map(([, each, items]) => messageOf(each, items)),
    enumType: named("enum")
      .filter(([, each]) => outerOf(each) === scope)
      .map(([, each, items]) => enumOf(lastOf(each), items)),
  });
  const messageOf = (full: string, items: readonly string[]): ReturnType<typeof message> => {
    const fields = items.map(fieldFrom);
    const seen = fields.flatMap(({ oneof }) => oneof ?? []);
    const oneofs = [
      ...new Set([...seen, ...fields.filter(({ isOptional }) => isOptional).map((each) => `_${each.name}`)]),
    ];
    const { nestedType, enumType } = inside(full);
    const scope = `${name}.${full}`;
    return message({
      name: lastOf(full),
      field: fields.map((each) => fieldOf(each, scope, prefix, oneofs, resolve)),
      oneofDecl: oneofs.map((each) => ({ name: each })),
      nestedType: [
        ...nestedType,
        ...fields.flatMap((each) => (each.key ? [entryOf(each, scope, prefix, resolve)] : [])),
      ],
      enumType,
    });
  };
  const { nestedType, enumType } = inside("");
  return create(FileDescriptorProtoSchema, {
    package: `${prefix}${name}`,
    syntax: "proto3",
    messageType: nestedType,
    enumType,
    service: [...new Set(named("rpc").map(([, service]) => service))].map((service) => ({
      name: service,
      method: named("rpc")
        .filter(([, each]) => each === service)
        .map(([, , [method = "", input = "", output = ""]]) => ({
          name: method,
          inputType: resolve(input, name).name,
          outputType: resolve(output, name).name,
        })),
    })),
  });
}

interface RecordedField {
  readonly name: string;
  readonly number: number;
  readonly type: string;
  readonly key?: string | undefined;
  readonly oneof?: string | undefined;
  readonly json?: string | undefined;
  readonly isRepeated: boolean;
  readonly isOptional: boolean;
}

function fieldFrom(text: string): RecordedField {
  const [, name = "", number = "", type = "", rest = ""] = /^(\w+) (\d+) (\S+) ?(.*)$/.exec(text) ?? [];
  const [, key, value] = /^map<(\w+),(\S+)>$/.exec(type) ?? [];
  return {
    name,
    number: Number(number),
    type: value ?? type,
    key,
    oneof: /^oneof (\w+)$/.exec(rest)?.[1],
    json: /^json=(\w+)$/.exec(rest)?.[1],
    isRepeated: rest === "rep" || key !== undefined,
    isOptional: rest === "opt",
  };
}

function fieldOf(field: RecordedField, scope: string, prefix: string, oneofs: readonly string[], resolve: Resolve) {
  const { name, number, type, key, isRepeated, isOptional } = field;
  const oneof = isOptional ? `_${name}` : field.oneof;
  // Protobuf's type GROUP is not Group.
  const scalar =
    /^[a-z]/.test(type) && !type.includes(".") ? FieldDescriptorProto_Type[type.toUpperCase() as TypeName] : undefined;
  const found = key || scalar ? undefined : resolve(type, scope);
  return create(FieldDescriptorProtoSchema, {
    name,
    number,
    jsonName: field.json ?? camelCase(name),
    label: FieldDescriptorProto_Label[isRepeated ? "REPEATED" : "OPTIONAL"],
    type: scalar && !key ? scalar : FieldDescriptorProto_Type[found?.kind === "enum" ? "ENUM" : "MESSAGE"],
    ...(key ? { typeName: `.${prefix}${scope}.${entryName(name)}` } : found ? { typeName: found.name } : {}),
    ...(oneof ? { oneofIndex: oneofs.indexOf(oneof) } : {}),
    ...(isOptional ? { proto3Optional: true } : {}),
  });
}

type TypeName = keyof typeof FieldDescriptorProto_Type;

const plain = { isRepeated: false, isOptional: false };

function entryOf({ name, key = "", type }: RecordedField, scope: string, prefix: string, resolve: Resolve) {
  return message({
    name: entryName(name),
    field: [
      fieldOf({ name: "key", number: 1, type: key, ...plain }, scope, prefix, [], resolve),
      fieldOf({ name: "value", number: 2, type, ...plain }, scope, prefix, [], resolve),
    ],
    options: { mapEntry: true },
  });
}

const message = (init: Parameters<typeof create<typeof DescriptorProtoSchema>>[1]) =>
  create(DescriptorProtoSchema, init);

const enumOf = (name: string, items: readonly string[]) =>
  create(EnumDescriptorProtoSchema, {
    name,
    value: items.map((each) => {
      const [value = "", number] = each.split("=");
      return { name: value, number: Number(number) };
    }),
  });

const entryName = (name: string): string => {
  const camel = camelCase(name);
  return `${camel.charAt(0).toUpperCase()}${camel.slice(1)}Entry`;
};
const outerOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf(".")));
const lastOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
