import { TerraformResource } from "cdktf";
import { Construct } from "constructs";
import { isUnknown } from "./expression";
import type { IGroup } from "./group";
import type { IRole } from "./role";

/**
 * Where groups lie, as far as a program tells: what the service would refuse for its place is found when the app is
 * synthesized, and where it cannot be told, nothing is said.
 */

/** One group on the way from the top: a segment of a literal uid, a group of this program's, or one that was looked up. */
type Step = { readonly segment: string } | { readonly managed: object } | { readonly found: object };

const holders = new WeakMap<object, IGroup>();

/** Remembers the group that holds a construct's resource. */
export function holdIn(construct: object, group: IGroup | undefined): void {
  if (group) holders.set(construct, group);
}

interface Placed {
  readonly uid: string;
}

/**
 * Whether a group is the one that holds a resource, or lies below that: undefined where it cannot be told. What lies in
 * no group, as built-in roles do, holds everywhere.
 */
function isWithinReach(group: IGroup, resource: Placed): boolean | undefined {
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

/** Whether two groups lie in one organization: undefined where it cannot be told. */
function isSameOrganization(group: IGroup, resource: Placed): boolean | undefined {
  const [root] = placeOfHolder(resource) ?? [];
  const [other] = placeOf(group);
  return root && other ? isSame(root, other) : undefined;
}

/** Whether a group is an organization: undefined where it cannot be told. */
function isOrganization(group: IGroup): boolean | undefined {
  const place = placeOf(group);
  return place.length > 1 ? false : "found" in place[0]! ? undefined : true;
}

/** What is wrong with a role that is granted in a group: it must be of that group or of one above it. */
export const roleProblem = (property: string, group: IGroup, role: IRole): string[] =>
  Construct.isConstruct(role) && isWithinReach(group, role as unknown as Placed) === false
    ? [`${property} must be a built-in role, or a role of the group ${group.node.path} or of a group above it`]
    : [];

/** What is wrong with an identity that a role is granted to: it must be of the organization. */
export const identityProblem = (group: IGroup, identity: Placed): string[] =>
  isSameOrganization(group, identity) === false
    ? [`identity must be an identity of the organization that the group ${group.node.path} is in`]
    : [];

/** What is wrong with a group that holds what only organizations hold. */
export const organizationProblem = (group: IGroup): string[] =>
  isOrganization(group) === false ? ["group must be an organization, a group at the top"] : [];

/** Steps that cannot both be named by what is known may be the same or not. */
function isSame(one: Step, other: Step): boolean | undefined {
  if ("segment" in one && "segment" in other) return one.segment === other.segment;
  if ("managed" in one && "managed" in other) return one.managed === other.managed;
  return "found" in one && "found" in other && one.found === other.found ? true : undefined;
}

function placeOf(group: IGroup): readonly Step[] {
  if (!isUnknown(group.uid)) return segmentsOf(group.uid);
  const holder = holders.get(group);
  const step = TerraformResource.isTerraformResource(group) ? { managed: group } : { found: group };
  return [...(holder ? placeOf(holder) : []), step];
}

/** The place of the group that holds a resource; undefined where nothing is known of it. */
function placeOfHolder(resource: Placed): readonly Step[] | undefined {
  const holder = holders.get(resource);
  if (holder) return placeOf(holder);
  return isUnknown(resource.uid) ? undefined : segmentsOf(resource.uid).slice(0, -1);
}

const segmentsOf = (uid: string): readonly Step[] => uid.split("/").map((segment) => ({ segment }));
