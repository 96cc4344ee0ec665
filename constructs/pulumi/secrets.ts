import * as pulumi from "@pulumi/pulumi";
import { camelCase, type Field, type Fields, type ResourceDefinition } from "../../src/model";

/** Arguments in which what is sensitive is marked as a secret, so that previews do not show it, nor states in the clear. */
export function guarded({ fields }: ResourceDefinition, args: object): object {
  const spelled = Object.fromEntries(Object.entries(fields).map(([name, field]) => [camelCase(name), field]));
  return guardedMembers(spelled, args);
}

const guardedMembers = (fields: Fields, values: object): object =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, guardedValue(fields[name], value)]));

function guardedValue(field: Field | undefined, value: unknown): unknown {
  if (!field || value === undefined || value === null || !isSecret(field)) return value;
  // What is in another resource's output cannot be told apart yet.
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return field.members && isPlain ? guardedMembers(field.members, value) : pulumi.secret(value);
}

/** Whether a field, or one inside it, is sensitive. */
export const isSecret = ({ sensitive, members = {} }: Field): boolean =>
  sensitive === true || Object.values(members).some(isSecret);
