import type { ResourceDefinition } from "../../src/model";

/**
 * The interface of the conformance suite to a service, independent of store and protocol. Each test runs with every
 * driver in `drivers.ts`. All calls reject with PlatformError.
 */
export interface Driver {
  /** The name in titles, such as `REST on SQLite`. */
  readonly name: string;
  /**
   * Whether requests are typed, so that they cannot contain values of a wrong type, unknown fields or other spellings.
   */
  readonly isTyped: boolean;
  start(): Promise<Deployment>;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export interface Deployment {
  /** The address, if it listens on one. */
  readonly baseUrl?: string;
  /** Creates an organization with an owner. */
  organization(name: string): Promise<{ readonly groupUid: string; readonly identityUid: string }>;
  tokenFor(identityUid: string): Promise<string>;
  /** Returns the API as called with a token. */
  as(token: string | undefined): Api;
  /** Imports records as an operator does, each as a line of the file. */
  import(...records: readonly JsonObject[]): Promise<unknown>;
  /** Advances the service's clock. */
  pass(milliseconds: number): void;
  close(): Promise<void>;
}

export interface Api {
  get(definition: ResourceDefinition, uid: string): Promise<JsonObject>;
  /** Parameters are named as in the specification: `page_size`. */
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
