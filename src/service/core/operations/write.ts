import { PlatformError } from "../../../api";
import { definitionOf } from "../../../model";
import type { WriteLock } from "../../store";
import type { Access, Caller } from "../access";
import type { CheckContext } from "../rules";
import { readCapabilities } from "./read";
import { remove, removeChildren } from "./resource-writes";
import { type Dependencies, timeOf, type Write } from "./types";

/**
 * Runs a write in a transaction, with the caller's access at that time. `check` rejects requests that are not permitted
 * or invalid, and returns the write. It runs twice: first outside the transaction, so that a rejected request neither
 * holds nor waits for the organization's write lock, then in the transaction, where it decides.
 */
export async function write<T>(
  { store, clock, access, assumablePermissions }: Dependencies,
  caller: Caller,
  lock: WriteLock,
  check: (checking: CheckContext) => Promise<Write<T>>,
): Promise<T> {
  const by = caller;
  await access.precheck(caller, (seen, isOptimistic) =>
    check({ db: store.db, now: timeOf(clock), by, access: seen, assumablePermissions, isOptimistic }),
  );
  return store.transaction(async (tx) => {
    const writing = { tx, now: timeOf(clock), by };
    const seen = await access.inTransaction(tx, caller);
    const context = {
      ...writing,
      access: seen,
      remove: (resource) => remove(writing, resource),
      removeChildren: (type, parent) => removeChildren(writing, type, parent),
    } satisfies Parameters<Write<T>>[0];
    try {
      const change = await check({
        db: tx,
        now: writing.now,
        by,
        access: seen,
        assumablePermissions,
        isOptimistic: false,
      });
      return await change(context);
    } catch (error) {
      throw hideConflict(seen, error);
    }
  }, lock);
}

/** Hides the name of a conflicting resource from callers who cannot see it. */
function hideConflict(access: Access, error: unknown): unknown {
  const found = error instanceof PlatformError && error.code === "ALREADY_EXISTS" && error.detail("ResourceInfo");
  if (!found || access.has(readCapabilities(definitionOf(found.resourceType)), found.resourceName)) return error;
  return new PlatformError("ALREADY_EXISTS", error.message, { details: [{ ...found, resourceName: "" }] });
}
