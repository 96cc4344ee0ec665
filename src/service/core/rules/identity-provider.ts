import { changedFields, invalidArgument, isAtOrBelow } from "../../../api";
import {
  builtInRole,
  capabilitiesFor,
  isJsonObject,
  type JsonObject,
  objectOrEmpty,
  type ResourceDefinition,
  registry,
} from "../../../model";
import { identities, people, resources, type StoredResource, sessions, type Transaction } from "../../store";
import { groupOf } from "../access";
import { nextGeneration, rejectRestricted, requireCapabilitiesOf } from "./assumption";
import { checkGrant, checkRole } from "./grants";
import { type RoleMapping, roleMappingsOf, unmapped } from "./managed-bindings";
import { requireOwner } from "./owners";
import { checkPatterns } from "./patterns";
import type { CheckContext, Context, Rules } from "./rules";

/** The search index field of the groups in which a provider's role mappings grant roles. */
export const MAPPED_GROUP = "mappedGroup";

export const identityProvider: Rules = {
  indexEntries(provider) {
    const mappings = roleMappingsOf(provider);
    return {
      role: [String(provider.fields.defaultRole), ...mappings.map(({ roleUid }) => roleUid)],
      [MAPPED_GROUP]: mappings.map(({ groupUid }) => groupUid),
    };
  },

  check({ oidc }) {
    const { requiredClaimPatterns } = objectOrEmpty(oidc);
    const patterns = Object.entries(objectOrEmpty(requiredClaimPatterns)).map(([claim, pattern]) => ({
      path: ["oidc", "requiredClaimPatterns", claim],
      pattern: String(pattern),
    }));
    return checkPatterns(patterns, "the identity provider");
  },

  async checkCreate(checking, provider) {
    await checkGrant(checking, provider, "defaultRole");
    await checkMappings(checking, provider);
  },

  assignOnUpdate: (before, after) =>
    admissionSettings(before) === admissionSettings(after) ? {} : nextGeneration(before),

  /**
   * Updating a provider decides who gets the role, so the caller must be able to grant it, changed or not. Changing the
   * issuer or client allows the caller to log in as any of its people, and dropping or loosening a requirement admits
   * excluded people again. Both amount to updating their identities, so every change except additional requirements
   * requires all capabilities of these identities.
   */
  async checkUpdate(checking, before, after) {
    await checkGrant(checking, after, "defaultRole");
    if (!changesLogins(before, after)) return;
    rejectRestricted(checking.access, "an identity provider's oidc");
    checking.access.require(capabilitiesFor("identity").update, groupOf(after));
    if (!onlyRestricts(before, after)) await checkCeiling(checking, after);
    await checkMappings(checking, after);
  },

  async beforeUpdate(context, before, after) {
    if (!changesLogins(before, after)) return;
    await removeUnmapped(context, after.uid, roleMappingsOf(after));
    if (admissionSettings(before) !== admissionSettings(after)) await sessions.end(context.tx, "provider", after.uid);
  },

  async beforeDelete(context, provider) {
    const { uid } = provider;
    await removeUnmapped(context, uid, []);
    await allowDirectExchange(context.tx, provider);
    await sessions.end(context.tx, "provider", uid);
  },
};

/** Returns the settings that decide who is admitted: logins, sessions and tokens end when any of them changes. */
function admissionSettings(provider: StoredResource): string {
  const { issuer, clientId, requiredClaims, requiredClaimPatterns } = oidcOf(provider);
  return JSON.stringify([issuer, clientId, requiredClaims, requiredClaimPatterns]);
}

/**
 * Deletes the links of people whose identities can be assumed without the provider. The other links remain after the
 * provider is deleted and keep those identities inaccessible: the provider restricted who can log in, or had a
 * different issuer or client for them.
 */
async function allowDirectExchange(tx: Transaction, provider: StoredResource): Promise<void> {
  if (identities.restrictsLogins(provider)) return;
  const linked = await people.identitiesOf(tx, provider.uid, Number.MAX_SAFE_INTEGER);
  const found = [...(await resources.getMany(tx, "Identity", linked)).values()];
  const open = found.filter((identity) => identities.trustsProvider(identity, provider));
  await people.unlink(
    tx,
    provider.uid,
    open.map(({ uid }) => uid),
  );
}

/**
 * Returns whether a provider admits nobody that it did not admit before: it has the same issuer and client, and all
 * earlier requirements.
 */
function onlyRestricts(before: StoredResource, after: StoredResource): boolean {
  const [was, is] = [oidcOf(before), oidcOf(after)];
  return (
    was.issuer === is.issuer &&
    was.clientId === is.clientId &&
    (["requiredClaims", "requiredClaimPatterns"] as const).every((name) => {
      const required = objectIn(is, name);
      return Object.entries(objectIn(was, name)).every(([claim, value]) => required[claim] === value);
    })
  );
}

const oidcOf = ({ fields }: StoredResource): JsonObject => objectIn(fields, "oidc");

/** Returns an object member, or an empty object. */
function objectIn(value: JsonObject, name: string): JsonObject {
  const member = value[name];
  return isJsonObject(member) ? member : {};
}

/** The maximum number of people whose capabilities are compared with the caller's individually. */
const MAX_PEOPLE = 100;

/**
 * Throws PERMISSION_DENIED if the caller lacks a capability of somebody who logs in with the provider, or of an owner
 * if the provider has more people than {@link MAX_PEOPLE}.
 */
async function checkCeiling(checking: CheckContext, provider: StoredResource): Promise<void> {
  const { db, access } = checking;
  const linked = await people.identitiesOf(db, provider.uid, MAX_PEOPLE + 1);
  if (linked.length > MAX_PEOPLE) access.require(builtInRole("owner").capabilities, groupOf(provider));
  else await requireCapabilitiesOf(checking, linked);
}

const definition: ResourceDefinition = registry.identityProviders;

/** Returns whether an update changes who logs in as whom, and with which roles. */
const changesLogins = (before: StoredResource, after: StoredResource): boolean =>
  changedFields(definition, before.fields, after.fields).includes("oidc");

/** Rejects role mappings to groups that the caller cannot see, or to roles that the caller cannot grant. */
async function checkMappings(checking: CheckContext, provider: StoredResource): Promise<void> {
  for (const [index, { roleUid, groupUid }] of roleMappingsOf(provider).entries()) {
    const path = ["oidc", "roleMappings", index];
    const isVisible =
      isAtOrBelow(groupUid, groupOf(provider)) && checking.access.has(capabilitiesFor("groups").get, groupUid);
    if (!isVisible || !(await resources.get(checking.db, "Group", groupUid)))
      throw invalidArgument({
        path: [...path, "groupUid"],
        problem: "must be the uid of a group of this organization",
      });
    await checkRole(checking, { group: groupUid, role: roleUid, path: [...path, "roleUid"] });
  }
}

/** Deletes the role bindings that the provider's mappings created and `mappings` no longer contain. */
async function removeUnmapped(context: Context, provider: string, mappings: readonly RoleMapping[]): Promise<void> {
  const removed = await unmapped(context.tx, provider, mappings);
  await requireOwner(context.tx, removed, context.now);
  for (const binding of removed) await context.remove(binding);
}
