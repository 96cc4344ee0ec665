import { hash } from "node:crypto";
import { invalidArgument } from "../../../api";
import { seal, unseal } from "./sealed";

/** How long a page token is good for; a later one restarts its query. */
const LIFETIME_MS = 3 * 24 * 60 * 60 * 1000;

/** Where a page ended. */
export interface Cursor {
  /** The value of the sort key, and the uid, of the last resource on the page. */
  readonly after: readonly [value: string, uid: string];
  /** How many results there were on all pages, where finding out took counting, and a digest of the scopes counted in. */
  readonly total?: { readonly count: number; readonly within: string } | undefined;
}

interface Payload extends Cursor {
  readonly query: string;
  readonly issued: number;
}

/** Page tokens of earlier versions, which showed what they carried: they count as expired. */
const EARLIER = /^[\w-]+\.[\w-]{43}$/;

/** Page tokens: encrypted and authenticated, bound to a query and its order, good for three days. */
export class Cursors {
  constructor(
    private readonly secret: string,
    private readonly clock: () => number,
  ) {}

  write(query: unknown, { after, total }: Cursor): string {
    const payload: Payload = { query: digest(query), issued: this.clock(), after, total };
    return seal(this.secret, JSON.stringify(payload));
  }

  /** Undefined for a token that has expired or belongs to another query. Throws INVALID_ARGUMENT for one that is not ours. */
  read(query: unknown, token: string): Cursor | undefined {
    if (EARLIER.test(token)) return undefined;
    const { query: of, issued, after, total } = this.open(token);
    return of === digest(query) && this.clock() - issued < LIFETIME_MS ? { after, total } : undefined;
  }

  private open(token: string): Payload {
    try {
      // Only the one spelling of its bytes is a token.
      if (Buffer.from(token, "base64url").toString("base64url") !== token) throw new Error("another spelling");
      return JSON.parse(unseal(this.secret, token)) as Payload;
    } catch {
      throw invalidArgument({ path: ["page_token"], problem: "must be the nextPageToken of an earlier response" });
    }
  }
}

const digest = (query: unknown): string => hash("sha256", JSON.stringify(query), "base64url").slice(0, 22);
