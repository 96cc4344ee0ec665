/** A JSON object: a request or response body, or a part of it. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a JSON object as it is, and any other value as an empty one. */
export const objectOrEmpty = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
