import { setImmediate } from "node:timers/promises";

let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves in a separate iteration of the event loop, one caller at a time, so that work in many steps never delays
 * other requests by more than one step.
 */
export function turn(): Promise<unknown> {
  last = last.then(() => setImmediate());
  return last;
}
