import { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import { attributeReference } from "./expression";
import { kindOf } from "./kind";

/** Something with a uid: a construct, a resource of a generated class, or a bare uid. */
export interface Identified {
  readonly uid: string;
}

/**
 * Returns a function that returns what an attribute refers to: the construct that the resource was created with, or
 * what a setter has replaced it by. Call it before setters can run.
 */
export function referentOf<T>(resource: TerraformResource, attribute: string, given: T): () => T | Identified {
  const original = inputOf(resource, attribute);
  return () => {
    const current = inputOf(resource, attribute);
    return current === original ? given : (resourceWith(resource, current) ?? { uid: String(current) });
  };
}

const inputOf = (resource: TerraformResource, attribute: string): string | undefined =>
  (resource as unknown as Readonly<Record<string, string | undefined>>)[`${attribute}Input`];

/**
 * Returns the construct that an attribute refers to, for a getter such as `group`. Throws an Error if a setter has
 * replaced it by something that is not one of our constructs.
 */
export function constructOf<T>(resource: TerraformResource, attribute: string, referent: T | Identified): T {
  if (kindOf(referent) !== undefined) return referent as T;
  if (inputOf(resource, attribute) === undefined) return undefined as T;
  throw new Error(
    `[${resource.node.path}] ${attribute} was set to a uid without a construct in this program; use ${attribute}Input instead`,
  );
}

/** Returns the resource whose uid the value is. */
export function resourceWith(scope: TerraformResource, uid: string | undefined): Identified | undefined {
  const reference = attributeReference(scope, uid);
  if (reference?.attribute !== "uid") return undefined;
  const found = reference.stack.node
    .findAll()
    .filter(
      (each): each is TerraformResource & Identified => TerraformResource.isTerraformResource(each) && "uid" in each,
    );
  return found.find(
    (each: TerraformResource) => `${each.terraformResourceType}.${each.friendlyUniqueId}` === reference.address,
  );
}

/** Names a group in messages: by its path, or by its uid if it is not a construct. */
export const nameOf = (group: Identified & Partial<IConstruct>): string => group.node?.path ?? group.uid;
