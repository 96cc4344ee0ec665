import { Grants, hasCapability } from "../../../access";
import { invalidArgument, selfAndAncestors } from "../../../api";
import { capabilitiesFor, findCapability, type MethodResponse, type Methods, methods } from "../../../model";
import { type Database, intersection, resources, type searchIndex, topmost } from "../../store";
import { type Access, loadGrants, loadGrantsIn } from "../access";
import { enabledAmong, type HoldersRequest, holdersIn } from "./holders";
import { type Dependencies, type MethodCall, timeOf } from "./types";

/**
 * Questions about the access of any identity, for services that ask about a caller that they have authenticated. They
 * require `role_bindings.list` in the group, unless callers ask about themselves. Answers include what is inherited
 * from groups above, which the caller may not see, but not where it comes from.
 */

const required = capabilitiesFor("role_bindings").list;
const nothing = new Grants();

/** Returns for each question whether the identity has the capability in the group. */
export function checkAccess(
  { store: { db }, clock, access }: Dependencies,
  { caller, request }: MethodCall<Methods["checkAccess"]>,
): Promise<MethodResponse<Methods["checkAccess"]>> {
  const { questions } = request();
  return access.read(caller, async (own) => {
    for (const { identityUid, groupUid } of questions) if (!isSelf(own, identityUid)) own.require(required, groupUid);
    const identities = [...new Set(questions.map(({ identityUid }) => identityUid))].filter((uid) => isShown(own, uid));
    const paths = new Set(questions.flatMap(({ groupUid }) => selfAndAncestors(groupUid)));
    const [enabled, grants, groups] = await Promise.all([
      enabledAmong(db, identities),
      loadGrantsIn(db, [...paths], identities, timeOf(clock)),
      resources.getMany(
        db,
        "Group",
        questions.map(({ groupUid }) => groupUid),
      ),
    ]);
    return {
      results: questions.map(({ identityUid, groupUid, capability }) => {
        const isGranted = hasCapability((grants.get(identityUid) ?? nothing).at(groupUid), nameOf(capability));
        // Callers that cannot see the group learn only what their own role bindings grant, not whether it exists.
        const exists = groups.has(groupUid) || !own.has(required, groupUid);
        return { allowed: isGranted && exists && enabled.has(identityUid) };
      }),
    };
  });
}

/** The maximum number of entries in a page, and the default. */
const MAX_PAGE_SIZE = 200;
const DEFAULT_PAGE_SIZE = 50;

/**
 * Returns the identities that have a capability in a group, as far as the caller can see them, or the topmost groups in
 * which an identity has it, as far as the caller may list role bindings there.
 */
export function listAccess(
  { store: { db }, clock, access, cursors }: Dependencies,
  { caller, request }: MethodCall<Methods["listAccess"]>,
): Promise<MethodResponse<Methods["listAccess"]>> {
  const { capability, groupUid = "", identityUid = "", pageSize = 0, pageToken = "" } = request();
  if ((groupUid === "") === (identityUid === ""))
    throw invalidArgument({ path: ["groupUid"], problem: "or identityUid is required, but not both" });
  if (pageSize < 0) throw invalidArgument({ path: ["pageSize"], problem: "must not be negative" });
  return access.read(caller, async (own) => {
    const query = [methods.listAccess.name, own.identityUid, capability, groupUid, identityUid];
    const [value, uid = ""] = pageToken === "" ? [] : (cursors.read(query, pageToken)?.after ?? []);
    const after = value === undefined ? undefined : { value, uid };
    const size = Math.min(pageSize || DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
    const now = timeOf(clock);
    const page =
      groupUid === ""
        ? pageOf(await groupsOf(db, own, identityUid, nameOf(capability), now), size, after?.value)
        : await identitiesIn(db, own, { group: groupUid, capability: nameOf(capability), now, size, after });
    return {
      entries: page.uids.map((uid) =>
        groupUid === "" ? { identityUid, groupUid: uid } : { identityUid: uid, groupUid },
      ),
      nextPageToken: page.next ? cursors.write(query, { after: [page.next.value, page.next.uid] }) : "",
    };
  });
}

interface Page {
  readonly uids: readonly string[];
  readonly next?: searchIndex.FoundValue | undefined;
}

function pageOf(all: readonly string[], size: number, after = ""): Page {
  const rest = all.filter((uid) => uid > after).sort();
  const uids = rest.slice(0, size);
  const last = uids.at(-1);
  return { uids, ...(rest.length > size && last ? { next: { value: last, uid: "" } } : {}) };
}

async function identitiesIn(
  db: Database,
  own: Access,
  {
    group,
    capability,
    ...rest
  }: Pick<HoldersRequest, "group" | "now" | "size" | "after"> & { readonly capability: string },
): Promise<Page> {
  own.require(required, group);
  if (!(await resources.get(db, "Group", group))) return { uids: [] };
  const { identities, next } = await holdersIn(db, {
    ...rest,
    group,
    isGranted: (capabilities) => hasCapability(capabilities, capability),
    isShown: (uid) => isShown(own, uid),
  });
  return { uids: identities, next };
}

async function groupsOf(
  db: Database,
  own: Access,
  identity: string,
  capability: string,
  now: string,
): Promise<string[]> {
  if (!isShown(own, identity) || !(await enabledAmong(db, [identity])).has(identity)) return [];
  const grants = (await loadGrants(db, [identity], now)).get(identity) ?? nothing;
  const held = topmost([...grants.groups].filter((group) => hasCapability(grants.in(group), capability)));
  const shown = isSelf(own, identity) ? held : intersection(held, own.scopes(required));
  return shown.list.map(({ uid }) => uid);
}

/** Returns whether callers ask about themselves; a restricted token does not speak for all that its identity has. */
const isSelf = (own: Access, identity: string): boolean => identity === own.identityUid && !own.isRestricted;

/** Returns whether the caller can see an identity, as far as it exists; hidden ones are treated as missing. */
const isShown = (own: Access, identity: string): boolean =>
  isSelf(own, identity) || own.has(capabilitiesFor("identity").list, identity);

/** The request is valid, so the name is that of a capability. */
const nameOf = (capability: string): string => findCapability(capability) ?? capability;
