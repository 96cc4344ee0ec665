import { createHash } from "node:crypto";
import { beginningOf } from "../patterns";
import type { IdentityDirectory } from "../tokens";
import * as resources from "./resources";
import type { Database, StoredResource } from "./schema";
import * as terms from "./terms";

/** Under which an identity is found by the tokens that may assume it. */
export const CLAIM_FIELD = "claim";

interface Claims {
  readonly issuer?: string;
  readonly subject?: string;
  readonly subjectPattern?: string;
}

/** How claims stand in the store: short, whatever their length. */
export const claimTerm = ({ issuer, subject }: Pick<Claims, "issuer" | "subject">): string =>
  digestOf(issuer ?? null, subject ?? null);

/** Of a pattern's beginning, so many characters are looked for at most, in steps. */
const MAX_BEGINNING = 64;
const STEP = 8;

/** Where an identity is found: by the claims that it fixes; by a pattern for subjects, by what those all begin with. */
export function placeOf({ issuer, subject, subjectPattern }: Claims): string {
  if (subject || !subjectPattern) return claimTerm({ issuer, subject });
  const beginning = beginningOf(subjectPattern);
  const length = Math.min(beginning.length - (beginning.length % STEP), MAX_BEGINNING);
  return length > 0 ? digestOf(issuer ?? null, null, beginning.slice(0, length)) : claimTerm({ issuer });
}

/** Every place where an identity can be found that a token with these claims might assume. */
function placesFor(issuer: string, subject: string): string[] {
  const lengths = Array.from(
    { length: Math.min(subject.length, MAX_BEGINNING) / STEP },
    (_, index) => (index + 1) * STEP,
  );
  return [issuer, null].flatMap((each) => [
    digestOf(each, subject),
    digestOf(each, null),
    ...lengths.map((length) => digestOf(each, null, subject.slice(0, length))),
  ]);
}

const digestOf = (...claims: readonly (string | null)[]): string =>
  createHash("sha256").update(JSON.stringify(claims)).digest("hex");

/** Identities that are read at a time: one can be as long as a body. */
const AT_ONCE = 50;

/** Identities, as the token service looks for them. */
export function identityDirectory(db: Database): IdentityDirectory {
  return {
    async get(uid) {
      const found = await resources.get(db, "Identity", uid);
      return found && asStored(found);
    },
    async *matching(issuer, subject, limit) {
      const uids = await terms.find(db, "Identity", CLAIM_FIELD, placesFor(issuer, subject), limit);
      for (let at = 0; at < uids.length; at += AT_ONCE)
        for (const each of (await resources.getMany(db, "Identity", uids.slice(at, at + AT_ONCE))).values())
          yield asStored(each);
    },
    async markSeen(uid, time) {
      await db
        .insertInto("last_seen")
        .values({ uid, time })
        .onConflict((conflict) => conflict.column("uid").doUpdateSet({ time }))
        .execute();
    },
  };
}

/** When each of the identities last obtained a token, for those that did. */
export async function lastSeen(db: Database, uids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (uids.length === 0) return new Map();
  const rows = await db.selectFrom("last_seen").selectAll().where("uid", "in", uids).execute();
  return new Map(rows.map(({ uid, time }) => [uid, time]));
}

export const forgetSeen = async (db: Database, uid: string): Promise<void> => {
  await db.deleteFrom("last_seen").where("uid", "=", uid).execute();
};

const asStored = ({ uid, fields }: StoredResource) => ({ ...fields, uid });
