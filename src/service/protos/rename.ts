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

/** Returns copies of the files in other packages, which refer to each other. A file's path begins with its package. */
export function inPackages(files: readonly ProtoFile[], rename: (packageName: string) => string): readonly ProtoFile[] {
  const renamed = new Map<string, string>();
  for (const file of files)
    for (const name of Object.values(declaredIn(file)).flat())
      renamed.set(name, `${rename(file.package)}${name.slice(file.package.length)}`);
  return files.map((file) => ({
    ...withTypes(file, (type) => renamed.get(type) ?? type),
    path: `${rename(file.package).replaceAll(".", "/")}${file.path.slice(file.package.length)}`,
    package: rename(file.package),
  }));
}

/**
 * Returns the files with a prefix on their packages: `example.` turns `platform.iam.v2beta1` into
 * `example.platform.iam.v2beta1`.
 */
export const prefixed = (files: readonly ProtoFile[], prefix: string): readonly ProtoFile[] =>
  prefix === "" ? files : inPackages(files, (name) => `${prefix}${name}`);
