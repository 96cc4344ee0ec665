import type { ResourceDefinition } from "./resource";

/** `roleBindings` gives `role_bindings`; a name that is in snake_case already stays. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `role_bindings` gives `roleBindings`. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** A type's singular in lowerCamelCase: `roleBinding`. */
export const singular = (definition: ResourceDefinition): string =>
  definition.name.charAt(0).toLowerCase() + definition.name.slice(1);
