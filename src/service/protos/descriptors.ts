import { create, createFileRegistry, type FileRegistry } from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  type FieldDescriptorProto,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  file_google_protobuf_any,
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_timestamp,
} from "@bufbuild/protobuf/wkt";
import { camelCase } from "../../model";
import type { ProtoEnum, ProtoField, ProtoFile, ProtoMessage } from "./file";
import { declaredIn, filesByType, importsOf } from "./names";

const wellKnown = [
  file_google_protobuf_any,
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_timestamp,
].map(({ proto }) => proto);

/**
 * Creates the descriptors of files, which must be ordered so that imports come first, including protobuf's well-known
 * types.
 */
export function registryOf(files: readonly ProtoFile[]): FileRegistry {
  const enums = new Set(files.flatMap((file) => declaredIn(file).enums));
  const homes = filesByType(files);
  const made = files.map((file) => fileDescriptor(file, importsOf(file, homes), enums));
  return createFileRegistry(create(FileDescriptorSetSchema, { file: [...wellKnown, ...made] }));
}

function fileDescriptor(file: ProtoFile, dependency: string[], enums: ReadonlySet<string>): FileDescriptorProto {
  return create(FileDescriptorProtoSchema, {
    name: file.path,
    package: file.package,
    syntax: "proto3",
    dependency,
    messageType: (file.messages ?? []).map((each) => messageDescriptor(each, file.package, enums)),
    enumType: (file.enums ?? []).map(enumDescriptor),
    service: (file.services ?? []).map(({ name, methods }) => ({
      name,
      method: methods.map((method) => ({
        name: method.name,
        inputType: `.${method.input}`,
        outputType: `.${method.output}`,
        clientStreaming: method.stream === "both",
        serverStreaming: method.stream !== undefined,
      })),
    })),
  });
}

function messageDescriptor(message: ProtoMessage, scope: string, enums: ReadonlySet<string>): DescriptorProto {
  const self = `${scope}.${message.name}`;
  // Protobuf represents each optional field by a synthetic oneof of its own; these must come last.
  const seen = message.fields.flatMap(({ oneof }) => oneof ?? []);
  const unseen = message.fields.filter(({ label }) => label === "optional").map(({ name }) => `_${name}`);
  const oneofs = [...new Set([...seen, ...unseen])];
  return create(DescriptorProtoSchema, {
    name: message.name,
    field: message.fields.map((each) => fieldDescriptor(each, self, oneofs, enums)),
    oneofDecl: oneofs.map((name) => ({ name })),
    nestedType: [
      ...(message.messages ?? []).map((each) => messageDescriptor(each, self, enums)),
      ...message.fields.flatMap((each) => (each.keys ? [mapEntry(each, each.keys, enums)] : [])),
    ],
    enumType: (message.enums ?? []).map(enumDescriptor),
  });
}

function fieldDescriptor(
  field: ProtoField,
  scope: string,
  oneofs: readonly string[],
  enums: ReadonlySet<string>,
): FieldDescriptorProto {
  const isRepeated = field.label === "repeated" || field.keys !== undefined;
  const oneof = field.label === "optional" ? `_${field.name}` : field.oneof;
  return create(FieldDescriptorProtoSchema, {
    name: field.name,
    number: field.number,
    jsonName: field.jsonName ?? camelCase(field.name),
    label: FieldDescriptorProto_Label[isRepeated ? "REPEATED" : "OPTIONAL"],
    ...(field.keys
      ? { type: FieldDescriptorProto_Type.MESSAGE, typeName: `.${scope}.${entryName(field)}` }
      : typeDescriptor(field.type, enums)),
    ...(oneof === undefined ? {} : { oneofIndex: oneofs.indexOf(oneof) }),
    ...(field.label === "optional" ? { proto3Optional: true } : {}),
  });
}

type TypeName = keyof typeof FieldDescriptorProto_Type;

function typeDescriptor(type: string, enums: ReadonlySet<string>) {
  if (!type.includes(".")) return { type: FieldDescriptorProto_Type[type.toUpperCase() as TypeName] };
  return { type: FieldDescriptorProto_Type[enums.has(type) ? "ENUM" : "MESSAGE"], typeName: `.${type}` };
}

/** Protobuf represents a map as a repeated message with a key and a value. */
const mapEntry = (field: ProtoField, keys: string, enums: ReadonlySet<string>): DescriptorProto =>
  create(DescriptorProtoSchema, {
    name: entryName(field),
    field: [
      fieldDescriptor({ name: "key", number: 1, type: keys }, "", [], enums),
      fieldDescriptor({ name: "value", number: 2, type: field.type }, "", [], enums),
    ],
    options: { mapEntry: true },
  });

const entryName = ({ name }: ProtoField): string => {
  const camel = camelCase(name);
  return `${camel.charAt(0).toUpperCase()}${camel.slice(1)}Entry`;
};

const enumDescriptor = ({ name, numbers }: ProtoEnum) => ({
  name,
  value: Object.entries(numbers).map(([value, number]) => ({ name: value, number })),
});
