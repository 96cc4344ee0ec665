import { createHmac } from "node:crypto";
import { IDEMPOTENCY_KEY, invalidArgument } from "../../../api";
import { type JsonObject, objectOrEmpty } from "../../../model";
import { idempotency } from "../../store";
import type { Caller } from "../access";
import type { CheckContext, WriteContext } from "../rules";
import { decrypt, encrypt, fingerprint } from "./encryption";
import type { Write } from "./types";

/** How long an idempotency key is valid. */
export const LIFETIME_MS = 24 * 60 * 60 * 1000;
const MAX_KEY = 255;

interface Request {
  readonly caller: Caller;
  readonly key: string | undefined;
  /** All values that identify the request. */
  readonly request: readonly unknown[];
}

interface IdempotentResult {
  readonly response: JsonObject;
  /** Whether the request was repeated, so that this is the first request's response. */
  readonly isReplay: boolean;
}

/**
 * Checks a create that runs once per caller and key, and returns how to run it. The check is ignored for a repeated
 * request, because later changes may make it fail. Throws INVALID_ARGUMENT for an invalid key.
 */
export async function idempotent(
  checking: CheckContext,
  request: Request,
  check: () => Promise<Write<JsonObject>>,
): Promise<Write<IdempotentResult>> {
  const { key } = request;
  if (key === undefined) {
    const run = await check();
    return async (context) => ({ response: await run(context), isReplay: false });
  }
  if (key.length === 0 || key.length > MAX_KEY)
    throw invalidArgument({ path: [IDEMPOTENCY_KEY], problem: `must have 1 to ${MAX_KEY} characters` });
  const run = await check().catch(async (error): Promise<Write<JsonObject>> => {
    if (!(await findCompleted(checking, keyedRequest(key, request)))) throw error;
    return () => Promise.reject(error);
  });
  return (context) => runOnce(context, keyedRequest(key, request), () => run(context));
}

interface KeyedRequest {
  readonly caller: string;
  readonly key: string;
  /** The stored form of the key. */
  readonly name: string;
  readonly digest: string;
}

const keyedRequest = (key: string, { caller, request }: Request): KeyedRequest => ({
  caller: caller.identityUid,
  key,
  name: fingerprint(scopedKey(key, caller)),
  // Keyed with the idempotency key: a request may contain a secret that must not be guessable from its digest.
  digest: createHmac("sha256", key)
    .update(JSON.stringify(canonicalize(request)))
    .digest("hex"),
});

/**
 * Scopes a key to tokens with the same restrictions, because tokens with others may lack permission to repeat the
 * create or to see the response. Headers cannot contain line feeds, so no client-chosen key equals a scoped one.
 */
function scopedKey(key: string, { restrictions: { capabilities, groups } = {} }: Caller): string {
  if (!capabilities && !groups) return key;
  const inOrder = (names: readonly string[] | undefined) => names && [...new Set(names)].sort();
  return `${key}\n${JSON.stringify({ capabilities: inOrder(capabilities), groups: inOrder(groups) })}`;
}

/** Returns the time since which keys are valid. */
const since = (now: string): string => new Date(Date.parse(now) - LIFETIME_MS).toISOString();

/** Returns the create with this key within 24 hours. Throws INVALID_ARGUMENT if it was a different request. */
async function findCompleted({ db, now }: Pick<CheckContext, "db" | "now">, { caller, name, digest }: KeyedRequest) {
  const done = await idempotency.find(db, caller, name);
  if (!done || done.time <= since(now)) return undefined;
  if (done.request !== digest)
    throw invalidArgument({
      path: [IDEMPOTENCY_KEY],
      problem: "was already used with a different request; use a new key",
    });
  return done;
}

/**
 * Runs a create once per caller and key; within 24 hours, a repetition returns the first response. The response is
 * stored in the same transaction as the resource. It is encrypted with the key, which is not stored, because a response
 * may contain values that are stored nowhere else, such as an invite's code. Throws INVALID_ARGUMENT if the key was
 * used for a different request.
 */
async function runOnce(
  { tx, now }: WriteContext,
  keyed: KeyedRequest,
  run: () => Promise<JsonObject>,
): Promise<IdempotentResult> {
  const { caller, key, name, digest } = keyed;
  const isNew = await idempotency.begin(tx, { caller, key: name, request: digest }, now, since(now));
  const done = isNew ? undefined : await findCompleted({ db: tx, now }, keyed);
  if (done) return { response: objectOrEmpty(JSON.parse(decrypt(key, done.response))), isReplay: true };
  const response = await run();
  await idempotency.finish(tx, { caller, key: name, response: encrypt(key, JSON.stringify(response)) });
  return { response, isReplay: false };
}

/** Sorts members, so that equivalent bodies are equal. Members become pairs, as in the digests that are stored. */
function canonicalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalize);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, member]) => [name, canonicalize(member)]);
}
