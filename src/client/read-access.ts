import type { Snapshot } from "../access/snapshot";
import { addResource, noEntries, type SnapshotPart, snapshotParts, snapshotTypes } from "../access/sources";
import { PlatformError, parentOf } from "../api";
import type { Capability } from "../model";
import { requiredToList } from "./caller-access";
import type { PlatformClient } from "./client";
import type { CallOptions } from "./collection";

/** The maximum number of groups at which the caller's own capabilities are tested. */
const MAX_TESTED = 20;

/**
 * Reads everything that decides who may do what, as far as the caller can see it. `gaps` describes what it cannot see.
 * Lists the groups, identities, roles and role bindings, 200 per request. Throws PlatformError.
 */
export async function readAccess(client: PlatformClient, options: CallOptions = {}): Promise<Snapshot> {
  const entries = noEntries();
  await Promise.all(
    snapshotParts.map(async (part) => {
      for await (const each of client[snapshotTypes[part].plural].list({}, options)) addResource(entries, part, each);
    }),
  );
  return { ...entries, gaps: await gapsOf(client, entries.groups, options) };
}

async function gapsOf(
  client: PlatformClient,
  groups: Snapshot["groups"],
  options: CallOptions,
): Promise<readonly string[]> {
  const visible = new Set(groups.map(({ id }) => id));
  const tops = groups.filter(({ id }) => !visible.has(parentOf(id) ?? ""));
  if (tops.length === 0) return ["The caller cannot see any group: it lacks the capability groups.list."];
  const hidden = tops
    .filter(({ id }) => parentOf(id) !== undefined)
    .map(({ id }) => `Groups above ${id} are hidden from the caller, and so may be role bindings there.`);
  const lacking = await Promise.all(tops.slice(0, MAX_TESTED).map(({ id }) => missingAt(client, id, options)));
  return [...hidden, ...lacking.flat()].slice(0, MAX_TESTED);
}

async function missingAt(client: PlatformClient, group: string, options: CallOptions): Promise<readonly string[]> {
  const needed = (part: SnapshotPart): readonly Capability[] => requiredToList(snapshotTypes[part]);
  const all = [...new Set<Capability>(snapshotParts.flatMap(needed))];
  try {
    const granted = await client.testCapabilities(group, all, options);
    return snapshotParts.flatMap((part) => {
      const missing = needed(part).filter((each) => !granted.includes(each));
      const noun = part === "bindings" ? "role bindings" : part;
      return missing.length === 0
        ? []
        : [`Some ${noun} at or below ${group} may be hidden: the caller lacks the capability ${missing.join(", ")}.`];
    });
  } catch (error) {
    // Services without the method do not say what they hide.
    if (!(error instanceof PlatformError && [404, 405, 501].includes(error.http))) throw error;
    return [`The service cannot tell what it hides from the caller at ${group}.`];
  }
}
