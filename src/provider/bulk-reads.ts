import { isRoot, MAX_PAGE_SIZE, parentOf, rootOf, unfilteredQuery } from "../api";
import { type CallOptions, type PlatformClient, waitFor } from "../client";
import type { JsonObject, ResourceDefinition } from "../model";

/**
 * The maximum age of a list, in milliseconds. A list that expires before it is used up is loaded again. Engines read a
 * few hundred resources per second, so with one minute this affects only lists of more than about 10,000 resources.
 */
const MAX_AGE = 60_000;

/**
 * The number of direct reads of a scope before the first page is requested, when it is not known what a list will save.
 */
const MIN_DIRECT_READS = 5;

/**
 * Serves reads of many resources from few list requests. A scope is a type below one root. Its first reads are direct.
 * After as many direct reads as the list has pages, the remaining reads are served from the list, so at most twice the
 * minimum number of requests is sent. The first page returns the number of pages: it is requested after a few reads, or
 * after one if lists have saved requests before.
 */
export class BulkReads {
  readonly #client: PlatformClient;
  readonly #scopes = new Map<string, Scope>();
  readonly #tally = { saved: 0 };

  constructor(client: PlatformClient) {
    this.#client = client;
  }

  /**
   * Returns the resource from the list, "absent" if the complete list lacks it, or undefined if it should be read
   * directly.
   */
  async find(
    definition: ResourceDefinition,
    uid: string,
    options?: CallOptions,
  ): Promise<JsonObject | "absent" | undefined> {
    if (isRoot(uid) || !definition.operations.includes("list")) return undefined;
    return this.#scope(definition, rootOf(uid)).find(uid, options);
  }

  /** Returns the resources with a name directly below a parent. Throws PlatformError. */
  async findByName(definition: ResourceDefinition, parentUid: string, name: string, options?: CallOptions) {
    return this.#scope(definition, rootOf(parentUid)).findByName(parentUid, name, options);
  }

  #scope(definition: ResourceDefinition, root: string): Scope {
    const key = `${root} ${definition.name}`;
    let scope = this.#scopes.get(key);
    if (!scope) {
      scope = new Scope(this.#client, definition, root, this.#tally);
      this.#scopes.set(key, scope);
    }
    return scope;
  }

  /** Discards all lists, so that subsequent reads see the current state. */
  clear(): void {
    for (const scope of this.#scopes.values()) scope.reset();
  }
}

class Scope {
  readonly #client: PlatformClient;
  readonly #definition: ResourceDefinition;
  readonly #root: string;
  /** The number of reads served from lists, minus the list requests sent; shared by all scopes. */
  readonly #tally: { saved: number };
  #list: CachedList | undefined;
  #directReads = 0;
  /** The number of pages of the complete list, once the first page has returned it. */
  #pages: number | undefined;
  #cannotList = false;

  constructor(client: PlatformClient, definition: ResourceDefinition, root: string, tally: { saved: number }) {
    this.#client = client;
    this.#definition = definition;
    this.#root = root;
    this.#tally = tally;
  }

  async find(uid: string, options?: CallOptions): Promise<JsonObject | "absent" | undefined> {
    return this.#lookUp((listing) => listing.items.get(uid) ?? (listing.isComplete ? "absent" : undefined), options);
  }

  async findByName(parentUid: string, name: string, options?: CallOptions): Promise<readonly JsonObject[]> {
    const listed = await this.#lookUp((listing) => listing.findByName(parentUid, name), options);
    if (listed) return listed;
    const query = { childrenOf: parentUid, name, ...unfilteredQuery(this.#definition) };
    return (await this.#client.collection(this.#definition).page(query, options)).items as readonly JsonObject[];
  }

  /**
   * Returns a result from the list, loading pages while that saves requests; undefined if a direct request is better.
   */
  async #lookUp<T>(select: (listing: CachedList) => T | undefined, options?: CallOptions): Promise<T | undefined> {
    while (true) {
      if (this.#list && performance.now() - this.#list.startedAt > MAX_AGE) this.reset();
      const result = this.#list && select(this.#list);
      if (result !== undefined) {
        this.#tally.saved++;
        return result;
      }
      if (!this.#list?.isLoading && !this.#savesRequests()) {
        this.#directReads++;
        return undefined;
      }
      this.#list ??= new CachedList(this.#client, this.#definition, this.#root);
      await this.#loadPage(this.#list, options?.signal);
    }
  }

  reset(): void {
    this.#list = undefined;
    this.#directReads = 0;
  }

  #savesRequests(): boolean {
    if (this.#cannotList) return false;
    if (this.#pages !== undefined) return this.#directReads >= this.#pages;
    return this.#directReads >= MIN_DIRECT_READS || (this.#directReads > 0 && this.#tally.saved > 0);
  }

  async #loadPage(listing: CachedList, signal: AbortSignal | undefined): Promise<void> {
    if (!listing.isLoading) this.#tally.saved--;
    try {
      await waitFor("Listing", listing.loadPage(), signal);
      this.#pages = listing.pages;
    } catch (error) {
      if (signal?.aborted) throw error;
      // The direct reads that follow succeed, or report the error for the resource itself.
      this.#cannotList = true;
      this.reset();
    }
  }
}

/** A list of a scope, loaded page by page on demand. */
class CachedList {
  readonly startedAt = performance.now();
  readonly items = new Map<string, JsonObject>();
  readonly #page: (pageToken: string | undefined) => ReturnType<ReturnType<PlatformClient["collection"]>["page"]>;
  #byName: Map<string, JsonObject[]> | undefined;
  #nextPageToken: string | undefined;
  #loading: Promise<void> | undefined;
  #pages = 1;
  #isComplete = false;

  constructor(client: PlatformClient, definition: ResourceDefinition, root: string) {
    const query = { descendantsOf: root, orderBy: "uid", pageSize: MAX_PAGE_SIZE, ...unfilteredQuery(definition) };
    this.#page = (pageToken) => client.collection(definition).page({ ...query, pageToken });
  }

  /** Returns the resources with a name directly below a parent; undefined until the list is complete. */
  findByName(parentUid: string, name: string): readonly JsonObject[] | undefined {
    if (!this.#isComplete) return undefined;
    this.#byName ??= byParentAndName(this.items.values());
    return this.#byName.get(keyOf(parentUid, name)) ?? [];
  }

  /** The total number of pages. */
  get pages(): number {
    return this.#pages;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  get isLoading(): boolean {
    return this.#loading !== undefined;
  }

  /** Loads the next page; concurrent callers share one request. Throws PlatformError. */
  loadPage(): Promise<void> {
    this.#loading ??= this.#loadNext().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loadNext(): Promise<void> {
    const { items, nextPageToken, totalCount } = await this.#page(this.#nextPageToken);
    const before = this.items.size;
    for (const item of items) this.items.set(String(item.uid), item as JsonObject);
    this.#pages = Math.max(1, Math.ceil(totalCount / MAX_PAGE_SIZE));
    this.#nextPageToken = nextPageToken;
    // A page without new items comes from a list that has restarted, so no further page will have any.
    this.#isComplete = nextPageToken === undefined || this.items.size === before;
  }
}

const keyOf = (parentUid: string | undefined, name: unknown): string => `${parentUid} ${name}`;

function byParentAndName(items: Iterable<JsonObject>): Map<string, JsonObject[]> {
  const groups = new Map<string, JsonObject[]>();
  for (const item of items) {
    const key = keyOf(parentOf(String(item.uid)), item.name);
    const others = groups.get(key);
    if (others) others.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
