import { invalidArgument, type Parameters, parseQuery } from "../../../api";
import { camelCase, type ObjectValue, type Registry, type ResourceDefinition } from "../../../model";

/** The parameters of a delete, which only groups have. */
export type DeleteOptions = ObjectValue<Registry["groups"]["deleteParameters"]>;

/**
 * Parses the query of a delete. Throws INVALID_ARGUMENT, also for unknown parameters beside `force`: a misspelled
 * validateOnly must not delete anything.
 */
export function readDeleteOptions({ deleteParameters }: ResourceDefinition, parameters: Parameters): DeleteOptions {
  if (!deleteParameters) return {};
  const known = new Map([...parameters].filter(([name]) => Object.hasOwn(deleteParameters, camelCase(name))));
  const options: DeleteOptions = parseQuery("delete", deleteParameters, known);
  return options.force ? parseQuery("a forced deletion", deleteParameters, parameters) : checkDeleteOptions(options);
}

/** Returns the options. Throws INVALID_ARGUMENT for those that require `force`. */
export function checkDeleteOptions({ force = false, ...options }: DeleteOptions): DeleteOptions {
  const dependent = force ? undefined : Object.entries(options).find(([, value]) => value)?.[0];
  if (dependent) throw invalidArgument({ path: [dependent], problem: "requires force=true" });
  return { force, ...options };
}
