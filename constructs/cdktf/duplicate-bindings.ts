import { TerraformResource, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import type * as bindings from "./bindings";
import { builtInRoleOf } from "./built-in-role";
import { attributeReference, isUnknown, resolveValue } from "./expression";
import type { RoleBindingReferences } from "./interfaces";
import { sharedLogicalIds } from "./logical-ids";
import { platformOf } from "./provider-of";

/**
 * The role bindings of an app. The service accepts one binding per identity, role and group: duplicates that are
 * recognizable in the program are found during synthesis, in any of its stacks.
 */
type Generated = bindings.roleBinding.RoleBinding;

/** The first binding of each key, by the root of the tree, which is the app. Reset by each validation of a stack. */
const firstBindings = new WeakMap<IConstruct, ReadonlyMap<string, Generated>>();
const logicalIds = new WeakMap<TerraformStack, Set<string>>();
/** What each binding was created with. */
const referents = new WeakMap<Generated, RoleBindingReferences>();

/** Records a binding with its constructs. */
export function registerBinding(binding: Generated, { group, identity, role }: RoleBindingReferences): void {
  const stack = TerraformStack.of(binding);
  const ids = logicalIds.get(stack) ?? new Set();
  if (!logicalIds.has(stack)) stack.node.addValidation({ validate: () => resetFirsts(stack.node.root) });
  logicalIds.set(stack, ids.add(stack.getLogicalId(binding)));
  referents.set(binding, { group, identity, role });
}

/** Forgets the first bindings. A stack is validated before its bindings, and aspects may have added some since. */
export function resetFirsts(root: IConstruct): string[] {
  firstBindings.delete(root);
  return [];
}

/** Returns whether the stack has a role binding with this logical id. */
export const isLogicalIdOfBinding = (stack: TerraformStack, logicalId: string): boolean =>
  logicalIds.get(stack)?.has(logicalId) ?? false;

/** Returns whether a binding was created from exactly these constructs. */
export function isBindingOf(binding: Generated, { group, identity, role }: RoleBindingReferences): boolean {
  const made = referents.get(binding);
  return made?.group === group && made.identity === identity && made.role === role;
}

/** Returns the problem if a binding duplicates another one of its app. */
export function duplicateProblem(binding: Generated): string[] {
  const { root } = binding.node;
  const byKey = firstBindings.get(root) ?? firstsByKey(root);
  firstBindings.set(root, byKey);
  const key = keyOf(binding);
  const first = key === undefined ? undefined : byKey.get(key);
  if (first === undefined || first === binding || hasSharedLogicalIds(binding)) return [];
  return [`duplicates ${first.node.path}: it grants the same role to the same identity in the same group; remove one`];
}

/** References to two constructs with the same logical id are equal; the shared logical id is reported instead. */
function hasSharedLogicalIds(binding: Generated): boolean {
  const { group, identity } = referents.get(binding)!;
  return [binding, group, identity].some((each) => sharedLogicalIds(TerraformStack.of(each)).length > 0);
}

/** Bindings of the generated class come first: they have no validation, so that the others must report them. */
function firstsByKey(root: IConstruct): ReadonlyMap<string, Generated> {
  const first = new Map<string, Generated>();
  const all = root.node.findAll().filter(isBinding);
  const isChecked = (binding: Generated) => referents.has(binding);
  for (const binding of [...all.filter((each) => !isChecked(each)), ...all.filter(isChecked)]) {
    const key = keyOf(binding);
    if (key !== undefined && !first.has(key)) first.set(key, binding);
  }
  return first;
}

const isBinding = (each: IConstruct): each is Generated =>
  TerraformResource.isTerraformResource(each) && each.terraformResourceType === "platform_role_binding";

/**
 * Returns a key that is equal for bindings of the same role, identity, group and platform; undefined for `forEach` and
 * `count`.
 */
function keyOf(binding: Generated): string | undefined {
  if (binding.forEach || binding.count !== undefined) return undefined;
  const { groupUidInput: group, identityUidInput: identity, roleUidInput: role } = binding;
  return JSON.stringify([platformOf(binding), ...[group, identity, role].map((uid) => referenceOf(binding, uid))]);
}

/** Returns what a uid refers to, independently of the stack. Literals and built-in roles are the same everywhere. */
export function referenceOf(resource: TerraformResource, uid: unknown): unknown {
  if (!isUnknown(uid)) return uid;
  const reference = attributeReference(resource, uid);
  if (!reference) return [TerraformStack.of(resource).node.path, resolveValue(resource, uid)];
  const { stack, address, attribute } = reference;
  return builtInRoleOf(stack, address) ?? [stack.node.path, address, attribute];
}
