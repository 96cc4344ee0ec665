import { isUid } from "../api";
import { definitionNamed, type ResourceDefinition, snakeCase } from "../model";
import { identityOf } from "./import";
import { typeName } from "./names";
import { DiagnosticsError, errorDiagnostic, type JsonValue, type MoveRequest, type StateResult } from "./plugin";

const PREFIX = "chainguard_";

/** The types of the live deployment's published provider, by the model's names. Their `id` is the uid. */
const published: Readonly<Record<string, string>> = {
  group: "Group",
  identity: "Identity",
  role: "Role",
  rolebinding: "RoleBinding",
  image_repo: "Repo",
  image_tag: "Tag",
  identity_provider: "IdentityProvider",
  account_associations: "AccountAssociation",
  group_invite: "GroupInvite",
};

/**
 * Takes over what another provider managed (a `moved` block): its uid, and what the service tells in the answer to a
 * create only. The engine reads the rest from the service before it plans. Null for a type of any other provider. Throws
 * DiagnosticsError for a published type that is another of ours or none, and for a state without a uid.
 */
export function moveState(
  definition: ResourceDefinition,
  { sourceType, sourceState }: MoveRequest,
): StateResult | null {
  if (!sourceType.startsWith(PREFIX)) return null;
  const target = published[sourceType.slice(PREFIX.length)];
  if (target === undefined) throw refused(sourceType, definition, withoutEquivalent(sourceType));
  if (target !== definition.name)
    throw refused(sourceType, definition, `It becomes a ${typeName(definitionNamed(target)!)}: change \`to\`.`);
  const state = (sourceState ?? {}) as Readonly<Record<string, JsonValue>>;
  const uid = state.id;
  if (typeof uid !== "string" || !isUid(uid))
    throw refused(sourceType, definition, `Its state has the id ${JSON.stringify(uid ?? null)}, which is no uid.`);
  return { state: { id: uid, uid, ...toldOnce(definition, state) }, identity: identityOf({ uid }) };
}

function toldOnce({ fields }: ResourceDefinition, state: Readonly<Record<string, JsonValue>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { onlyInCreate }]) => {
      const value = state[snakeCase(name)];
      return onlyInCreate && typeof value === "string" ? [[snakeCase(name), value]] : [];
    }),
  );
}

const withoutEquivalent = (sourceType: string): string =>
  `This provider has no equivalent of ${sourceType}. Leave it with the provider that manages it, or drop it from the ` +
  "state with a `removed` block.";

const refused = (sourceType: string, definition: ResourceDefinition, reason: string): DiagnosticsError =>
  new DiagnosticsError([
    errorDiagnostic("Move not supported", `A ${sourceType} cannot become a ${typeName(definition)}. ${reason}`),
  ]);
