import { isUid } from "../api";
import { definitionNamed, type ResourceDefinition, snakeCase } from "../model";
import { identityOf } from "./import";
import { typeName } from "./names";
import { DiagnosticsError, errorDiagnostic, type JsonValue, type MoveRequest, type StateResult } from "./plugin";

const PREFIX = "chainguard_";

/**
 * The resource types of the live deployment's published provider, mapped to the model's types. Their `id` is the uid.
 */
const publishedTypes: Readonly<Record<string, string>> = {
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
 * Moves a resource from the published provider's state (a `moved` block): takes its uid, and the values that the
 * service returns only on create; the engine then reads the rest. Returns null for types of other providers. Throws
 * DiagnosticsError for a published type without an equivalent or with a different one, and for a state without a uid.
 */
export function moveState(
  definition: ResourceDefinition,
  { sourceType, sourceState }: MoveRequest,
): StateResult | null {
  if (!sourceType.startsWith(PREFIX)) return null;
  const target = publishedTypes[sourceType.slice(PREFIX.length)];
  if (target === undefined) throw moveError(sourceType, definition, withoutEquivalent(sourceType));
  if (target !== definition.name)
    throw moveError(sourceType, definition, `Its equivalent is ${typeName(definitionNamed(target)!)}; change \`to\`.`);
  const state = (sourceState ?? {}) as Readonly<Record<string, JsonValue>>;
  const uid = state.id;
  if (typeof uid !== "string" || !isUid(uid))
    throw moveError(sourceType, definition, `Its state has the id ${JSON.stringify(uid ?? null)}, which is not a uid.`);
  return { state: { id: uid, uid, ...createOnlyValues(definition, state) }, identity: identityOf({ uid }) };
}

function createOnlyValues(
  { fields }: ResourceDefinition,
  state: Readonly<Record<string, JsonValue>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { onlyInCreate }]) => {
      const value = state[snakeCase(name)];
      return onlyInCreate && typeof value === "string" ? [[snakeCase(name), value]] : [];
    }),
  );
}

const withoutEquivalent = (sourceType: string): string =>
  `This provider has no equivalent of ${sourceType}. Keep the provider that manages it, or remove it from the state ` +
  "with a `removed` block.";

const moveError = (sourceType: string, definition: ResourceDefinition, reason: string): DiagnosticsError =>
  new DiagnosticsError([
    errorDiagnostic("Move not supported", `A ${sourceType} cannot be moved to a ${typeName(definition)}. ${reason}`),
  ]);
