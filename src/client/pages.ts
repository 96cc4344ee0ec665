import { type ListPage, type ListQuery, MAX_PAGE_SIZE, PlatformError } from "../api";

/** How long a service keeps a cursor, in milliseconds: three days. */
const CURSOR_LIFETIME = 3 * 24 * 60 * 60 * 1000;

/**
 * Yields the items of all pages. Services return the first page, not an error, for an expired cursor; instead of
 * repeating resources, this fails with ABORTED after three days, or when the first resource is returned again.
 */
export async function* allPages<Q extends ListQuery, T extends { readonly uid?: unknown }>(
  page: (query: Q) => Promise<ListPage<T>>,
  query: Q,
): AsyncGenerator<T, void, undefined> {
  const started = Date.now();
  let first: T | undefined;
  let next: Q = { pageSize: MAX_PAGE_SIZE, ...query };
  while (true) {
    const { items, nextPageToken } = await page(next);
    for (const item of items) {
      if (first && item.uid === first.uid)
        throw new PlatformError("ABORTED", `The listing restarted: ${item.uid} was returned twice`);
      first ??= item;
      yield item;
    }
    if (!nextPageToken) return;
    if (Date.now() - started >= CURSOR_LIFETIME)
      throw new PlatformError("ABORTED", "The listing took more than three days; its cursor has expired");
    // `skip` counts from the page token, so only the first request carries it.
    next = { ...next, pageToken: nextPageToken, skip: undefined };
  }
}
