import type { ResourceDefinition } from "../../src/model";

/**
 * What the conformance suite asks of a service, whatever its store and whatever the protocol. Each test runs against
 * every driver that `drivers.ts` lists. All calls reject with PlatformError.
 */
export interface Driver {
  /** Such as `REST on SQLite`. */
  readonly name: string;
  /** Whether requests have types, and so cannot say what is of a wrong one, unknown or spelt otherwise. */
  readonly isTyped: boolean;
  start(): Promise<Deployment>;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export interface Deployment {
  /** Where it listens, if it does. */
  readonly baseUrl?: string;
  /** Makes an organization with an owner. */
  organization(name: string): Promise<{ readonly groupUid: string; readonly identityUid: string }>;
  tokenFor(identityUid: string): Promise<string>;
  /** The API as the bearer of a token sees it. */
  as(token: string | undefined): Api;
  /** Brings in records as an operator does, each as a line of the file. */
  import(...records: readonly JsonObject[]): Promise<unknown>;
  /** Moves the service's clock on. */
  pass(milliseconds: number): void;
  close(): Promise<void>;
}

export interface Api {
  get(definition: ResourceDefinition, uid: string): Promise<JsonObject>;
  /** Parameters as the specification writes them: `page_size`. */
  list(
    definition: ResourceDefinition,
    parameters?: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<Page>;
  create(definition: ResourceDefinition, parentUid: string, body: JsonObject, key?: string): Promise<JsonObject>;
  update(definition: ResourceDefinition, uid: string, body: JsonObject, mask?: string): Promise<JsonObject>;
  delete(definition: ResourceDefinition, uid: string): Promise<void>;
}

export interface Page {
  readonly items: readonly JsonObject[];
  readonly nextPageToken: string;
  readonly totalCount: number;
  readonly skipped: number;
}
