import { PlatformError } from "../../api";
import type { CallerAccess, CallOptions, IdempotentCreator, PlatformClient } from "../../client";
import { registry, type UpdateBody } from "../../model";
import type { Difference } from "./difference";

/** What a change uses of a connection. */
export interface Connected {
  readonly client: PlatformClient;
  readonly creator: IdempotentCreator;
  readonly access: CallerAccess;
}

/** The number of concurrent requests, and the most that are sent after one has failed. */
const BATCH = 8;

/**
 * Creates missing bindings, changes those that differ, and only then deletes strangers, the caller's own ones last: at
 * any time, everyone has at least the access that the change leaves. Throws PlatformError; what was done until then
 * stays.
 */
export async function applyDifference(
  { client, creator, access }: Connected,
  group: string,
  { missing, changed, strangers }: Difference,
  options: CallOptions,
): Promise<void> {
  await inBatches(missing, (grant) => creator.create(registry.roleBindings, group, grant, options));
  await inBatches(changed, ({ binding, grant, names }) => {
    const body = Object.fromEntries(names.map((name) => [name, grant[name]]));
    return client.roleBindings.update(binding.uid, body as UpdateBody<typeof registry.roleBindings>, {
      ...options,
      updateMask: names,
    });
  });
  const caller = await access.identityUid(options);
  const isOwn = ({ identityUid }: { readonly identityUid: string }) => identityUid === caller;
  const remove = async ({ uid }: { readonly uid: string }) => {
    try {
      await client.roleBindings.delete(uid, options);
    } catch (error) {
      if (!(error instanceof PlatformError && error.code === "NOT_FOUND")) throw error;
    }
  };
  await inBatches(
    strangers.filter((each) => !isOwn(each)),
    remove,
  );
  await inBatches(strangers.filter(isOwn), remove);
}

async function inBatches<T>(items: readonly T[], call: (item: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH) {
    const results = await Promise.allSettled(items.slice(at, at + BATCH).map(call));
    const failed = results.find((each) => each.status === "rejected");
    if (failed) throw failed.reason;
  }
}
