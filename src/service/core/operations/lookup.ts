import { failedPrecondition, invalidArgument, PlatformError } from "../../../api";
import { capabilitiesFor, type JsonObject } from "../../../model";
import { identities, searchIndex } from "../../store";
import type { Caller } from "../access";
import type { Settings } from "./types";

/**
 * Returns the visible identity with this issuer and subject: `{uid}`. Throws NOT_FOUND if there is none, and
 * FAILED_PRECONDITION with the uids if there are several.
 */
export async function lookupIdentity(
  { store: { db }, access }: Settings,
  caller: Caller,
  claims: { readonly issuer: string; readonly subject: string },
): Promise<JsonObject> {
  const missing = (["issuer", "subject"] as const).filter((name) => claims[name] === "");
  if (missing.length > 0) throw invalidArgument(...missing.map((name) => ({ path: [name], problem: "is required" })));
  return access.reading(caller, async (seen) => {
    const found = await searchIndex.find(db, "Identity", identities.CLAIM_FIELD, [identities.claimTerm(claims)]);
    const [uid, ...others] = found.filter((each) => seen.has(capabilitiesFor("identity").get, each));
    if (uid === undefined)
      throw new PlatformError("NOT_FOUND", `Not found: Identity of ${claims.subject} at ${claims.issuer}`);
    if (others.length > 0)
      throw failedPrecondition("AMBIGUOUS", `several identities have these claims: ${[uid, ...others].join(", ")}`);
    return { uid };
  });
}
