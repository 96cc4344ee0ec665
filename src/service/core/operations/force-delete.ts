import {
  type DeletePreview,
  failedPrecondition,
  isAtOrBelow,
  isRoot,
  PARTIALLY_DELETED,
  PlatformError,
  parentOf,
  rootOf,
} from "../../../api";
import { definitionOf, definitions, type Methods, type ResourceDefinition, registry } from "../../../model";
import {
  counts,
  type Database,
  descendants,
  resources,
  Scopes,
  type StoredResource,
  subtree,
  type Transaction,
} from "../../store";
import type { Access, Caller } from "../access";
import { type Context, checkOutsideReferences, requireOwner, rulesOf } from "../rules";
import { findVisible } from "./read";
import { type Dependencies, type MethodCall, timeOf } from "./types";
import { write } from "./write";

/**
 * Deletes a group with all its descendants. Performs all checks and writes all audit events of ordinary deletions, in
 * many short transactions with the group itself in the last one, so that other writes can proceed and an interrupted
 * deletion can be repeated.
 */

/** The number of resources deleted in one transaction, which locks out other writes to the organization. */
const BATCH = 200;
/** Additional transactions for resources that are created during the deletion. */
const EXTRA_STEPS = 20;

const group: ResourceDefinition = registry.groups;

/** The order in which types are deleted: children before parents, and references before the resources they refer to. */
const deletedLast = ["Identity", "Role", "Group"];
const order: readonly ResourceDefinition[] = [
  ...definitions.filter(({ parent }) => parent.type !== "Group"),
  ...definitions.filter(({ parent, name }) => parent.type === "Group" && !deletedLast.includes(name)),
  ...deletedLast.map(definitionOf),
];
const typeNames = order.map(({ name }) => name);

/**
 * Returns what deleting the group with all its descendants would delete. Throws the errors that the deletion would
 * throw.
 */
export async function previewDeleteGroup(
  dependencies: Dependencies,
  { caller, scope, request }: MethodCall<Methods["previewDeleteGroup"]>,
): Promise<DeletePreview> {
  request();
  return preview(dependencies, caller, scope);
}

function preview(dependencies: Dependencies, caller: Caller, uid: string): Promise<DeletePreview> {
  const { store, clock, access } = dependencies;
  return access.read(caller, async (seen) => {
    const found = await findDeletable(store.db, seen, caller, uid, timeOf(clock));
    await requireOwner(store.db, await rootBindingsOf(store.db, uid), timeOf(clock));
    const { deleted, externalRoleBindings } = await countContents(store.db, uid);
    return {
      group: { uid, name: String(found.fields.name ?? "") },
      deleted,
      externalRoleBindings,
      totalCount: Object.values(deleted).reduce((sum, count) => sum + count, 0),
      etag: await descendants.digest(store.db, typeNames, uid),
    };
  });
}

/**
 * Deletes the group and all its descendants. With the etag of a preview, only if the resources have not changed since.
 */
export async function forceDelete(
  dependencies: Dependencies,
  caller: Caller,
  uid: string,
  etag?: string,
): Promise<void> {
  const { etag: current, totalCount } = await preview(dependencies, caller, uid);
  if (etag && etag !== current)
    throw failedPrecondition(
      "CHANGED",
      "the resources to delete have changed since the preview with this etag; request a new preview",
      uid,
    );
  const maxSteps = 2 * Math.ceil(totalCount / BATCH) + EXTRA_STEPS;
  for (let step = 0; step < maxSteps; step += 1) {
    const isGone = await deleteStep(dependencies, caller, uid).catch((error: unknown) => {
      throw step > 0 && error instanceof PlatformError
        ? error.withMessage(`${error.message}; ${PARTIALLY_DELETED}`)
        : error;
    });
    if (isGone) return;
  }
  throw new PlatformError(
    "ABORTED",
    `Aborted: resources are created below group ${uid} as fast as they are deleted; stop what creates them; ${PARTIALLY_DELETED}`,
  );
}

/** Deletes the next batch in its own transaction. Returns whether the group is deleted. */
function deleteStep(dependencies: Dependencies, caller: Caller, uid: string): Promise<boolean> {
  return write(dependencies, caller, { root: rootOf(uid) }, async ({ db, access, now }) => {
    // Another request deleted the group.
    if (!(await resources.get(db, group.name, uid))) return async () => true;
    const found = await findDeletable(db, access, caller, uid, now);
    return (context) => deleteBatch(context, caller, found);
  });
}

/** Deletes the next batch below a group, or the group itself if it is empty. Returns whether the group is deleted. */
async function deleteBatch(context: Context, caller: Caller, found: StoredResource): Promise<boolean> {
  const { tx } = context;
  const { uid } = found;
  // The role bindings that authorize the caller, and their roles, are deleted last.
  const own = await ownBindings(tx, caller, uid);
  const roles = own.map(({ fields }) => String(fields.roleUid));
  const last = new Set([...own.map((each) => each.uid), ...roles]);
  let count = 0;
  for (const { name } of order) {
    if (name === "Identity") {
      const elsewhere = await descendants.externalRoleBindings(tx, uid, BATCH - count);
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

/** Deletes resources one after the other, each like an ordinary deletion. */
async function deleteAll(context: Context, all: readonly StoredResource[]): Promise<number> {
  for (const each of all) {
    await rulesOf(each.type).beforeDelete?.(context, each);
    await context.remove(each);
  }
  return all.length;
}

const ownBindings = async (tx: Transaction, caller: Caller, uid: string): Promise<StoredResource[]> =>
  (await resources.findBy(tx, "RoleBinding", "identity", [caller.identityUid])).filter(({ parent }) => parent === uid);

const isBelow = (uid: string, above: string): boolean => uid !== above && isAtOrBelow(uid, above);

/** Returns the group if the caller may delete it and all its descendants. Throws before anything is deleted. */
async function findDeletable(
  db: Database,
  access: Access,
  caller: Caller,
  uid: string,
  now: string,
): Promise<StoredResource> {
  const found = await findVisible(db, access, group, uid);
  if (isRoot(uid)) throw failedPrecondition("ROOT_GROUP", "a root group cannot be deleted through the API", uid);
  const { deleted } = await countContents(db, uid);
  for (const { plural, capabilities } of order) if (plural in deleted) access.require(capabilities.delete ?? [], uid);
  if (isBelow(caller.identityUid, uid))
    throw failedPrecondition(
      "OWN_IDENTITY",
      "the caller's own identity is below the group and would lose its access during the deletion; use an identity above the group",
      caller.identityUid,
    );
  await checkOutsideReferences(db, access, uid, now);
  return found;
}

/** Returns the bindings in the organization's root group of identities below a group, which may make them owners. */
async function rootBindingsOf(db: Database, uid: string): Promise<StoredResource[]> {
  const elsewhere = await descendants.externalRoleBindings(db, uid, Number.MAX_SAFE_INTEGER);
  const atRoot = elsewhere.filter((each) => parentOf(each) === rootOf(uid));
  return [...(await resources.getMany(db, "RoleBinding", atRoot)).values()];
}

/**
 * Counts the resources of each type at and below a group, and the role bindings elsewhere that are deleted with them.
 */
async function countContents(db: Database, uid: string) {
  const externalRoleBindings = await descendants.countBindingsElsewhere(db, uid);
  const scopes = new Scopes([subtree(uid)]);
  const deleted: Record<string, number> = {};
  for (const { name, plural } of order) {
    const within = await counts.countWithin(db, name, scopes);
    const count = within + (name === "RoleBinding" ? externalRoleBindings : 0);
    if (count > 0) deleted[plural] = count;
  }
  return { deleted, externalRoleBindings };
}
