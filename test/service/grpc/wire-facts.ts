import type { DescEnum, DescField, DescMessage, DescService, FileRegistry } from "@bufbuild/protobuf";
import { FieldDescriptorProto_Type } from "@bufbuild/protobuf/wkt";

/**
 * Returns everything in descriptors that affects bytes and JSON, one line per fact: two descriptions with the same
 * lines are compatible. Names have no prefix; only the given packages are included.
 */
export function wireFacts(registry: FileRegistry, packages: readonly string[], prefix = ""): Set<string> {
  const facts = new Set<string>();
  const bare = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : name);
  for (const type of registry) {
    if (!packages.includes(bare(type.file.proto.package)) || type.kind === "extension") continue;
    for (const each of factsOf[type.kind](type as never, bare)) facts.add(each);
  }
  return facts;
}

type Bare = (name: string) => string;

const factsOf = {
  message: (type: DescMessage, bare: Bare) => [
    `message ${bare(type.typeName)}`,
    ...type.fields.map((each) => `field ${bare(type.typeName)}.${each.name} = ${fieldFact(each, bare)}`),
  ],
  enum: (type: DescEnum, bare: Bare) => [
    `enum ${bare(type.typeName)}`,
    ...type.values.map(({ name, number }) => `value ${bare(type.typeName)}.${name} = ${number}`),
  ],
  service: (type: DescService, bare: Bare) => [
    `service ${bare(type.typeName)}`,
    ...type.methods.map(
      ({ name, input, output, methodKind }) =>
        `rpc ${bare(type.typeName)}/${name} = ${methodKind} ${bare(input.typeName)} ${bare(output.typeName)}`,
    ),
  ],
} as const;

function fieldFact(field: DescField, bare: Bare): string {
  const { number, jsonName, fieldKind, message, enum: values, oneof, proto } = field;
  const inside = message ?? values;
  const scalar = FieldDescriptorProto_Type[proto.type].toLowerCase();
  const kind = fieldKind === "map" ? ` map<${field.mapKey}>` : fieldKind === "list" ? " repeated" : "";
  const value = fieldKind === "map" ? `${field.scalar ?? ""}` : scalar;
  const presence = proto.proto3Optional ? " optional" : oneof ? ` oneof ${oneof.name}` : "";
  return `${number}${kind} ${inside ? bare(inside.typeName) : value} ${jsonName}${presence}`;
}
