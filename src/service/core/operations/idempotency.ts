import { createHmac } from "node:crypto";
import { IDEMPOTENCY_KEY, invalidArgument } from "../../../api";
import type { JsonObject } from "../../../model";
import { idempotency } from "../../store";
import type { Caller } from "../access";
import type { Checking, Writing } from "../rules";
import { nameOf, seal, unseal } from "./sealed";
import type { Change } from "./types";

/** How long a create is remembered. */
export const LIFETIME_MS = 24 * 60 * 60 * 1000;
const MAX_KEY = 255;

interface Request {
  readonly caller: Caller;
  readonly key: string | undefined;
  /** All that makes the request what it is. */
  readonly request: readonly unknown[];
}

interface Once {
  readonly answer: JsonObject;
  /** Whether the request had been done before, so that this is its first answer again. */
  readonly isRepeated: boolean;
}

/**
 * Checks what is to be done once for a caller and a key, and returns how to do it. What a repeated request does is decided
 * already, so that its check does not count: it may fail for what changed since. Throws INVALID_ARGUMENT for a key that is
 * invalid.
 */
export async function once(
  checking: Checking,
  request: Request,
  check: () => Promise<Change<JsonObject>>,
): Promise<Change<Once>> {
  const { key } = request;
  if (key === undefined) {
    const run = await check();
    return async (context) => ({ answer: await run(context), isRepeated: false });
  }
  if (key.length === 0 || key.length > MAX_KEY)
    throw invalidArgument({ path: [IDEMPOTENCY_KEY], problem: `must have 1 to ${MAX_KEY} characters` });
  const run = await check().catch(async (error): Promise<Change<JsonObject>> => {
    if (!(await findDone(checking, askedFor(key, request)))) throw error;
    return () => Promise.reject(error);
  });
  return (context) => doOnce(context, askedFor(key, request), () => run(context));
}

interface Asked {
  readonly caller: string;
  readonly key: string;
  /** The key's name in the store. */
  readonly name: string;
  readonly digest: string;
}

const askedFor = (key: string, { caller, request }: Request): Asked => ({
  caller: caller.identityUid,
  key,
  name: nameOf(scopedKey(key, caller)),
  // A request may hold a secret, which nobody shall guess from its digest.
  digest: createHmac("sha256", key)
    .update(JSON.stringify(sorted(request)))
    .digest("hex"),
});

/**
 * A key belongs to the tokens of an identity that are narrowed alike: another one may not do what was done, nor see the
 * answer. A line feed is in no header, so that no key is that of a narrowed token.
 */
function scopedKey(key: string, { narrowing: { capabilities, groups } = {} }: Caller): string {
  if (!capabilities && !groups) return key;
  const inOrder = (names: readonly string[] | undefined) => names && [...new Set(names)].sort();
  return `${key}\n${JSON.stringify({ capabilities: inOrder(capabilities), groups: inOrder(groups) })}`;
}

/** The time from which on creates are remembered. */
const since = (now: string): string => new Date(Date.parse(now) - LIFETIME_MS).toISOString();

/** What was done with the key within 24 hours. Throws INVALID_ARGUMENT where it was another request. */
async function findDone({ db, now }: Pick<Checking, "db" | "now">, { caller, name, digest }: Asked) {
  const done = await idempotency.find(db, caller, name);
  if (!done || done.time <= since(now)) return undefined;
  if (done.request !== digest)
    throw invalidArgument({ path: [IDEMPOTENCY_KEY], problem: "was used for another request" });
  return done;
}

/**
 * Does something once for a caller and a key: again within 24 hours it gives the first answer. The answer is stored in
 * the transaction of what it answers, so neither is there without the other. It is sealed by the key, which is not stored
 * itself: an answer may hold what is kept nowhere else, such as an invite's code. Throws INVALID_ARGUMENT for a key that
 * came with another request.
 */
async function doOnce({ tx, now }: Writing, asked: Asked, run: () => Promise<JsonObject>): Promise<Once> {
  const { caller, key, name, digest } = asked;
  const isNew = await idempotency.begin(tx, { caller, key: name, request: digest }, now, since(now));
  const done = isNew ? undefined : await findDone({ db: tx, now }, asked);
  if (done) return { answer: JSON.parse(unseal(key, done.answer)) as JsonObject, isRepeated: true };
  const answer = await run();
  await idempotency.finish(tx, { caller, key: name, answer: seal(key, JSON.stringify(answer)) });
  return { answer, isRepeated: false };
}

/** Members in one order: bodies that say the same are the same. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, member]) => [name, sorted(member)]);
}
