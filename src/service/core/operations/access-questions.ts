import { Grants, hasCapability } from "../../../access";
import { invalidArgument, selfAndAncestors } from "../../../api";
import { capabilitiesFor, findCapability, type MethodResponse, type Methods, methods } from "../../../model";
import { type Database, intersection, resources, topmost } from "../../store";
import { type Access, capabilitiesOf, hasExpired, loadGrants } from "../access";
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
    const identities = questions.map(({ identityUid }) => identityUid);
    const [enabled, grants, groups] = await Promise.all([
      enabledAmong(db, identities),
      loadGrants(db, identities, timeOf(clock)),
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
        const isShown = groups.has(groupUid) || !own.has(required, groupUid);
        return { allowed: isGranted && isShown && enabled.has(identityUid) };
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
    const after = pageToken === "" ? "" : (cursors.read(query, pageToken)?.after[1] ?? "");
    const all =
      groupUid === ""
        ? await groupsOf(db, own, identityUid, nameOf(capability), timeOf(clock))
        : await identitiesIn(db, own, groupUid, nameOf(capability), timeOf(clock));
    const size = Math.min(pageSize || DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
    const rest = all.filter((uid) => uid > after).sort();
    const page = rest.slice(0, size);
    const last = page.at(-1);
    return {
      entries: page.map((uid) => (groupUid === "" ? { identityUid, groupUid: uid } : { identityUid: uid, groupUid })),
      nextPageToken: rest.length > size && last ? cursors.write(query, { after: [last, last] }) : "",
    };
  });
}

async function identitiesIn(
  db: Database,
  own: Access,
  group: string,
  capability: string,
  now: string,
): Promise<string[]> {
  own.require(required, group);
  if (!(await resources.get(db, "Group", group))) return [];
  const bindings = (
    await Promise.all(selfAndAncestors(group).map((each) => resources.childrenOf(db, "RoleBinding", each)))
  )
    .flat()
    .filter((binding) => !hasExpired(binding, now));
  const roles = await resources.getMany(
    db,
    "Role",
    bindings.map(({ fields }) => String(fields.roleUid)),
  );
  const granting = new Set(
    [...roles.values()]
      .filter(({ fields }) => capabilitiesOf(fields.capabilities).some((each) => each === capability))
      .map(({ uid }) => uid),
  );
  const found = bindings
    .filter(({ fields }) => granting.has(String(fields.roleUid)))
    .map(({ fields }) => String(fields.identityUid))
    .filter((uid) => isSelf(own, uid) || own.has(capabilitiesFor("identity").list, uid));
  return [...(await enabledAmong(db, found))];
}

async function groupsOf(
  db: Database,
  own: Access,
  identity: string,
  capability: string,
  now: string,
): Promise<string[]> {
  if (!(await enabledAmong(db, [identity])).has(identity)) return [];
  const grants = (await loadGrants(db, [identity], now)).get(identity) ?? nothing;
  const held = topmost([...grants.groups].filter((group) => hasCapability(grants.in(group), capability)));
  const shown = isSelf(own, identity) ? held : intersection(held, own.scopes(required));
  return shown.list.map(({ uid }) => uid);
}

/** Returns whether callers ask about themselves; a restricted token does not speak for all that its identity has. */
const isSelf = (own: Access, identity: string): boolean => identity === own.identityUid && !own.isRestricted;

async function enabledAmong(db: Database, uids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await resources.getMany(db, "Identity", uids);
  return new Set([...found.values()].filter(({ fields }) => fields.disabled !== true).map(({ uid }) => uid));
}

/** The request is valid, so the name is that of a capability. */
const nameOf = (capability: string): string => findCapability(capability) ?? capability;
