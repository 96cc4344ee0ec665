import { failedPrecondition, rootOf } from "../../../api";
import { type ResourceDefinition, registry } from "../../../model";
import { FetchError } from "../../net/fetch-json";
import type { Caller } from "../access";
import { matchesIssuer } from "../patterns";
import { requirePermissionsOfAssumable } from "../rules/assumption";
import { hasSignatureKey, isLastOwner } from "../rules/owners";
import { findVisible } from "./read";
import { type Dependencies, type InputsFrom, timeOf } from "./types";

const identities: ResourceDefinition = registry.identities;

interface IssuerMatch {
  readonly issuer?: string;
  readonly issuerPattern?: string;
}

/**
 * Rejects an update that makes the last owner of an organization trust an issuer that does not publish keys, because
 * nobody could restore access. Runs before the transaction, so that no write waits for the issuer, and contacts the
 * issuer only for callers who may make the update. Throws FAILED_PRECONDITION, and the errors of the update itself.
 */
export async function requireReachableOwner(
  dependencies: Dependencies,
  caller: Caller,
  uid: string,
  inputsFrom: InputsFrom,
): Promise<void> {
  const { store, clock, access, assumablePermissions } = dependencies;
  const now = timeOf(clock);
  const change = await access.read(caller, async (seen) => {
    const before = await findVisible(store.db, seen, identities, uid);
    seen.require(identities.capabilities.update ?? [], uid);
    const after = { ...before, fields: inputsFrom(before.fields, now) };
    // Validated inputs.
    const [was, is] = [before, after].map(({ fields }) => fields.claimMatch as IssuerMatch | undefined);
    if (!is || (is.issuer === was?.issuer && is.issuerPattern === was?.issuerPattern)) return undefined;
    await requirePermissionsOfAssumable({ db: store.db, now, access: seen, assumablePermissions }, before, after);
    return (await isLastOwner(store.db, before, now)) ? { was, is } : undefined;
  });
  const problem = change && (await problemOf(dependencies, rootOf(uid), change.is, change.was));
  if (problem)
    throw failedPrecondition(
      "LAST_OWNER",
      `this would leave the organization without an owner: ${problem}, or bind another owner first`,
      rootOf(uid),
    );
}

/** Returns why no token of an issuer could be verified, and what to do. */
async function problemOf(
  { keysOf }: Dependencies,
  organization: string,
  { issuer, issuerPattern = "" }: IssuerMatch,
  was: IssuerMatch | undefined,
): Promise<string | undefined> {
  if (!issuer) {
    const known = was?.issuer;
    if (known === undefined) return "issuerPattern names no issuer whose keys could be fetched; set issuer instead";
    if (matchesIssuer(issuerPattern, known)) return undefined;
    return `issuerPattern does not match the current issuer ${known}; use a pattern that does`;
  }
  // The update itself rejects an invalid URL.
  if (!URL.canParse(issuer)) return undefined;
  try {
    const { keys } = await keysOf(issuer, organization);
    if (hasSignatureKey(keys)) return undefined;
    return `the issuer ${issuer} publishes no signing key; publish at least one`;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return `the keys of the issuer ${issuer} cannot be fetched (${error.message}); make its discovery document and keys reachable for the service`;
  }
}
