import type { Parameters } from "../../api";
import type { JsonObject } from "../../model";

/** Converts a List request to the parameters of the equivalent query. */
export function parametersOf(request: JsonObject): Parameters {
  const { uidp = {}, ...others } = request;
  const scopes = Object.entries(uidp as JsonObject).map(([name, value]) => [`uidp.${name}`, value] as const);
  return new Map([...scopes, ...Object.entries(others)].map(([name, value]) => [name, [value].flat().map(String)]));
}

/** Returns a text member; absent members are empty. */
export const text = (value: unknown): string => (typeof value === "string" ? value : "");
