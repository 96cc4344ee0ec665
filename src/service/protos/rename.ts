import type { ProtoFile, ProtoMessage } from "./file";
import { declaredIn } from "./names";

/** Returns the file with the types of its fields and methods renamed. */
export function withTypes(file: ProtoFile, spell: (type: string) => string): ProtoFile {
  const inMessage = (message: ProtoMessage): ProtoMessage => ({
    ...message,
    fields: message.fields.map((each) => ({ ...each, type: spell(each.type) })),
    messages: (message.messages ?? []).map(inMessage),
  });
  return {
    ...file,
    messages: (file.messages ?? []).map(inMessage),
    services: (file.services ?? []).map((service) => ({
      ...service,
      methods: service.methods.map((each) => ({ ...each, input: spell(each.input), output: spell(each.output) })),
    })),
  };
}

/**
 * Returns the files with a prefix on their packages: `example.` turns `platform.iam.v2beta1` into
 * `example.platform.iam.v2beta1`.
 */
export function prefixed(files: readonly ProtoFile[], prefix: string): readonly ProtoFile[] {
  if (prefix === "") return files;
  const own = new Set(files.flatMap((file) => Object.values(declaredIn(file)).flat()));
  return files.map((file) => ({
    ...withTypes(file, (type) => (own.has(type) ? `${prefix}${type}` : type)),
    path: `${prefix.replaceAll(".", "/")}${file.path}`,
    package: `${prefix}${file.package}`,
  }));
}
