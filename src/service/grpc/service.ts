import type { Domain, JsonObject } from "../../model";
import type { Caller } from "../core/access";
import type { RequestContext } from "../net/request-info";
import type { ResponseShare } from "../net/response-limit";
import type { Request } from "./messages";

/** The implementation of a service. */
export interface Service {
  /** The full name without a prefix: `platform.iam.v2beta1.GroupsService`. */
  readonly name: string;
  /** The domain of its errors. */
  readonly domain: Domain;
  /** All methods of the service, by name. */
  readonly methods: Readonly<Record<string, Method>>;
}

/** Handles a call, and returns the response as JSON. Throws PlatformError. */
export type Method = (call: Call) => Promise<JsonObject>;

export interface Call {
  /** Returns the caller. Throws UNAUTHENTICATED; must be called before the request is read. */
  caller(): Promise<Caller>;
  /** Returns the origin of the call. */
  context(): RequestContext;
  /** Returns the request. Throws INVALID_ARGUMENT. */
  request(): Request;
  /** Returns the response's share of the limit of unread responses. */
  response(): ResponseShare;
  /** Writes a part of the response before the method's result; repeated fields are concatenated. */
  write(part: JsonObject): void;
  /** Returns the first metadata value with this name. */
  metadata(name: string): string | undefined;
}
