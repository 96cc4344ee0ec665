import { camelCase, type Field, type Fields, snakeCase } from "../../src/model";
import { isWriteOnly } from "../../src/provider/members";
import { versionAttribute } from "../../src/provider/names";

/** The properties that version write-only ones: Terraform sends a write-only value again when its version changes. */

/** Returns the property that versions a field; undefined unless the field is write-only. */
export const versionProperty = (name: string, field: Field): string | undefined =>
  isWriteOnly(field) ? camelCase(versionAttribute(snakeCase(name))) : undefined;

/** Returns an object's value as the service knows it: without versions, at any depth. */
export function withoutVersions(members: Fields, value: object): Record<string, unknown> {
  const fields = Object.entries(members);
  const versions = fields.map(([name, field]) => versionProperty(name, field));
  const entries = Object.entries(value).filter(([name]) => !versions.includes(name));
  return Object.fromEntries(entries.map(([name, each]) => [name, withoutVersionsIn(members[name], each)]));
}

function withoutVersionsIn(field: Field | undefined, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value;
  if (field?.members && !Array.isArray(value)) return withoutVersions(field.members, value);
  const { element } = field ?? {};
  if (!element) return value;
  if (Array.isArray(value)) return value.map((each) => withoutVersionsIn(element, each));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutVersionsIn(element, each)]));
}
