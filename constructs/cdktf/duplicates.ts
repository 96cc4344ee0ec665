import { type TerraformProvider, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { builtInRoleOf } from "./built-in-role";
import { attributeReference, isUnknown, resolved } from "./expression";
import { sharedLogicalIds } from "./logical-ids";
import type { RoleBinding, RoleBindingProps } from "./role-binding";

/**
 * The role bindings of an app. The service keeps one binding of an identity and a role in a group: a second one that
 * the program tells to be the same, in whatever stack, is found when the app is synthesized.
 */
type Referenced = Pick<RoleBindingProps, "group" | "identity" | "role">;

interface Bindings {
  readonly all: RoleBinding[];
  /** The first binding of each kind, once they were indexed; undefined while more may come. */
  first?: ReadonlyMap<string, RoleBinding>;
}

/** By the root of the tree, which is the app. */
const apps = new WeakMap<IConstruct, Bindings>();
const logicalIds = new WeakMap<TerraformStack, Set<string>>();
const referenced = new WeakMap<RoleBinding, Referenced>();

/** Remembers what a binding was made of. */
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

/** Whether a role binding of the stack was made with a construct id that gives this logical id. */
export const isLogicalIdOfBinding = (stack: TerraformStack, logicalId: string): boolean =>
  logicalIds.get(stack)?.has(logicalId) ?? false;

/** Whether a binding was made of these very constructs. */
export function bindsThe(binding: RoleBinding, { group, identity, role }: Referenced): boolean {
  const made = referenced.get(binding);
  return made?.group === group && made.identity === identity && made.role === role;
}

/** What is wrong with a binding that grants what another one of its app grants. */
export function duplicateOf(binding: RoleBinding): string[] {
  const bindings = apps.get(binding.node.root)!;
  bindings.first ??= indexed(bindings.all);
  const key = keyOf(binding);
  const first = key === undefined ? undefined : bindings.first.get(key);
  if (first === undefined || first === binding || hasSharedLogicalIds(binding)) return [];
  return [`grants what ${first.node.path} grants: the same role to the same identity in the same group; remove one`];
}

/** References to two constructs with one logical id are the same: what is reported is the logical id. */
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

/** The same for bindings of one role to one identity in one group of one platform; undefined for what stands for several. */
function keyOf(binding: RoleBinding): string | undefined {
  if (binding.forEach || binding.count !== undefined) return undefined;
  const { groupUidInput: group, identityUidInput: identity, roleUidInput: role } = binding;
  return JSON.stringify([platformOf(binding), ...[group, identity, role].map((uid) => originOf(binding, uid))]);
}

/** What a uid is, told in the same way from every stack. A literal is the same everywhere, as a built-in role is. */
function originOf(binding: RoleBinding, uid: unknown): unknown {
  if (!isUnknown(uid)) return uid;
  const reference = attributeReference(binding, uid);
  if (!reference) return [TerraformStack.of(binding).node.path, resolved(binding, uid)];
  const { stack, address, attribute } = reference;
  return builtInRoleOf(stack, address) ?? [stack.node.path, address, attribute];
}

/** Where the provider of a binding asks, as the program says: others may have a group or an identity of the same uid. */
function platformOf(binding: RoleBinding): unknown {
  const stack = TerraformStack.of(binding);
  const isDefault = (each: TerraformProvider) => each.terraformResourceType === "platform" && each.alias === undefined;
  const provider = binding.provider ?? stack.allProviders().find(isDefault);
  const { baseUrlInput } = (provider ?? {}) as { readonly baseUrlInput?: string };
  return isUnknown(baseUrlInput) ? [stack.node.path, resolved(binding, baseUrlInput)] : baseUrlInput;
}
