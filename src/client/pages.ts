import { type ListEnvelope, type ListQuery, MAX_PAGE_SIZE, PlatformError } from "../api";

/** How long a service remembers a cursor, in milliseconds: three days. */
const CURSOR_LIFETIME = 3 * 24 * 60 * 60 * 1000;

/**
 * Everything on all pages. A service answers an expired cursor with the first page again instead of an error; rather
 * than repeat resources, this stops with ABORTED when three days have gone by or the first resource comes again.
 */
export async function* allPages<Q extends ListQuery, T extends { readonly uid?: unknown }>(
  page: (query: Q) => Promise<ListEnvelope<T>>,
  query: Q,
): AsyncGenerator<T, void, undefined> {
  const started = Date.now();
  let first: T | undefined;
  let next: Q = { pageSize: MAX_PAGE_SIZE, ...query };
  while (true) {
    const { items, nextPageToken } = await page(next);
    for (const item of items) {
      if (first && item.uid === first.uid)
        throw new PlatformError("ABORTED", `The listing began anew: ${item.uid} came a second time`);
      first ??= item;
      yield item;
    }
    if (!nextPageToken) return;
    if (Date.now() - started >= CURSOR_LIFETIME)
      throw new PlatformError("ABORTED", "The listing took three days: the service would begin it anew");
    // What is to be passed over is counted from where the token continues, so only the first page asks for it.
    next = { ...next, pageToken: nextPageToken, skip: undefined };
  }
}
