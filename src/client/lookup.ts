import { invalidArgument, isRoot, type ListQuery, PlatformError, selfAndAncestors, unfilteredQuery } from "../api";
import { builtInRoles, didYouMean, type Resource, type ResourceDefinition, singular } from "../model";
import type { PlatformClient } from "./client";
import type { CallOptions } from "./collection";

/**
 * Identifies one resource: by uid, or by name and scope. The scope is the parent group or repo, or any group above. A
 * name alone finds top-level resources: built-in roles and root groups. An identity can also be found by the issuer and
 * subject of its tokens.
 */
export type Selector =
  | { readonly uid: string }
  | { readonly issuer: string; readonly subject: string }
  | {
      readonly name: string;
      readonly parentUid?: string | undefined;
      readonly groupUid?: string | undefined;
      readonly repoUid?: string | undefined;
      readonly descendantsOf?: string | undefined;
    };

/** The maximum number of candidates in an error. */
const MAX_CANDIDATES = 10;

/**
 * Finds exactly one resource. Throws PlatformError: NOT_FOUND with the searched scope; FAILED_PRECONDITION if several
 * match, with the names and uid of each; INVALID_ARGUMENT if the name or scope is missing.
 */
export async function findOne<D extends ResourceDefinition>(
  client: PlatformClient,
  definition: D,
  selector: Selector,
  options?: CallOptions,
): Promise<Resource<D>> {
  // A collection returns only resources of its own type.
  return (await findAny(client, definition, selector, options)) as Resource<D>;
}

async function findAny(
  client: PlatformClient,
  definition: ResourceDefinition,
  selector: Selector,
  options: CallOptions | undefined,
): Promise<Resource> {
  const collection = client.collection(definition);
  if ("uid" in selector) return collection.get(selector.uid, options);
  if ("issuer" in selector) return byClaims(client, definition, selector, options);
  const { name, ...scope } = selector;
  // An empty name would match every resource, and a single match would not be the one intended.
  if (!name) throw invalidArgument({ path: ["name"], problem: "must not be empty" });
  const { query, description: scopeDescription } = searchScope(definition, scope);
  const page = await collection.page(
    { name, ...query, ...unfilteredQuery(definition), pageSize: MAX_CANDIDATES + 1 },
    options,
  );
  // Filter by root even if the service ignores the scope, so that a custom role is not mistaken for a built-in role of
  // the same name.
  const candidates = page.items.filter(({ uid }) => !query.inRoot || isRoot(uid));
  const [candidate, ...others] = candidates;
  if (candidate && others.length === 0) return candidate;
  const description = `${singular(definition)} named ${JSON.stringify(name)} ${scopeDescription}`;
  if (!candidate) {
    const suggestion =
      query.inRoot && definition.name === "Role"
        ? didYouMean(
            name,
            builtInRoles.map((role) => role.name),
          )
        : "";
    throw new PlatformError("NOT_FOUND", `Not found: no ${description}${suggestion}`);
  }
  const paths = await pathsOf(client, candidates.slice(0, MAX_CANDIDATES), options);
  const list = [...paths, ...(candidates.length > MAX_CANDIDATES ? ["and more"] : [])].join("; ");
  throw new PlatformError("FAILED_PRECONDITION", `More than one ${description}: ${list}. Select one by uid`);
}

async function byClaims(
  client: PlatformClient,
  definition: ResourceDefinition,
  claims: { readonly issuer: string; readonly subject: string },
  options: CallOptions | undefined,
): Promise<Resource> {
  const { lookup } = definition;
  if (!lookup)
    throw invalidArgument({
      path: ["issuer"],
      problem: `can only be used to look up identities, not ${definition.plural}`,
    });
  for (const name of ["issuer", "subject"] as const)
    if (!claims[name]) throw invalidArgument({ path: [name], problem: "must not be empty" });
  try {
    return await client.lookupIdentity(claims, options);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const [issuer, subject] = [claims.issuer, claims.subject].map((each) => JSON.stringify(each));
    const description = `identity with the issuer ${issuer} and the subject ${subject}`;
    if (error.code === "NOT_FOUND")
      throw new PlatformError("NOT_FOUND", `Not found: no ${description}`, { cause: error });
    if (error.code === "FAILED_PRECONDITION")
      throw new PlatformError(
        error.code,
        `More than one ${description}: ${error.message.replace(/^Precondition failed: /, "")}. Select one by uid`,
        { cause: error },
      );
    throw error;
  }
}

interface SearchScope {
  readonly query: ListQuery;
  /** The scope in words, to follow the name in an error. */
  readonly description: string;
}

function searchScope(
  definition: ResourceDefinition,
  scope: Omit<Extract<Selector, { name: string }>, "name">,
): SearchScope {
  const { attribute, optional } = definition.parent;
  const parent = scope.parentUid ?? scope.groupUid ?? scope.repoUid;
  if (parent && scope.descendantsOf)
    throw invalidArgument({ path: ["descendantsOf"], problem: `conflicts with ${attribute}: only one may be set` });
  if (parent) return { query: { childrenOf: parent }, description: `directly in ${parent}` };
  if (scope.descendantsOf) return { query: scope, description: `below ${scope.descendantsOf}` };
  if (optional)
    return {
      query: { inRoot: true },
      description: definition.name === "Role" ? "among the built-in roles" : "among root groups",
    };
  throw invalidArgument({ path: ["name"], problem: `requires ${attribute} or descendantsOf` });
}

/** Formats candidates as `organization / group / name (uid)`; groups that the caller cannot see are omitted. */
async function pathsOf(
  client: PlatformClient,
  candidates: readonly Resource[],
  options: CallOptions | undefined,
): Promise<string[]> {
  const above = (uid: string) => selfAndAncestors(uid).slice(1).reverse();
  const ids = [...new Set(candidates.flatMap(({ uid }) => above(uid)))];
  const names = new Map<unknown, unknown>();
  if (ids.length > 0) {
    for await (const { uid, name } of client.groups.list({ ids }, options)) names.set(uid, name);
  }
  return candidates.map(({ uid, name }) => {
    const path = above(uid).flatMap((each) => names.get(each) ?? []);
    return `${[...path, name].join(" / ")} (${uid})`;
  });
}
