import { setImmediate } from "node:timers/promises";

let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves in a round of the event loop of its own, so that work in several steps keeps nothing else waiting for more than
 * one step, however many do such work.
 */
export function turn(): Promise<unknown> {
  last = last.then(() => setImmediate());
  return last;
}
