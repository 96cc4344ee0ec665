import type { ResourceDefinition } from "./resource";

/** `roleBindings` gives `role_bindings`; a name that is in snake_case already stays. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `role_bindings` gives `roleBindings`. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** What an enum's value that means not set is called: `RelationshipType` gives `RELATIONSHIP_TYPE_UNSPECIFIED`. */
export const unsetValue = (typeName: string): string => `${snakeCase(typeName).slice(1).toUpperCase()}_UNSPECIFIED`;

/** A type's singular in lowerCamelCase: `roleBinding`. */
export const singular = (definition: ResourceDefinition): string =>
  definition.name.charAt(0).toLowerCase() + definition.name.slice(1);
