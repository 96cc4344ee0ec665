import { setImmediate } from "node:timers/promises";

/** Resolves in a separate iteration of the event loop, one caller at a time. */
export type Turn = () => Promise<unknown>;

/** Creates a sequence of turns: work in many steps never delays other requests by more than one step. */
export function turns(): Turn {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}

/** The turns of long work that is not limited otherwise. */
export const turn: Turn = turns();
