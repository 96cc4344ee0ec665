import * as pulumi from "@pulumi/pulumi";
import { camelCase, type Field, type Fields, type ResourceDefinition } from "../../src/model";

/** Marks sensitive arguments as secrets, so that previews do not show them and states encrypt them. */
export function withSecrets({ fields }: ResourceDefinition, args: object): object {
  const spelled = Object.fromEntries(Object.entries(fields).map(([name, field]) => [camelCase(name), field]));
  return markSecretMembers(spelled, args);
}

const markSecretMembers = (fields: Fields, values: object): object =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, markSecretValue(fields[name], value)]));

function markSecretValue(field: Field | undefined, value: unknown): unknown {
  if (!field || value === undefined || value === null || !isSecret(field)) return value;
  // An output's members cannot be distinguished yet, so all of it becomes a secret.
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return field.members && isPlain ? markSecretMembers(field.members, value) : pulumi.secret(value);
}

/** Returns whether a field or one of its members is sensitive. */
export const isSecret = ({ sensitive, members = {} }: Field): boolean =>
  sensitive === true || Object.values(members).some(isSecret);
