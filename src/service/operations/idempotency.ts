import { createHmac } from "node:crypto";
import { IDEMPOTENCY_KEY, invalidArgument } from "../../api";
import type { JsonObject } from "../../model";
import type { Caller } from "../access";
import type { Writing } from "../rules";
import { idempotency } from "../store";
import { nameOf, seal, unseal } from "./sealed";

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
 * Does something once for a caller and a key: again within 24 hours it gives the first answer. The answer is stored in
 * the transaction of what it answers, so neither is there without the other. It is sealed by the key, which is not stored
 * itself: an answer may hold what is kept nowhere else, such as an invite's code. Throws INVALID_ARGUMENT for a key that
 * came with another request.
 */
export async function once(
  { tx, now }: Writing,
  { caller, key, request }: Request,
  run: () => Promise<JsonObject>,
): Promise<Once> {
  if (key === undefined) return { answer: await run(), isRepeated: false };
  if (key.length === 0 || key.length > MAX_KEY)
    throw invalidArgument({ path: [IDEMPOTENCY_KEY], problem: `must have 1 to ${MAX_KEY} characters` });
  const since = new Date(Date.parse(now) - LIFETIME_MS).toISOString();
  // A request may hold a secret, which nobody shall guess from its digest.
  const digest = createHmac("sha256", key)
    .update(JSON.stringify(sorted(request)))
    .digest("hex");
  const asked = { caller: caller.identityUid, key: nameOf(key) };
  const isNew = await idempotency.begin(tx, { ...asked, request: digest }, now, since);
  const done = isNew ? undefined : await idempotency.find(tx, asked.caller, asked.key);
  if (done && done.request !== digest)
    throw invalidArgument({ path: [IDEMPOTENCY_KEY], problem: "was used for another request" });
  if (done) return { answer: JSON.parse(unseal(key, done.answer)) as JsonObject, isRepeated: true };
  const answer = await run();
  await idempotency.finish(tx, { ...asked, answer: seal(key, JSON.stringify(answer)) });
  return { answer, isRepeated: false };
}

/** Members in one order: bodies that say the same are the same. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, member]) => [name, sorted(member)]);
}
