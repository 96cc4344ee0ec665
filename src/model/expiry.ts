import { isInput } from "./field";
import type { ResourceDefinition } from "./resource";

/**
 * Resources whose configuration states when they expire, such as role bindings. They stay in states as expired, even
 * after the service has deleted them, so that an unchanged configuration never creates them again.
 */

/** Returns the field by which configurations state when a resource expires; undefined if there is none. */
export function configuredExpiry({ fields, expires }: ResourceDefinition): string | undefined {
  const field = expires === undefined ? undefined : fields[expires];
  return field && isInput(field) ? expires : undefined;
}

/** Returns whether a time has passed on this machine. */
export const hasPassed = (time: unknown): boolean => typeof time === "string" && Date.parse(time) <= Date.now();
