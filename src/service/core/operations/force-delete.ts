import {
  type DeletePreview,
  failedPrecondition,
  isAtOrBelow,
  isRoot,
  PARTLY_DELETED,
  PlatformError,
  parentOf,
  rootOf,
} from "../../../api";
import { definitionNamed, definitions, type JsonObject, type ResourceDefinition, registry } from "../../../model";
import { counts, type Database, descendants, resources, type StoredResource } from "../../store";
import type { Access, Caller } from "../access";
import { type Context, checkNamedOutside, keepAnOwner, rulesOf } from "../rules";
import { findVisible } from "./read";
import { type Settings, timeOf } from "./types";
import { write } from "./write";

/**
 * Deletes a group with all that is below it. Nothing is left out of what an ordinary deletion checks and records; it is
 * done in many short transactions, the group itself in the last one, so that others write meanwhile and a run that ends
 * early can be repeated.
 */

/** Resources that are deleted in one transaction, which has the organization to itself. */
const BATCH = 200;
/** Transactions beyond those that the first count needs, for what is created meanwhile. */
const FURTHER_STEPS = 20;

const group: ResourceDefinition = registry.groups;

/** In which order types are deleted: what is held before what holds it, what names something before that. */
const held = ["Identity", "Role", "Group"];
const order: readonly ResourceDefinition[] = [
  ...definitions.filter(({ parent }) => parent.type !== "Group"),
  ...definitions.filter(({ parent, name }) => parent.type === "Group" && !held.includes(name)),
  ...held.map((name) => definitionNamed(name)!),
];
const typeNames = order.map(({ name }) => name);

/** Tells what deleting the group with all that is below it would delete. Throws what that would throw. */
export function previewDelete(settings: Settings, caller: Caller, uid: string): Promise<JsonObject & DeletePreview> {
  const { store, clock, access } = settings;
  return access.reading(caller, async (seen) => {
    const found = await checked(store.db, seen, caller, uid, timeOf(clock));
    await keepAnOwner(store.db, await rootBindingsOf(store.db, uid), timeOf(clock));
    const { deleted, roleBindingsElsewhere } = await contents(store.db, uid);
    return {
      group: { uid, name: String(found.fields.name ?? "") },
      deleted,
      roleBindingsElsewhere,
      totalCount: Object.values(deleted).reduce((sum, count) => sum + count, 0),
      etag: await descendants.digest(store.db, typeNames, uid),
    };
  });
}

/** Deletes the group and all that is below it. With the etag of a preview only if that is what would be deleted still. */
export async function forceDelete(settings: Settings, caller: Caller, uid: string, etag?: string): Promise<void> {
  const preview = await previewDelete(settings, caller, uid);
  if (etag !== undefined && etag !== preview.etag)
    throw failedPrecondition(
      "CHANGED",
      "the resources to delete have changed since the preview with this etag; request a new preview",
      uid,
    );
  const maxSteps = 2 * Math.ceil(preview.totalCount / BATCH) + FURTHER_STEPS;
  for (let step = 0; step < maxSteps; step += 1) {
    const isGone = await deleteStep(settings, caller, uid).catch((error: unknown) => {
      throw step > 0 && error instanceof PlatformError ? error.reworded(`${error.message}; ${PARTLY_DELETED}`) : error;
    });
    if (isGone) return;
  }
  throw new PlatformError(
    "ABORTED",
    `Aborted: resources are created below group ${uid} as fast as they are deleted; stop what creates them; ${PARTLY_DELETED}`,
  );
}

/** Deletes what comes next in a transaction of its own; whether the group is gone then. */
function deleteStep(settings: Settings, caller: Caller, uid: string): Promise<boolean> {
  return write(settings, caller, { root: rootOf(uid) }, async ({ db, access, now }) => {
    // Another request deleted the rest.
    if (!(await resources.get(db, group.name, uid))) return async () => true;
    const found = await checked(db, access, caller, uid, now);
    return (context) => deleteBatch(context, caller, found);
  });
}

/** Deletes what comes next below a group, and the group itself once nothing else is there; whether it is gone then. */
async function deleteBatch(context: Context, caller: Caller, found: StoredResource): Promise<boolean> {
  const { tx } = context;
  const { uid } = found;
  // What lets the caller do this goes in the last transaction, with the roles that it names.
  const own = await ownBindings(tx, caller, uid);
  const roles = own.map(({ fields }) => String(fields.roleUid));
  const last = new Set([...own.map((each) => each.uid), ...roles]);
  let count = 0;
  for (const { name } of order) {
    if (name === "Identity") {
      const elsewhere = await descendants.bindingsElsewhere(tx, uid, BATCH - count);
      const bindings = await resources.getMany(tx, "RoleBinding", elsewhere);
      count += await deleteAll(context, [...bindings.values()]);
      if (count >= BATCH) break;
    }
    const next = await descendants.deepest(tx, name, uid, BATCH - count + last.size);
    count += await deleteAll(context, next.filter((each) => !last.has(each.uid)).slice(0, BATCH - count));
    if (count >= BATCH) break;
  }
  if (count > 0) return false;
  await deleteAll(context, own);
  const ownRoles = await resources.getMany(
    tx,
    "Role",
    roles.filter((role) => isBelow(role, uid)),
  );
  await deleteAll(context, [...ownRoles.values(), found]);
  return true;
}

/** Deletes resources one after the other, each as if it had been asked for alone. */
async function deleteAll(context: Context, all: readonly StoredResource[]): Promise<number> {
  for (const each of all) {
    await rulesOf(each.type).beforeDelete?.(context, each);
    await context.remove(each);
  }
  return all.length;
}

const ownBindings = async (tx: Database, caller: Caller, uid: string): Promise<StoredResource[]> =>
  (await resources.having(tx, "RoleBinding", "identity", [caller.identityUid])).filter(({ parent }) => parent === uid);

const isBelow = (uid: string, above: string): boolean => uid !== above && isAtOrBelow(uid, above);

/** The group, if the caller may delete it and all that is below it. Throws before anything is deleted. */
async function checked(
  db: Database,
  access: Access,
  caller: Caller,
  uid: string,
  now: string,
): Promise<StoredResource> {
  const found = await findVisible(db, access, group, uid);
  if (isRoot(uid)) throw failedPrecondition("ROOT_GROUP", "a root group cannot be deleted through the API", uid);
  const { deleted } = await contents(db, uid);
  for (const { plural, capabilities } of order) if (plural in deleted) access.require(capabilities.delete ?? [], uid);
  if (isBelow(caller.identityUid, uid))
    throw failedPrecondition(
      "OWN_IDENTITY",
      "the caller's own identity is below the group and would lose its access during the deletion; use an identity above the group",
      caller.identityUid,
    );
  await checkNamedOutside(db, access, uid, now);
  return found;
}

/** The bindings of identities below a group in the organization's root group, which may make them its owners. */
async function rootBindingsOf(db: Database, uid: string): Promise<StoredResource[]> {
  const elsewhere = await descendants.bindingsElsewhere(db, uid, Number.MAX_SAFE_INTEGER);
  const atRoot = elsewhere.filter((each) => parentOf(each) === rootOf(uid));
  return [...(await resources.getMany(db, "RoleBinding", atRoot)).values()];
}

/** How many resources of each type there are at and below a group, and role bindings elsewhere that go with them. */
async function contents(db: Database, uid: string) {
  const roleBindingsElsewhere = await descendants.countBindingsElsewhere(db, uid);
  const deleted: Record<string, number> = {};
  for (const { name, plural } of order) {
    const within = await counts.within(db, name, [{ uid, self: true, below: "all" }]);
    const count = within + (name === "RoleBinding" ? roleBindingsElsewhere : 0);
    if (count > 0) deleted[plural] = count;
  }
  return { deleted, roleBindingsElsewhere };
}
