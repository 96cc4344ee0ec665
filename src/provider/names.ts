import { type ResourceDefinition, singular, snakeCase } from "../model";

/** What Terraform calls the types and attributes of the model. */

/** `RoleBinding` gives `platform_role_binding`. */
export const typeName = (definition: ResourceDefinition): string => `platform_${snakeCase(singular(definition))}`;

/** `RoleBinding` gives `platform_role_bindings`. */
export const pluralTypeName = (definition: ResourceDefinition): string => `platform_${snakeCase(definition.plural)}`;

/** How sentences name a type: `role binding`. */
export const noun = (definition: ResourceDefinition): string => snakeCase(singular(definition)).replaceAll("_", " ");

/** `role bindings` */
export const nouns = (definition: ResourceDefinition): string => snakeCase(definition.plural).replaceAll("_", " ");

/** `an identity`, `a role binding` */
export const aNoun = (definition: ResourceDefinition): string =>
  `${/^[aeiou]/.test(noun(definition)) ? "an" : "a"} ${noun(definition)}`;

/** The attribute beside a write-only one that says whether its value is another. */
export const versionAttribute = (attribute: string): string => `${attribute}_version`;

/** The attribute that holds the uid of what holds the resource: `parent_uid`, `group_uid`. */
export const parentAttribute = (definition: ResourceDefinition): string => snakeCase(definition.parent.attribute);
