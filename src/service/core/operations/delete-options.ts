import { invalidArgument } from "../../../api";
import { camelCase } from "../../../model";

const parameterNames: readonly string[] = ["force", "etag", "validateOnly"];

/** Options for deleting a group. */
export interface DeleteOptions {
  readonly force?: boolean;
  /** Returns what would be deleted, and deletes nothing. */
  readonly validateOnly?: boolean;
  /** The etag of a preview. */
  readonly etag?: string;
}

/**
 * Parses the parameters of a group deletion, by their lowerCamelCase names. Throws INVALID_ARGUMENT, also for unknown
 * parameters beside `force`: a misspelled validateOnly must not delete anything.
 */
export function deleteOptions(given: ReadonlyMap<string, readonly string[]>): DeleteOptions {
  const parameters = new Map([...given].map(([name, values]) => [camelCase(name), values]));
  const flag = (name: string): boolean => {
    const value = parameters.get(name)?.at(-1) ?? "false";
    if (value !== "true" && value !== "false")
      throw invalidArgument({ path: [name], problem: "must be true or false" });
    return value === "true";
  };
  const [force, validateOnly] = [flag("force"), flag("validateOnly")];
  const etag = parameters.get("etag")?.at(-1) || undefined;
  const needing = validateOnly ? "validateOnly" : etag ? "etag" : undefined;
  if (!force && needing) throw invalidArgument({ path: [needing], problem: "requires force=true" });
  const unknown = [...parameters.keys()].find((name) => !parameterNames.includes(name));
  if (force && unknown !== undefined)
    throw invalidArgument({
      path: [unknown],
      problem: `is not a parameter of a forced deletion; allowed: ${parameterNames.join(", ")}`,
    });
  return { force, validateOnly, ...(etag ? { etag } : {}) };
}
