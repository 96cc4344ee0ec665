import { TerraformResource } from "cdktf";
import { isUnknown } from "./expression";
import type { IGroup, IRole } from "./interfaces";
import { type Identified, nameOf } from "./referents";

/**
 * The positions of groups in the hierarchy, as far as the program determines them. References that the service would
 * reject because of their position are found during synthesis; unknown positions are accepted.
 */

/**
 * One group on the path from the root: a segment of a literal uid, a group of this program, or one that is looked up.
 */
type Step = { readonly segment: string } | { readonly managed: object } | { readonly found: object };

const parents = new WeakMap<object, Identified>();

/** Records the parent group of a construct's resource. */
export function recordParent(construct: object, group: IGroup | undefined): void {
  if (group) parents.set(construct, group);
}

/**
 * Returns whether a group is the parent of a resource or below it; undefined if unknown. Resources outside of
 * groups, such as built-in roles, are usable everywhere.
 */
function isAtOrBelowParentOf(group: Identified, resource: Identified): boolean | undefined {
  const parentPath = parentPathOf(resource);
  if (!parentPath) return undefined;
  const path = pathOf(group);
  for (const [index, step] of parentPath.entries()) {
    const other = path[index];
    if (!other) return false;
    const same = isSame(step, other);
    if (!same) return same;
  }
  return true;
}

/** Returns whether two groups belong to one organization; undefined if unknown. */
function isSameOrganization(group: Identified, resource: Identified): boolean | undefined {
  const [root] = parentPathOf(resource) ?? [];
  const [other] = pathOf(group);
  return root && other ? isSame(root, other) : undefined;
}

/** Returns whether a group is an organization; undefined if unknown. */
function isOrganization(group: Identified): boolean | undefined {
  const path = pathOf(group);
  return path.length > 1 ? false : "found" in path[0]! ? undefined : true;
}

/** Returns the problem if a granted role belongs neither to the grant's group nor to one above it. */
export const roleProblem = (property: string, group: Identified, role: IRole | Identified): string[] =>
  "uid" in role && isAtOrBelowParentOf(group, role) === false
    ? [`${property} must be a built-in role, or belong to the group ${nameOf(group)} or one of its ancestors`]
    : [];

/** Returns the problem if the identity of a grant belongs to another organization. */
export const identityProblem = (group: Identified, identity: Identified): string[] =>
  isSameOrganization(group, identity) === false
    ? [`identity must belong to the same organization as the group ${nameOf(group)}`]
    : [];

/** Returns the problem if a group is not an organization. */
export const organizationProblem = (group: Identified): string[] =>
  isOrganization(group) === false ? ["group must be an organization (root group)"] : [];

/** Steps of different kinds may be the same group. */
function isSame(one: Step, other: Step): boolean | undefined {
  if ("segment" in one && "segment" in other) return one.segment === other.segment;
  if ("managed" in one && "managed" in other) return one.managed === other.managed;
  return "found" in one && "found" in other && one.found === other.found ? true : undefined;
}

function pathOf(group: Identified): readonly Step[] {
  if (!isUnknown(group.uid)) return segmentsOf(group.uid);
  const parent = parents.get(group);
  const step = TerraformResource.isTerraformResource(group) ? { managed: group } : { found: group };
  return [...(parent ? pathOf(parent) : []), step];
}

/** Returns the path of a resource's parent group; undefined if unknown. */
function parentPathOf(resource: Identified): readonly Step[] | undefined {
  const parent = parents.get(resource);
  if (parent) return pathOf(parent);
  return isUnknown(resource.uid) ? undefined : segmentsOf(resource.uid).slice(0, -1);
}

const segmentsOf = (uid: string): readonly Step[] => uid.split("/").map((segment) => ({ segment }));
