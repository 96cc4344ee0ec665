import type { ResourceDefinition } from "./resource";

/** Converts `roleBindings` to `role_bindings`; snake_case names are unchanged. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Converts `role_bindings` to `roleBindings`. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the name of an enum's unset value: `RELATIONSHIP_TYPE_UNSPECIFIED` for `RelationshipType`. */
export const unsetValue = (typeName: string): string => `${snakeCase(typeName).slice(1).toUpperCase()}_UNSPECIFIED`;

/** Returns a noun with its indefinite article. */
export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;

/** Returns a type's name in words: `role binding` for `RoleBinding`. */
export const humanize = (type: string): string => type.replace(/(?!^)[A-Z]/g, " $&").toLowerCase();

/** Returns a type's name as a noun with its article: `a role binding` for `RoleBinding`. */
export const nameWithArticle = (type: string): string => withArticle(humanize(type));

/** Returns a type's singular in lowerCamelCase: `roleBinding`. */
export const singular = (definition: ResourceDefinition): string =>
  definition.name.charAt(0).toLowerCase() + definition.name.slice(1);

/** Returns the name of a type's Terraform resource: `platform_role_binding` for `RoleBinding`. */
export const terraformType = (definition: ResourceDefinition): string => `platform_${snakeCase(singular(definition))}`;
