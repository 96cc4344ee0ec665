import { findOne, type PlatformClient, type Selector } from "../client";
import type { ResourceDefinition } from "../model";
import { importIdFormats, importIdProblem, parentOf, parseImportId } from "./import-id";
import { typeName } from "./names";
import { DiagnosticsError, errorDiagnostic, type IdentitySchema, type ImportRequest } from "./plugin";

/** The resource identity that imports use. */

export const uidIdentity: IdentitySchema = {
  attributes: { uid: { type: "string", requiredForImport: true, description: "The uid." } },
};

export const identityOf = ({ uid }: Readonly<Record<string, unknown>>) => ({ uid: String(uid) });

/**
 * Parses an import by id or identity: returns a uid, or the names of a path such as `acme/platform/ci-bot`. Throws
 * DiagnosticsError for an invalid id.
 */
export function parseImport(
  definition: ResourceDefinition,
  { id, identity }: ImportRequest,
): string | readonly string[] {
  const text = String(identity?.uid ?? id);
  const named = parseImportId(definition, text);
  if (named === undefined || (identity && typeof named !== "string"))
    throw new DiagnosticsError([
      errorDiagnostic(
        importIdProblem(definition, text),
        `A ${typeName(definition)} is imported by ${importIdFormats(definition)}.`,
      ),
    ]);
  return named;
}

/**
 * Resolves a path of names from the organization down, with one request per name. Throws PlatformError: NOT_FOUND, or
 * FAILED_PRECONDITION with the candidates if a name is ambiguous.
 */
export async function resolvePath(
  client: PlatformClient,
  definition: ResourceDefinition,
  names: readonly string[],
  options: { readonly signal: AbortSignal },
): Promise<string> {
  if (definition.uid === "parent") return resolvePath(client, parentOf(definition), names, options);
  const [name = "", ...above] = [...names].reverse();
  const parent =
    above.length > 0 ? await resolvePath(client, parentOf(definition), above.reverse(), options) : undefined;
  const selector: Selector = parent === undefined ? { name } : { name, parentUid: parent };
  const { uid } = await findOne(client, definition, selector, options);
  return String(uid);
}
