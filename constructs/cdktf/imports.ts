import type { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import { isUnknown } from "./expression";
import { platformOf } from "./provider-of";

/** The resources that a program imports: two that import one object would both manage it. */
const ids = new WeakMap<TerraformResource, string>();
const apps = new WeakMap<IConstruct, Set<TerraformResource>>();

/** Records that the program imports a resource. */
export function recordImport(resource: TerraformResource, id: string): void {
  const { root } = resource.node;
  apps.set(root, (apps.get(root) ?? new Set()).add(resource));
  ids.set(resource, id);
}

/** Returns whether the program imports the resource. */
export const isImported = (resource: TerraformResource): boolean => ids.has(resource);

/** Returns the problem if a resource imports what an earlier one of the app imports. */
export function duplicateImportProblem(resource: TerraformResource): string | undefined {
  const id = ids.get(resource);
  if (id === undefined || isUnknown(id)) return undefined;
  const first = [...apps.get(resource.node.root)!].find((each) => ids.get(each) === id && isSameKind(each, resource));
  if (!first || first === resource) return undefined;
  return `is also imported by ${first.node.path}: two constructs cannot manage the same resource; remove one`;
}

const isSameKind = (one: TerraformResource, other: TerraformResource): boolean =>
  one.terraformResourceType === other.terraformResourceType &&
  JSON.stringify(platformOf(one)) === JSON.stringify(platformOf(other));
