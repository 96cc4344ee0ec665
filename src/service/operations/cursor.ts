import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from "node:crypto";
import { invalidArgument } from "../../api";

/** How long a page token is good for; a later one restarts its query. */
const LIFETIME_MS = 3 * 24 * 60 * 60 * 1000;

/** Where a page ended. */
export interface Cursor {
  /** The value of the sort key, and the uid, of the last resource on the page. */
  readonly after: readonly [value: string, uid: string];
  /** How many results there were on all pages, where finding out took counting. */
  readonly total?: number | undefined;
}

type Payload = readonly [query: string, issued: number, value: string, uid: string, total?: number | null];

/** Page tokens: signed, bound to a query and its order, good for three days. */
export class Cursors {
  readonly #secret: KeyObject;

  constructor(
    secret: string,
    private readonly clock: () => number,
  ) {
    this.#secret = createSecretKey(secret, "utf8");
  }

  write(query: unknown, { after, total }: Cursor): string {
    const [value, uid] = after;
    const payload: Payload = [digest(query), this.clock(), value, uid, total];
    const text = Buffer.from(JSON.stringify(payload)).toString("base64url");
    return `${text}.${this.sign(text)}`;
  }

  /** Undefined for a token that has expired or belongs to another query. Throws INVALID_ARGUMENT for one that is not ours. */
  read(query: unknown, token: string): Cursor | undefined {
    const [text = "", signature = ""] = token.split(".");
    if (token !== `${text}.${signature}` || !equal(signature, this.sign(text)))
      throw invalidArgument({ path: ["page_token"], problem: "must be the nextPageToken of an earlier answer" });
    const [of, issued, value, uid, total] = JSON.parse(Buffer.from(text, "base64url").toString()) as Payload;
    const isGood = of === digest(query) && this.clock() - issued < LIFETIME_MS;
    return isGood ? { after: [value, uid], total: total ?? undefined } : undefined;
  }

  private sign(text: string): string {
    return createHmac("sha256", this.#secret).update(text).digest("base64url");
  }
}

const digest = (query: unknown): string => hash("sha256", JSON.stringify(query), "base64url").slice(0, 22);

function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
