import type { Domain, JsonObject } from "../../model";
import type { Caller } from "../core/access";
import type { HeldAnswer } from "../net/answer-limit";
import type { RequestContext } from "../net/request-context";
import type { Request } from "./messages";

/** A service of the platform: what answers the methods of one that the files describe. */
export interface Service {
  /** In full, without a prefix: `platform.iam.v2beta1.GroupsService`. */
  readonly name: string;
  /** The part of the platform whose errors its errors are. */
  readonly domain: Domain;
  /** By name: all that the description has. */
  readonly methods: Readonly<Record<string, Method>>;
}

/** Answers a call with the JSON of its answer. Throws PlatformError. */
export type Method = (call: Call) => Promise<JsonObject>;

export interface Call {
  /** Who makes the call. Throws UNAUTHENTICATED; nothing should be read before. */
  caller(): Promise<Caller>;
  /** Where the call comes from. */
  context(): RequestContext;
  /** What is asked. Throws INVALID_ARGUMENT. */
  request(): Request;
  /** The answer, as far as the limit of unread answers counts it. */
  answer(): HeldAnswer;
  /** Answers with a part of the message, in front of what the method returns: the parts of repeated fields add up. */
  write(part: JsonObject): void;
  /** The first value of metadata by this name. */
  metadata(name: string): string | undefined;
}
