import { hash } from "node:crypto";
import { invalidArgument } from "../../../api";
import { decrypt, encrypt } from "./encryption";

/** How long a page token is valid. An expired token restarts its query. */
const LIFETIME_MS = 3 * 24 * 60 * 60 * 1000;

/** The end of a page. */
export interface Cursor {
  /** The sort value and uid of the page's last resource. */
  readonly after: readonly [value: string, uid: string];
  /** The total of all pages, if it had to be counted, with a digest of the counted scopes. */
  readonly total?: { readonly count: number; readonly within: string } | undefined;
}

interface Payload extends Cursor {
  readonly query: string;
  readonly issued: number;
}

/** Matches the unencrypted page tokens of earlier versions, which count as expired. */
const LEGACY_TOKEN = /^[\w-]+\.[\w-]{43}$/;

/**
 * Creates and reads page tokens, which are encrypted, authenticated, bound to a query and its order, and valid for
 * three days.
 */
export class Cursors {
  constructor(
    private readonly secret: string,
    private readonly clock: () => number,
  ) {}

  write(query: unknown, { after, total }: Cursor): string {
    const payload: Payload = { query: digest(query), issued: this.clock(), after, total };
    return encrypt(this.secret, JSON.stringify(payload));
  }

  /**
   * Returns undefined if the token has expired or belongs to another query. Throws INVALID_ARGUMENT for an invalid
   * token.
   */
  read(query: unknown, token: string): Cursor | undefined {
    if (LEGACY_TOKEN.test(token)) return undefined;
    const { query: of, issued, after, total } = this.open(token);
    return of === digest(query) && this.clock() - issued < LIFETIME_MS ? { after, total } : undefined;
  }

  private open(token: string): Payload {
    try {
      // Reject alternative encodings of the same bytes.
      if (Buffer.from(token, "base64url").toString("base64url") !== token) throw new Error("another spelling");
      // Authenticated, so the service wrote it.
      return JSON.parse(decrypt(this.secret, token)) as Payload;
    } catch {
      throw invalidArgument({ path: ["page_token"], problem: "must be the nextPageToken of an earlier response" });
    }
  }
}

const digest = (query: unknown): string => hash("sha256", JSON.stringify(query), "base64url").slice(0, 22);
