import { invalidArgument, type ListRequest, notFound, parentOf, rootOf } from "../../../api";
import {
  session as definition,
  type JsonObject,
  type MethodResponse,
  type Methods,
  type ResourceDefinition,
  registry,
} from "../../../model";
import { type Database, resources, type StoredResource, sessions } from "../../store";
import type { Access, Caller } from "../access";
import { nextGeneration } from "../rules/assumption";
import { writeRevocation } from "./audit";
import { findVisible } from "./read";
import { replaceWithoutEvent } from "./resource-writes";
import { type Dependencies, type ListResponse, type MethodCall, timeOf } from "./types";
import { write } from "./write";

/** Sessions are not stored as resources: they change with logins and are not part of resource lists. */

const identities: ResourceDefinition = registry.identities;

/** Lists the sessions of an identity ordered by uid: the caller's, unless the filter `identity` names another. */
export function listSessions(
  { store, clock, access }: Dependencies,
  caller: Caller,
  request: ListRequest,
): Promise<ListResponse> {
  const { filters, pageSize, pageToken = "", skip, order, ...scope } = request;
  if (skip > 0 || order.key !== "uid" || order.descending || Object.keys(scope).length > 0)
    throw invalidArgument({
      path: ["sessions"],
      problem: "supports only the parameters identity, page_size and page_token",
    });
  if (!/^([0-9a-f]{16})?$/.test(pageToken))
    throw invalidArgument({ path: ["page_token"], problem: "must be the nextPageToken of an earlier response" });
  const identity = String(filters.identity ?? caller.identityUid);
  return access.read(caller, async (seen) => {
    await findManaged(store.db, seen, identity);
    const place = { now: timeOf(clock), after: `${identity}/${pageToken}`, limit: pageSize + 1 };
    const { items, total } = await sessions.page(store.db, identity, place);
    const shown = items.slice(0, pageSize);
    const last = items.length > pageSize ? shown.at(-1) : undefined;
    return {
      items: shown.map((each) => present(each, caller)),
      ...(last ? { nextPageToken: last.uid.slice(identity.length + 1) } : {}),
      totalCount: total,
      skipped: 0,
    };
  });
}

/** Ends a session. Its tokens are rejected from the next request on. */
export function deleteSession(dependencies: Dependencies, caller: Caller, uid: string): Promise<void> {
  // Grants nothing, but invalidates cached access, so `grantsNothing` is not set.
  return write(dependencies, caller, { root: rootOf(uid), adds: true }, async ({ db, access }) => {
    const identity = parentOf(uid);
    if (identity === undefined) throw notFound(definition.name, uid);
    await findManaged(db, access, identity);
    if (!(await sessions.get(db, uid))) throw notFound(definition.name, uid);
    return async (context) => {
      await sessions.end(context.tx, "uid", uid);
      await writeRevocation(context, identity, uid);
    };
  });
}

/** Ends all access of an identity: all sessions, and all tokens issued so far. */
export function revokeTokens(
  dependencies: Dependencies,
  { caller, scope: uid, request }: MethodCall<Methods["revokeTokens"]>,
): Promise<MethodResponse<Methods["revokeTokens"]>> {
  request();
  return write(dependencies, caller, { root: rootOf(uid) }, async ({ db, access }) => {
    const found = await findManaged(db, access, uid);
    return async (context) => {
      const fields = { ...found.fields, ...nextGeneration(found) };
      await replaceWithoutEvent(context.tx, identities, { ...found, fields });
      await sessions.end(context.tx, "identity", uid);
      await writeRevocation(context, uid);
      return {};
    };
  });
}

/** Returns the identity if the caller may end its access: the caller's own, or one that the caller may update. */
async function findManaged(db: Database, access: Access, uid: string): Promise<StoredResource> {
  const isOwn = uid === access.identityUid && !access.isRestricted;
  const own = isOwn ? await resources.get(db, identities.name, uid) : undefined;
  if (own) return own;
  const found = await findVisible(db, access, identities, uid);
  access.require(identities.capabilities.update ?? [], uid);
  return found;
}

const present = (each: sessions.StoredSession, caller: Caller): JsonObject => ({
  uid: each.uid,
  identityUid: each.identity,
  identityProviderUid: each.provider,
  createTime: each.create_time,
  lastUsedTime: each.last_used_time,
  expirationTime: each.expires,
  current: each.uid === caller.session,
});
