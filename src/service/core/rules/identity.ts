import {
  isJsonObject,
  type JsonObject,
  keySetProblem,
  objectOrEmpty,
  registry,
  relationshipTypes,
  type Violation,
} from "../../../model";
import { identities, lastSeen, people, resources, sessions } from "../../store";
import { nextGeneration, requirePermissionsOfAssumable, revokesTokens, unlinksPeople } from "./assumption";
import { requireOwner, requireOwnerAfter } from "./owners";
import { checkPatterns, type PatternField } from "./patterns";
import type { Rules } from "./rules";

/** How far in the future static keys may expire. */
const MAX_KEY_LIFETIME_DAYS = registry.identities.fields.staticKeys.members?.expirationTime?.maxDaysInFuture ?? 0;

export const identity: Rules = {
  indexEntries({ fields }) {
    const [type] = Object.entries(relationshipTypes).find(([, field]) => field in fields) ?? [];
    const { issuer, subject } = objectOrEmpty(fields.claimMatch ?? fields.staticKeys);
    return {
      relationshipType: type ? [type] : [],
      [identities.CLAIM_FIELD]:
        issuer && subject ? [identities.claimIndexValue({ issuer: String(issuer), subject: String(subject) })] : [],
    };
  },

  check: (inputs, now, stored) => [
    ...checkPatterns(patternsIn(inputs, []), "the identity"),
    ...checkKeys(objectOrEmpty(inputs.staticKeys), now, objectOrEmpty(stored?.staticKeys)),
  ],

  assignOnUpdate: (before, after) => (revokesTokens(before, after) ? nextGeneration(before) : {}),

  checkUpdate: requirePermissionsOfAssumable,

  async beforeUpdate({ tx, now }, before, after) {
    await requireOwnerAfter(tx, before, after, now);
    if (unlinksPeople(before, after)) await people.unlinkAll(tx, before.uid);
    if (revokesTokens(before, after)) await sessions.end(tx, "identity", before.uid);
  },

  /** Deletes its role bindings too, so that a restored identity does not regain its access. */
  async beforeDelete({ tx, now, remove }, { uid }) {
    const bindings = await resources.findBy(tx, "RoleBinding", "identity", [uid]);
    await requireOwner(tx, bindings, now);
    for (const binding of bindings) await remove(binding);
    await lastSeen.remove(tx, uid);
    await people.unlinkAll(tx, uid);
    await sessions.end(tx, "identity", uid);
  },

  async hydrate(db, _access, all) {
    const seen = await lastSeen.timesOf(
      db,
      all.map(({ uid }) => uid),
    );
    return new Map(all.map(({ uid, createTime }) => [uid, { lastSeenTime: seen.get(uid) ?? createTime }]));
  },
};

/** Returns all fields named `…Pattern`, and the values of `claimPatterns`, at any depth. */
function patternsIn(value: JsonObject, path: readonly string[]): PatternField[] {
  return Object.entries(value).flatMap(([name, member]): PatternField[] => {
    const here = [...path, name];
    if (typeof member === "string")
      return name.endsWith("Pattern") || path.at(-1) === "claimPatterns" ? [{ path: here, pattern: member }] : [];
    return isJsonObject(member) ? patternsIn(member, here) : [];
  });
}

/** Keys that earlier versions stored stay, so that such an identity can still be updated and disabled. */
function checkKeys({ issuerKeys, expirationTime }: JsonObject, now: string, stored: JsonObject): Violation[] {
  const violations: Violation[] = [];
  const isNew = typeof issuerKeys === "string" && issuerKeys !== stored.issuerKeys;
  const problem = isNew ? keySetProblem(issuerKeys) : undefined;
  if (problem !== undefined) violations.push({ path: ["staticKeys", "issuerKeys"], problem });
  const latest = Date.parse(now) + MAX_KEY_LIFETIME_DAYS * 24 * 60 * 60 * 1000;
  if (typeof expirationTime === "string" && Date.parse(expirationTime) > latest)
    violations.push({
      path: ["staticKeys", "expirationTime"],
      problem: `must be at most ${MAX_KEY_LIFETIME_DAYS} days in the future`,
    });
  return violations;
}
