import { objectOrEmpty } from "../../model";
import { hashedName, PrivateDirectory } from "../private-directory";

/** A token and when to renew it, in milliseconds since the epoch. */
export interface CachedToken {
  readonly token: string;
  readonly renewAt: number;
}

/**
 * Caches tokens for the processes of one command, which would otherwise each exchange their own; see {@link
 * PrivateDirectory}.
 */
export class TokenCache {
  readonly #directory: PrivateDirectory;

  constructor(base: string) {
    this.#directory = new PrivateDirectory(base);
  }

  /** Returns the token cached under the parts; undefined if it must be renewed. */
  read(parts: readonly unknown[]): CachedToken | undefined {
    const text = this.#directory.read(hashedName(parts));
    if (text === undefined) return undefined;
    try {
      const { token, renewAt } = objectOrEmpty(JSON.parse(text));
      const isGood = typeof token === "string" && typeof renewAt === "number" && Date.now() < renewAt;
      return isGood ? { token, renewAt } : undefined;
    } catch {
      return undefined;
    }
  }

  write(parts: readonly unknown[], { token, renewAt }: CachedToken): void {
    this.#directory.write(hashedName(parts), JSON.stringify({ token, renewAt }));
  }
}
