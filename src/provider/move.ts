import { isUid } from "../api";
import type { ResourceDefinition } from "../model";
import { identityOf } from "./import";
import type { JsonValue, MoveRequest, StateResult } from "./plugin";

/** The types of the live deployment's published provider, by the model's names. Their `id` is the uid. */
const published: Readonly<Record<string, string>> = {
  chainguard_group: "Group",
  chainguard_identity: "Identity",
  chainguard_role: "Role",
  chainguard_rolebinding: "RoleBinding",
  chainguard_image_repo: "Repo",
  chainguard_identity_provider: "IdentityProvider",
  chainguard_account_associations: "AccountAssociation",
};

/**
 * Takes over what another provider managed (a `moved` block). Only its uid is taken: the engine reads the rest from the
 * service before it plans. Null for what is no resource of the type, or has no uid.
 */
export function moveState(
  definition: ResourceDefinition,
  { sourceType, sourceState }: MoveRequest,
): StateResult | null {
  const uid = uidIn(sourceState);
  if (published[sourceType] !== definition.name || uid === undefined) return null;
  return { state: { id: uid, uid }, identity: identityOf({ uid }) };
}

function uidIn(state: JsonValue): string | undefined {
  const { id } = (state ?? {}) as { readonly id?: unknown };
  return typeof id === "string" && isUid(id) ? id : undefined;
}
