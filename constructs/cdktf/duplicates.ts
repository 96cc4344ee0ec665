import { type TerraformProvider, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { builtInRoleOf } from "./built-in-role";
import { attributeReference, isUnknown, resolved } from "./expression";
import { sharedLogicalIds } from "./logical-ids";
import type { RoleBinding, RoleBindingProps } from "./role-binding";

/**
 * The role bindings of an app. The service accepts one binding per identity, role and group: duplicates that are
 * recognizable in the program are found during synthesis, in any of its stacks.
 */
type Referenced = Pick<RoleBindingProps, "group" | "identity" | "role">;

interface Bindings {
  readonly all: RoleBinding[];
  /** The first binding of each key, once indexed; undefined while bindings are being added. */
  first?: ReadonlyMap<string, RoleBinding>;
}

/** The bindings by the root of the tree, which is the app. */
const apps = new WeakMap<IConstruct, Bindings>();
const logicalIds = new WeakMap<TerraformStack, Set<string>>();
const referenced = new WeakMap<RoleBinding, Referenced>();

/** Records a binding with its constructs. */
export function registerBinding(binding: RoleBinding, { group, identity, role }: Referenced): void {
  const { root } = binding.node;
  const bindings = apps.get(root) ?? { all: [] };
  apps.set(root, bindings);
  bindings.all.push(binding);
  bindings.first = undefined;
  const stack = TerraformStack.of(binding);
  logicalIds.set(stack, (logicalIds.get(stack) ?? new Set()).add(stack.getLogicalId(binding)));
  referenced.set(binding, { group, identity, role });
}

/** Returns whether the stack has a role binding with this logical id. */
export const isLogicalIdOfBinding = (stack: TerraformStack, logicalId: string): boolean =>
  logicalIds.get(stack)?.has(logicalId) ?? false;

/** Returns whether a binding was created from exactly these constructs. */
export function bindsThe(binding: RoleBinding, { group, identity, role }: Referenced): boolean {
  const made = referenced.get(binding);
  return made?.group === group && made.identity === identity && made.role === role;
}

/** Returns the problem of a binding that duplicates another one of its app. */
export function duplicateOf(binding: RoleBinding): string[] {
  const bindings = apps.get(binding.node.root)!;
  bindings.first ??= indexed(bindings.all);
  const key = keyOf(binding);
  const first = key === undefined ? undefined : bindings.first.get(key);
  if (first === undefined || first === binding || hasSharedLogicalIds(binding)) return [];
  return [`grants what ${first.node.path} grants: the same role to the same identity in the same group; remove one`];
}

/** References to two constructs with the same logical id are equal; the shared logical id is reported instead. */
function hasSharedLogicalIds(binding: RoleBinding): boolean {
  const { group, identity } = referenced.get(binding)!;
  return [binding, group, identity].some((each) => sharedLogicalIds(TerraformStack.of(each)).length > 0);
}

function indexed(all: readonly RoleBinding[]): ReadonlyMap<string, RoleBinding> {
  const first = new Map<string, RoleBinding>();
  for (const binding of all) {
    const key = keyOf(binding);
    if (key !== undefined && !first.has(key)) first.set(key, binding);
  }
  return first;
}

/**
 * Returns a key that is equal for bindings of the same role, identity, group and platform; undefined for `forEach` and
 * `count`.
 */
function keyOf(binding: RoleBinding): string | undefined {
  if (binding.forEach || binding.count !== undefined) return undefined;
  const { groupUidInput: group, identityUidInput: identity, roleUidInput: role } = binding;
  return JSON.stringify([platformOf(binding), ...[group, identity, role].map((uid) => originOf(binding, uid))]);
}

/** Returns what a uid refers to, independently of the stack. Literals and built-in roles are the same everywhere. */
function originOf(binding: RoleBinding, uid: unknown): unknown {
  if (!isUnknown(uid)) return uid;
  const reference = attributeReference(binding, uid);
  if (!reference) return [TerraformStack.of(binding).node.path, resolved(binding, uid)];
  const { stack, address, attribute } = reference;
  return builtInRoleOf(stack, address) ?? [stack.node.path, address, attribute];
}

/**
 * Returns the platform of a binding's provider, as configured: other platforms may have groups and identities with the
 * same uids.
 */
function platformOf(binding: RoleBinding): unknown {
  const stack = TerraformStack.of(binding);
  const isDefault = (each: TerraformProvider) => each.terraformResourceType === "platform" && each.alias === undefined;
  const provider = binding.provider ?? stack.allProviders().find(isDefault);
  const { baseUrlInput } = (provider ?? {}) as { readonly baseUrlInput?: string };
  return isUnknown(baseUrlInput) ? [stack.node.path, resolved(binding, baseUrlInput)] : baseUrlInput;
}
