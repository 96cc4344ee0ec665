import { PlatformError } from "../../api";
import { definitionNamed } from "../../model";
import type { Access, Caller } from "../access";
import type { Context } from "../rules";
import type { Turn } from "../store";
import { readingNeeds } from "./read";
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
    const seen = await access.within(tx, caller);
    return run({
      ...writing,
      access: seen,
      remove: (resource) => remove(writing, resource),
      removeChildren: (type, parent) => removeChildren(writing, type, parent),
    }).catch((error) => {
      throw shownTo(seen, error);
    });
  }, turn);
}

/** What has a value already that stands but once is named to those alone who may see it. */
function shownTo(access: Access, error: unknown): unknown {
  const found = error instanceof PlatformError && error.code === "ALREADY_EXISTS" && error.detail("ResourceInfo");
  if (!found || access.holds(readingNeeds(definitionNamed(found.resourceType)!), found.resourceName)) return error;
  return new PlatformError("ALREADY_EXISTS", error.message, { details: [{ ...found, resourceName: "" }] });
}
