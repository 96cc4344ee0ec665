import { TerraformResource } from "cdktf";
import { type Identified, nameOf } from "./current";
import { isUnknown } from "./expression";
import type { IGroup } from "./group";
import type { IRole } from "./role";

/**
 * The positions of groups in the hierarchy, as far as the program determines them. References that the service would
 * reject because of their position are found during synthesis; unknown positions are accepted.
 */

/**
 * One group on the path from the root: a segment of a literal uid, a group of this program, or one that is looked up.
 */
type Step = { readonly segment: string } | { readonly managed: object } | { readonly found: object };

const holders = new WeakMap<object, Identified>();

/** Records the group that holds a construct's resource. */
export function holdIn(construct: object, group: IGroup | undefined): void {
  if (group) holders.set(construct, group);
}

/**
 * Returns whether a group is the one that holds a resource, or below it; undefined if unknown. Resources outside of
 * groups, such as built-in roles, are usable everywhere.
 */
function isWithinReach(group: Identified, resource: Identified): boolean | undefined {
  const above = placeOfHolder(resource);
  if (!above) return undefined;
  const place = placeOf(group);
  for (const [index, step] of above.entries()) {
    const other = place[index];
    if (!other) return false;
    const same = isSame(step, other);
    if (!same) return same;
  }
  return true;
}

/** Returns whether two groups belong to one organization; undefined if unknown. */
function isSameOrganization(group: Identified, resource: Identified): boolean | undefined {
  const [root] = placeOfHolder(resource) ?? [];
  const [other] = placeOf(group);
  return root && other ? isSame(root, other) : undefined;
}

/** Returns whether a group is an organization; undefined if unknown. */
function isOrganization(group: Identified): boolean | undefined {
  const place = placeOf(group);
  return place.length > 1 ? false : "found" in place[0]! ? undefined : true;
}

/** Returns the problem of a role in a grant: it must belong to the grant's group or to one above it. */
export const roleProblem = (property: string, group: Identified, role: IRole | Identified): string[] =>
  "uid" in role && isWithinReach(group, role) === false
    ? [`${property} must be a built-in role, or a role of the group ${nameOf(group)} or of a group above it`]
    : [];

/** Returns the problem of an identity in a grant: it must belong to the same organization. */
export const identityProblem = (group: Identified, identity: Identified): string[] =>
  isSameOrganization(group, identity) === false
    ? [`identity must be an identity of the organization that the group ${nameOf(group)} is in`]
    : [];

/** Returns the problem of a group that must be an organization. */
export const organizationProblem = (group: Identified): string[] =>
  isOrganization(group) === false ? ["group must be an organization, a group at the top"] : [];

/** Steps of different kinds may be the same group. */
function isSame(one: Step, other: Step): boolean | undefined {
  if ("segment" in one && "segment" in other) return one.segment === other.segment;
  if ("managed" in one && "managed" in other) return one.managed === other.managed;
  return "found" in one && "found" in other && one.found === other.found ? true : undefined;
}

function placeOf(group: Identified): readonly Step[] {
  if (!isUnknown(group.uid)) return segmentsOf(group.uid);
  const holder = holders.get(group);
  const step = TerraformResource.isTerraformResource(group) ? { managed: group } : { found: group };
  return [...(holder ? placeOf(holder) : []), step];
}

/** Returns the position of the group that holds a resource; undefined if unknown. */
function placeOfHolder(resource: Identified): readonly Step[] | undefined {
  const holder = holders.get(resource);
  if (holder) return placeOf(holder);
  return isUnknown(resource.uid) ? undefined : segmentsOf(resource.uid).slice(0, -1);
}

const segmentsOf = (uid: string): readonly Step[] => uid.split("/").map((segment) => ({ segment }));
