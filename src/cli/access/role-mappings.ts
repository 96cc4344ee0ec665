import { type IdentityEntry, isUnknown } from "../../access";
import { parentOf } from "../../api";
import { createClientFromSettings, PlatformError } from "../../client";
import { objectOrEmpty } from "../../model";
import type { Via } from "./decisions";
import { configurationOf, type SourceOptions } from "./sources";

/** Returns the name of the identity provider whose role mappings grant a role binding. */
export type MappedBy = (identity: IdentityEntry, binding: Via) => string | undefined;

/** Reads the role mappings of the identity providers that the caller can see. */
export async function readRoleMappings(options: SourceOptions): Promise<MappedBy> {
  const client = createClientFromSettings(configurationOf(options));
  const names = new Map<string, string>();
  try {
    for await (const { uid, name, oidc } of client.identityProviders.list())
      for (const { groupUid, roleUid } of oidc?.roleMappings ?? [])
        names.set(keyOf(oidc?.issuer, groupUid || parentOf(uid), roleUid), name);
  } catch (error) {
    // Other deployments may lack identity providers, or hide them from the caller.
    if (!(error instanceof PlatformError && [403, 404, 405, 501].includes(error.http))) throw error;
  } finally {
    await client.close();
  }
  return ({ trust }, { group, role }) =>
    isUnknown(trust) ? undefined : names.get(keyOf(objectOrEmpty(trust.claimMatch).issuer, group, role));
}

const keyOf = (issuer: unknown, group: string | undefined, role: string | undefined): string =>
  JSON.stringify([issuer, group, role]);
