import { createHash, randomBytes } from "node:crypto";
import { durationSeconds } from "../../../model";
import { type Database, resources, type StoredResource, searchIndex } from "../../store";
import { checkGrant } from "./grants";
import type { Rules } from "./rules";
import { getVisible } from "./visibility";

/** The search index field of the expiry time of an invite or a role binding. */
export const EXPIRES_FIELD = "expires";

/** The number of hexadecimal digits of a code's hash in `keyId`. */
const KEY_ID_LENGTH = 16;

/** The search index field of an invite's code, which is stored only as a hash. */
const CODE_FIELD = "code";

export const groupInvite: Rules = {
  indexEntries: ({ fields }) => ({
    role: [String(fields.roleUid)],
    keyId: [String(fields.keyId)],
    [CODE_FIELD]: [String(fields.codeHash)],
    [EXPIRES_FIELD]: [String(fields.expirationTime)],
  }),

  assign({ createTime, fields: { ttl } }, by) {
    const code = randomBytes(32).toString("base64url");
    const codeHash = hashCode(code);
    // The duration is valid.
    const lifetimeMs = (durationSeconds(String(ttl)) ?? 0) * 1000;
    const expirationTime = new Date(Date.parse(createTime) + lifetimeMs).toISOString();
    // Without the session: an invite survives a logout, but not a change of the identity provider that verified its
    // creator.
    const { identityUid: uid, generation = 0, provider, actors } = by ?? {};
    const creator = uid && { uid, generation, ...(provider ? { provider } : {}), ...(actors ? { actors } : {}) };
    return { code, codeHash, keyId: codeHash.slice(0, KEY_ID_LENGTH), expirationTime, ...(creator ? { creator } : {}) };
  },

  checkCreate: (checking, invite) => checkGrant(checking, invite, "roleUid"),

  async hydrate(db, access, invites) {
    const roles = await getVisible(
      db,
      access,
      "Role",
      invites.map(({ fields }) => String(fields.roleUid)),
    );
    return new Map(
      invites.map(({ uid, fields }) => {
        const { name, description, capabilities } = roles.get(String(fields.roleUid))?.fields ?? {};
        return [uid, { role: { uid: fields.roleUid, name, description, capabilities } }];
      }),
    );
  },
};

/** Returns the uid of an invite that grants a role and has not expired at `now` (RFC 3339). */
export async function validInviteFor(db: Database, role: string, now: string): Promise<string | undefined> {
  const options: searchIndex.SearchOptions = { greaterThan: [EXPIRES_FIELD, now], limit: 1 };
  return (await searchIndex.find(db, "GroupInvite", "role", [role], options))[0];
}

/** Returns the invite that a code redeems, if it has not expired at `now` (RFC 3339). */
export async function validInvite(db: Database, code: string, now: string): Promise<StoredResource | undefined> {
  const [uid] = await searchIndex.find(db, "GroupInvite", CODE_FIELD, [hashCode(code)], { limit: 1 });
  const invite = uid === undefined ? undefined : await resources.get(db, "GroupInvite", uid);
  return invite && String(invite.fields.expirationTime) > now ? invite : undefined;
}

const hashCode = (code: string): string => createHash("sha256").update(code).digest("hex");
