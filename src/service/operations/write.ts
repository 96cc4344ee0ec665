import type { Caller } from "../access";
import type { Context } from "../rules";
import type { Turn } from "../store";
import { remove, removeChildren } from "./records";
import { type Settings, timeOf } from "./types";

/** Runs a request that writes: in a transaction of its own, with what the caller may do as it is then. */
export async function write<T>(
  { store, clock, access }: Settings,
  caller: Caller,
  turn: Turn,
  run: (context: Context) => Promise<T>,
): Promise<T> {
  await access.prepare(caller);
  return store.transaction(async (tx) => {
    const writing = { tx, now: timeOf(clock), by: caller };
    return run({
      ...writing,
      access: await access.within(tx, caller),
      remove: (resource) => remove(writing, resource),
      removeChildren: (type, parent) => removeChildren(writing, type, parent),
    });
  }, turn);
}
