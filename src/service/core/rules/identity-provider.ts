import { changedFields, invalidArgument, isAtOrBelow } from "../../../api";
import { builtInRole, capabilitiesFor, type JsonObject, type ResourceDefinition, registry } from "../../../model";
import { type Database, identities, people, resources, type StoredResource, sessions } from "../../store";
import { nextGeneration, refuseNarrowed, requireAllOf } from "./assumption";
import { checkGrant, checkRole } from "./grants";
import { type RoleMapping, roleMappingsOf, unmapped } from "./managed-bindings";
import { keepAnOwner } from "./owners";
import { checkPatterns } from "./patterns";
import type { Checking, Context, Rules } from "./rules";

/** Under which a provider is found by the groups in which its role mappings grant. */
export const MAPPED_GROUP = "mappedGroup";

export const identityProvider: Rules = {
  terms(provider) {
    const mappings = roleMappingsOf(provider);
    return {
      role: [String(provider.fields.defaultRole), ...mappings.map(({ roleUid }) => roleUid)],
      [MAPPED_GROUP]: mappings.map(({ groupUid }) => groupUid),
    };
  },

  check({ oidc }) {
    const { requiredClaimPatterns = {} } = (oidc ?? {}) as { requiredClaimPatterns?: Readonly<Record<string, string>> };
    const placed = Object.entries(requiredClaimPatterns).map(([claim, pattern]) => ({
      path: ["oidc", "requiredClaimPatterns", claim],
      pattern,
    }));
    return checkPatterns(placed, "the identity provider");
  },

  async checkCreate(checking, provider) {
    await checkGrant(checking, provider, "defaultRole");
    await checkMappings(checking, provider);
  },

  revise: (before, after) => (admissionOf(before) === admissionOf(after) ? {} : nextGeneration(before)),

  /**
   * Whoever changes a provider decides who gets the role, so they must be able to grant it, changed or not. Whoever
   * decides which issuer and client vouch for people can log in as any of them, and whoever drops or loosens a
   * requirement lets excluded people log in again. Both are as good as updating their identities: all but further
   * requirements demands all that these may do.
   */
  async checkUpdate(checking, before, after) {
    await checkGrant(checking, after, "defaultRole");
    if (!changesLogins(before, after)) return;
    refuseNarrowed(checking.access, "an identity provider's oidc");
    checking.access.require(capabilitiesFor("identity").update, after.parent!);
    if (!onlyNarrows(before, after)) await checkCeiling(checking, after);
    await checkMappings(checking, after);
  },

  async beforeUpdate(context, before, after) {
    if (!changesLogins(before, after)) return;
    await takeBack(context, after.uid, roleMappingsOf(after));
    if (admissionOf(before) !== admissionOf(after)) await sessions.end(context.tx, "provider", after.uid);
  },

  async beforeDelete(context, provider) {
    const { uid } = provider;
    await takeBack(context, uid, []);
    await openToDirectExchange(context.tx, provider);
    await sessions.end(context.tx, "provider", uid);
  },
};

/** Who vouches for people, to whom, and whom they admit: logins, sessions and tokens end when any of it changes. */
function admissionOf({ fields }: StoredResource): string {
  const { issuer, clientId, requiredClaims, requiredClaimPatterns } = fields.oidc as Readonly<Record<string, unknown>>;
  return JSON.stringify([issuer, clientId, requiredClaims, requiredClaimPatterns]);
}

/**
 * Forgets the links of people whose identities can be assumed without the provider. The other links stay when it is
 * deleted, and keep those identities closed: it restricted who logs in, or had another issuer or client for them.
 */
async function openToDirectExchange(tx: Database, provider: StoredResource): Promise<void> {
  if (identities.decidesAtLogin(provider)) return;
  const linked = await people.identitiesOf(tx, provider.uid, Number.MAX_SAFE_INTEGER);
  const found = [...(await resources.getMany(tx, "Identity", linked)).values()];
  const open = found.filter((identity) => identities.isVouchedBy(identity, provider));
  await people.forgetOf(
    tx,
    provider.uid,
    open.map(({ uid }) => uid),
  );
}

/** Whether a provider admits nobody whom it did not admit before: the same issuer and client, and no requirement less. */
function onlyNarrows(before: StoredResource, after: StoredResource): boolean {
  const [was, is] = [before, after].map(({ fields }) => fields.oidc as JsonObject) as [JsonObject, JsonObject];
  return (
    was.issuer === is.issuer &&
    was.clientId === is.clientId &&
    (["requiredClaims", "requiredClaimPatterns"] as const).every((name) => {
      const required = (is[name] ?? {}) as JsonObject;
      return Object.entries((was[name] ?? {}) as JsonObject).every(([claim, value]) => required[claim] === value);
    })
  );
}

/** The most people whose capabilities are compared with the caller's one by one. */
const MAX_PEOPLE = 100;

/**
 * Refuses callers who lack any capability of somebody who logs in with the provider, or of an owner where it has more
 * people than {@link MAX_PEOPLE}. Throws PERMISSION_DENIED.
 */
async function checkCeiling(checking: Checking, provider: StoredResource): Promise<void> {
  const { db, access } = checking;
  const linked = await people.identitiesOf(db, provider.uid, MAX_PEOPLE + 1);
  if (linked.length > MAX_PEOPLE) access.require(builtInRole("owner").capabilities, provider.parent!);
  else await requireAllOf(checking, linked);
}

const definition: ResourceDefinition = registry.identityProviders;

/** Whether an update changes who logs in as whom, and what they get. */
const changesLogins = (before: StoredResource, after: StoredResource): boolean =>
  changedFields(definition, before.fields, after.fields).includes("oidc");

/** Refuses role mappings that grant what the caller could not, or where there is no group that the caller sees. */
async function checkMappings(checking: Checking, provider: StoredResource): Promise<void> {
  for (const [index, { roleUid, groupUid }] of roleMappingsOf(provider).entries()) {
    const path = ["oidc", "roleMappings", index];
    const isVisible =
      isAtOrBelow(groupUid, provider.parent!) && checking.access.has(capabilitiesFor("groups").get, groupUid);
    if (!isVisible || !(await resources.get(checking.db, "Group", groupUid)))
      throw invalidArgument({
        path: [...path, "groupUid"],
        problem: "is not the uid of a group of this organization",
      });
    await checkRole(checking, { group: groupUid, role: roleUid, path: [...path, "roleUid"] });
  }
}

/** Removes what the provider's mappings granted and these do not grant any more. */
async function takeBack(context: Context, provider: string, mappings: readonly RoleMapping[]): Promise<void> {
  const leaving = await unmapped(context.tx, provider, mappings);
  await keepAnOwner(context.tx, leaving, context.now);
  for (const binding of leaving) await context.remove(binding);
}
