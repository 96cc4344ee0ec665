import { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import { attributeReference } from "./expression";

/** Something with a uid: a construct, a resource of a generated class, or a bare uid. */
export interface Identified {
  readonly uid: string;
}

/**
 * Returns a function that returns what an attribute refers to: the construct that the resource was created with, or
 * what a setter has replaced it by. Call it before setters can run.
 */
export function referentOf<T>(resource: TerraformResource, attribute: string, given: T): () => T | Identified {
  const uid = () => (resource as unknown as Readonly<Record<string, string>>)[`${attribute}Input`]!;
  const original = uid();
  return () => (uid() === original ? given : (resourceWith(resource, uid()) ?? { uid: uid() }));
}

/** Returns the resource whose uid the value is. */
function resourceWith(scope: TerraformResource, uid: string): Identified | undefined {
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
