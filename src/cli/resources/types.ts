import { camelCase, clientDefinitions, type ResourceDefinition, singular, snakeCase } from "../../model";

/** The names of types and fields on the command line, in kebab-case. */

export const kebabCase = (name: string): string => snakeCase(camelCase(name)).replaceAll("_", "-");

/** Returns the name of a type's command: `role-bindings`. */
export const pluralCommand = ({ plural }: ResourceDefinition): string => kebabCase(plural);

/** Returns the other name of a type's command: `role-binding`. */
export const singularCommand = (definition: ResourceDefinition): string => kebabCase(singular(definition));

/** Returns the types with an operation. */
export const typesWith = (operation: ResourceDefinition["operations"][number]): readonly ResourceDefinition[] =>
  clientDefinitions.filter(({ operations }) => operations.includes(operation));

/** The formats of `--output`; `uid` prints one uid per line, for scripts. */
export const outputFormats = ["table", "json", "yaml", "uid"] as const;
export type OutputFormat = (typeof outputFormats)[number];
