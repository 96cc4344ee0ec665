import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { resolved } from "./expression";
import { sharedLogicalIds } from "./logical-ids";
import type { RoleBinding, RoleBindingProps } from "./role-binding";

/**
 * The role bindings of a stack. The service keeps one binding of an identity and a role in a group: a second one that
 * the program tells to be the same is found when the app is synthesized.
 */
type Referenced = Pick<RoleBindingProps, "group" | "identity" | "role">;

interface Bindings {
  readonly all: RoleBinding[];
  readonly logicalIds: Set<string>;
  /** The first binding of each kind, once they were indexed; undefined while more may come. */
  first?: ReadonlyMap<string, RoleBinding>;
}

const stacks = new WeakMap<TerraformStack, Bindings>();
const referenced = new WeakMap<RoleBinding, Referenced>();

/** Remembers what a binding was made of. */
export function registerBinding(binding: RoleBinding, { group, identity, role }: Referenced): void {
  const stack = TerraformStack.of(binding);
  const bindings = stacks.get(stack) ?? { all: [], logicalIds: new Set() };
  stacks.set(stack, bindings);
  bindings.all.push(binding);
  bindings.logicalIds.add(stack.getLogicalId(binding));
  bindings.first = undefined;
  referenced.set(binding, { group, identity, role });
}

/** Whether a role binding of the stack was made with a construct id that gives this logical id. */
export const isLogicalIdOfBinding = (stack: TerraformStack, logicalId: string): boolean =>
  stacks.get(stack)?.logicalIds.has(logicalId) ?? false;

/** Whether a binding was made of these very constructs. */
export function bindsThe(binding: RoleBinding, { group, identity, role }: Referenced): boolean {
  const made = referenced.get(binding);
  return made?.group === group && made.identity === identity && made.role === role;
}

/** What is wrong with a binding that grants what another one of its stack grants. */
export function duplicateOf(binding: RoleBinding): string[] {
  const bindings = stacks.get(TerraformStack.of(binding))!;
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

/** The same for bindings of one role to one identity in one group by one provider; undefined for what stands for several. */
function keyOf(binding: RoleBinding): string | undefined {
  if (binding.forEach || binding.count !== undefined) return undefined;
  const { group, identity } = referenced.get(binding)!;
  const uids = [binding.groupUidInput, binding.identityUidInput, binding.roleUidInput];
  // Resources of two stacks may have one address.
  const origins = [group, identity].map((each: Construct) => TerraformStack.of(each).node.path);
  return JSON.stringify([binding.provider?.fqn, ...origins, resolved(binding, uids)]);
}
