import { invalidArgument } from "../../../api";
import { camelCase } from "../../../model";

const parameterNames: readonly string[] = ["force", "etag", "validateOnly"];

/** How a group is to be deleted. */
export interface DeleteOptions {
  readonly force?: boolean;
  /** Tells what would be deleted, and deletes nothing. */
  readonly validateOnly?: boolean;
  /** That of a preview. */
  readonly etag?: string;
}

/**
 * Reads the parameters of a deletion of a group, by their names in lowerCamelCase. Throws INVALID_ARGUMENT, for unknown
 * ones beside `force` too: a misspelled validateOnly must not delete anything.
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
