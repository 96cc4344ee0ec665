import { createHash } from "node:crypto";
import { type TerraformProvider, TerraformStack } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { requireScope } from "./arguments";
import type { BuiltInRole } from "./built-in-role";
import { deployBefore } from "./deploy-before";
import { isBindingOf, isLogicalIdOfBinding, resetFirsts } from "./duplicate-bindings";
import type { Grant, GrantOptions, IGroup, IIdentity, IRole, RoleBindingReferences } from "./interfaces";
import { requireKind } from "./kind";
import { logicalIdOf } from "./logical-ids";
import { checkNames, metaArgumentNames, optionsOf } from "./properties";
import { requirePlatformProvider } from "./provider-of";
import { RoleBinding } from "./role-binding";

/**
 * Creates the binding of a role to an identity in a group, once: the service rejects a second one. Its construct id is
 * derived from identity and role, so that the order of grants does not matter. If ids or their logical ids collide, the
 * first grant has the short id, and the others have ids derived from group, identity and role. Throws an Error if a
 * repeated grant has other options.
 */
export function grantRole(group: IGroup, identity: IIdentity, role: IRole, options: GrantOptions = {}): Grant {
  const { path } = group.node;
  requireKind(path, "identity", identity, "identity");
  requireKind(path, "role", role, "role");
  requireKind(path, "group", group, "group");
  checkNames(path, optionsOf("grant"), ["scope", "expirationTime", ...metaArgumentNames], options);
  const { scope = group, ...rest } = options;
  requireScope(path, scope);
  requirePlatformProvider(path, scope, rest.provider);
  const parties = { group, identity, role };
  const id = idOf(scope, parties);
  for (const each of [id, `${id}-${digestOf(parties)}`]) {
    const present = scope.node.tryFindChild(each);
    if (!present && !isLogicalIdOfBinding(TerraformStack.of(scope), logicalIdOf(scope, each))) {
      const provider = rest.provider ?? inheritedProvider(group, scope);
      const binding = new RoleBinding(scope, each, { ...rest, provider, ...parties });
      const grant = new GrantedRole(binding, rest);
      grants.set(binding, grant);
      return grant;
    }
    if (present instanceof RoleBinding && isBindingOf(present, parties)) return repeatedGrant(present, rest);
  }
  throw new Error(`[${path}] cannot grant: the ids ${id} and ${id}-${digestOf(parties)} are taken by other constructs`);
}

const grants = new WeakMap<RoleBinding, GrantedRole>();

/** Returns the earlier grant. Bindings that the program created itself have none. */
function repeatedGrant(binding: RoleBinding, options: GrantOptions): Grant {
  const grant = grants.get(binding) ?? new GrantedRole(binding, {});
  grants.set(binding, grant);
  const made = grant.options as Readonly<Record<string, unknown>>;
  const other = Object.entries(options).find(([name, value]) => value !== undefined && made[name] !== value);
  if (!other) return grant;
  throw new Error(
    `[${binding.node.path}] was already granted with different ${other[0]}; set the options on the first grant`,
  );
}

class GrantedRole implements Grant {
  constructor(
    readonly binding: RoleBinding,
    readonly options: GrantOptions,
  ) {}

  applyBefore(...constructs: IConstruct[]): void {
    for (const each of constructs) deployBefore(this.binding, each);
  }

  assertSuccess(): void {
    const { node } = this.binding;
    resetFirsts(node.root);
    const problems = node.validate();
    if (problems.length > 0) throw new Error(problems.map((problem) => `[${node.path}] ${problem}`).join("\n"));
  }
}

/** Returns the group's provider if the stack can refer to it. Default providers are those of the binding's stack. */
function inheritedProvider({ provider, node }: IGroup, scope: Construct): TerraformProvider | undefined {
  if (!provider || TerraformStack.of(provider) === TerraformStack.of(scope)) return provider;
  if (provider.alias === undefined) return undefined;
  throw new Error(
    `[${node.path}] cannot grant in ${TerraformStack.of(scope).node.path} with the group's provider, which belongs to ` +
      `${TerraformStack.of(provider).node.path}; pass a provider of ${TerraformStack.of(scope).node.path} in the options: { provider }`,
  );
}

function idOf(scope: Construct, { group, identity, role }: RoleBindingReferences): string {
  const suffix = `${relativePath(group, identity)}-${nameOf(group, role)}`;
  return scope === group ? suffix : `${relativePath(scope, group) || group.node.id}-${suffix}`;
}

const digestOf = ({ group, identity, role }: RoleBindingReferences): string =>
  createHash("sha256")
    .update(
      JSON.stringify([group.node.path, identity.node.path, Construct.isConstruct(role), nameOf(group.node.root, role)]),
    )
    .digest("hex")
    .slice(0, 8);

function nameOf(from: Construct | IGroup, role: IRole): string {
  return Construct.isConstruct(role) ? relativePath(from, role) : (role as BuiltInRole).name;
}

/** Returns the path of a construct relative to the ancestors that it shares with another. */
function relativePath(from: Construct | IGroup, construct: Construct | IIdentity): string {
  const scopes = construct.node.scopes;
  const shared = scopes.filter((scope, index) => scope === from.node.scopes[index]);
  return scopes
    .slice(shared.length)
    .map((scope) => scope.node.id)
    .join(".");
}
