import type { JSONWebKeySet } from "jose";
import type { JsonObject } from "../../../model";
import type { Store } from "../../store";
import type { AccessCache } from "../access";
import type { Context } from "../rules";
import type { Cursors } from "./cursor";

/** What every operation works with. */
export interface Settings {
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly cursors: Cursors;
  readonly access: AccessCache;
  /** The issuer of the platform's own tokens. */
  readonly authUrl: () => string;
  /** The public keys of an organization's issuer. Rejects with a FetchError. */
  keysOf(issuer: string, organization: string): Promise<JSONWebKeySet>;
}

/** What a request that was checked does, in its transaction. */
export type Change<T> = (context: Context) => Promise<T>;

/** What is written along with a resource, in the same transaction. */
export interface SideWrite {
  /** What the request says of it: another request with the same key has to say the same. */
  readonly said: unknown;
  /** Throws INVALID_ARGUMENT. */
  check(now: string): void;
  write(context: Context, uid: string): Promise<void>;
}

export interface CreateOptions {
  readonly sideWrite?: SideWrite | undefined;
  /** Where there is one already that has what may stand only once, these of its fields are replaced instead. */
  readonly replacing?: readonly string[] | undefined;
}

export interface UpdateOptions {
  /** What means the same and is spelt otherwise, or stands in another order, is written all the same. */
  readonly verbatim?: boolean;
  readonly sideWrite?: SideWrite | undefined;
}

/** The checked inputs that an update leads to from the fields that there are. Throws INVALID_ARGUMENT. */
export type InputsFrom = (before: JsonObject, now: string) => JsonObject;

export interface ListAnswer {
  readonly items: readonly JsonObject[];
  /** Absent on the last page. */
  readonly nextPageToken?: string;
  readonly totalCount: number;
  readonly skipped: number;
}

/** The service's time as it writes times. */
export const timeOf = (clock: () => number): string => new Date(clock()).toISOString();
