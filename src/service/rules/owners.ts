import { failedPrecondition, isRoot } from "../../api";
import { builtInRoles } from "../../model";
import { type Database, lists, type StoredResource } from "../store";

const owner = builtInRoles.find(({ name }) => name === "owner")!.uid;

/**
 * Refuses to let bindings go if an organization would be left without an owner: nobody could then give anyone access
 * again. A subgroup may do without, since the owners of the organization own it too.
 */
export async function keepAnOwner(tx: Database, leaving: readonly StoredResource[]): Promise<void> {
  const owning = leaving.filter(({ parent, fields }) => parent !== null && isRoot(parent) && fields.roleUid === owner);
  const going = new Set(owning.map(({ uid }) => uid));
  for (const root of new Set(owning.map(({ parent }) => parent!))) {
    const owners = await lists.page(
      tx,
      {
        type: "RoleBinding",
        scopes: [{ uid: root, self: false, below: "children" }],
        terms: [["role", [owner]]],
      },
      { order: { key: "uid", descending: false }, skip: 0, limit: going.size + 1 },
    );
    if (owners.every(({ uid }) => going.has(uid)))
      throw failedPrecondition("LAST_OWNER", "this would leave the organization without an owner", root);
  }
}
