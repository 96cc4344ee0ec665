import type { ProtoFile, ProtoMessage } from "./file";

/** The files of protobuf's well-known types, as imported. */
const wellKnown: Readonly<Record<string, string>> = {
  "google.protobuf.Any": "google/protobuf/any.proto",
  "google.protobuf.Duration": "google/protobuf/duration.proto",
  "google.protobuf.Empty": "google/protobuf/empty.proto",
  "google.protobuf.FieldMask": "google/protobuf/field_mask.proto",
  "google.protobuf.Timestamp": "google/protobuf/timestamp.proto",
};

/** Returns the full names of all messages and enums that a file declares, including nested ones. */
export function declaredIn(file: ProtoFile): { readonly messages: string[]; readonly enums: string[] } {
  const messages: string[] = [];
  const enums: string[] = [];
  const visit = (scope: string, inside: Pick<ProtoMessage, "messages" | "enums">) => {
    for (const { name } of inside.enums ?? []) enums.push(`${scope}.${name}`);
    for (const each of inside.messages ?? []) {
      messages.push(`${scope}.${each.name}`);
      visit(`${scope}.${each.name}`, each);
    }
  };
  visit(file.package, file);
  return { messages, enums };
}

/** Returns the path of the declaring file for the full name of each message and enum. */
export function filesByType(files: readonly ProtoFile[]): ReadonlyMap<string, string> {
  const homes = new Map(Object.entries(wellKnown));
  for (const each of files) {
    const { messages, enums } = declaredIn(each);
    for (const name of [...messages, ...enums]) homes.set(name, each.path);
  }
  return homes;
}

/** Returns the sorted paths of the files that a file must import. Throws for a type that no file declares. */
export function importsOf(file: ProtoFile, homes: ReadonlyMap<string, string>): string[] {
  const paths = [...referencedTypes(file)].map((name) => {
    const home = homes.get(name);
    if (home === undefined) throw new Error(`${file.path} names ${name}, which no file declares`);
    return home;
  });
  return [...new Set(paths)].filter((path) => path !== file.path).sort();
}

/** Returns the full names of all types used in a file's fields and methods. */
function referencedTypes(file: ProtoFile): Set<string> {
  const names = new Set<string>();
  const visit = ({ fields, messages = [] }: ProtoMessage) => {
    for (const { type } of fields) if (type.includes(".")) names.add(type);
    messages.forEach(visit);
  };
  file.messages?.forEach(visit);
  for (const { methods } of file.services ?? []) for (const { input, output } of methods) names.add(input).add(output);
  return names;
}
