import { humanize, nameWithArticle, type ResourceDefinition, snakeCase, terraformType } from "../model";

/** The Terraform names of the model's types and attributes. */

/** Returns `platform_role_binding` for `RoleBinding`. */
export const typeName = terraformType;

/** Returns `platform_role_bindings` for `RoleBinding`. */
export const pluralTypeName = (definition: ResourceDefinition): string => `platform_${snakeCase(definition.plural)}`;

/** Returns the type's name in messages, such as `role binding`. */
export const noun = (definition: ResourceDefinition): string => humanize(definition.name);

/** Returns the plural in messages, such as `role bindings`. */
export const nouns = (definition: ResourceDefinition): string => snakeCase(definition.plural).replaceAll("_", " ");

/** Names a resource of a type that has no parent: organizations are groups, and built-in roles belong to no group. */
export const topLevelNoun = (definition: ResourceDefinition): string =>
  `${definition.parent.type === definition.name ? "root" : "built-in"} ${noun(definition)}`;

/** Returns the noun with its article, such as `an identity` or `a role binding`. */
export const nounWithArticle = (definition: ResourceDefinition): string => nameWithArticle(definition.name);

/** Returns the name of the attribute that versions a write-only one. */
export const versionAttribute = (attribute: string): string => `${attribute}_version`;

/** Returns the attribute of the parent's uid, such as `parent_uid` or `group_uid`. */
export const parentAttribute = (definition: ResourceDefinition): string => snakeCase(definition.parent.attribute);
