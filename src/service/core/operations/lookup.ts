import { failedPrecondition, PlatformError } from "../../../api";
import { type MethodResponse, type Methods, methods } from "../../../model";
import { identities, searchIndex } from "../../store";
import type { Dependencies, MethodCall } from "./types";

/**
 * Returns the visible identity with this issuer and subject: `{uid}`. Throws NOT_FOUND if there is none, and
 * FAILED_PRECONDITION with the uids if there are several.
 */
export async function lookupIdentity(
  { store: { db }, access }: Dependencies,
  { caller, request }: MethodCall<Methods["lookupIdentity"]>,
): Promise<MethodResponse<Methods["lookupIdentity"]>> {
  const claims = request();
  const { type, capabilities } = methods.lookupIdentity;
  return access.read(caller, async (seen) => {
    const found = await searchIndex.find(db, type.name, identities.CLAIM_FIELD, [identities.claimIndexValue(claims)]);
    const [uid, ...others] = found.filter((each) => seen.has(capabilities, each));
    if (uid === undefined)
      throw new PlatformError(
        "NOT_FOUND",
        `Not found: ${type.name} with subject ${claims.subject} and issuer ${claims.issuer}`,
      );
    if (others.length > 0)
      throw failedPrecondition("AMBIGUOUS", `several identities have these claims: ${[uid, ...others].join(", ")}`);
    return { uid };
  });
}
