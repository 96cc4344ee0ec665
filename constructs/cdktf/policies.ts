import { type IAspect, TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";
import { builtInRoleOf } from "./built-in-role";
import { attributeReference, isUnknown } from "./expression";
import { resourceWith } from "./referents";

/**
 * Rules about access that synthesis enforces: `Aspects.of(stack).add(new ForbidRole("owner"))`. They cover everything in
 * the construct that they are added to, including instances of the generated classes. CDKTF ignores aspects of an app:
 * add them to its stacks. Values that are known only at deployment satisfy every rule.
 */

/** A violation of a policy by a construct. */
interface Violation {
  readonly path: string;
  readonly problem: string;
}

/** A rule that synthesis enforces. */
export abstract class AccessPolicy implements IAspect {
  readonly #acknowledged = new Map<string, string>();
  readonly #scopes = new WeakSet<IConstruct>();
  readonly #visited = new WeakSet<IConstruct>();

  /**
   * Accepts the violation of the construct with a path, such as `access/team/ci-owner`, for a reason, which the program
   * states for its readers. Synthesis fails if the construct does not violate the policy, or no longer does.
   */
  acknowledge(path: string, reason: string): this {
    if (typeof path !== "string" || path === "") throw new Error(`${this.#name}: path must be the path of a construct`);
    if (typeof reason !== "string" || reason.trim() === "")
      throw new Error(`${this.#name}: the acknowledgement of ${path} needs a reason`);
    this.#acknowledged.set(path, reason);
    return this;
  }

  /** @ignore CDKTF calls it for each construct, the outer ones first. */
  visit(construct: IConstruct): void {
    const isScope = !construct.node.scope || !this.#visited.has(construct.node.scope);
    this.#visited.add(construct);
    if (!isScope || this.#scopes.has(construct)) return;
    this.#scopes.add(construct);
    construct.node.addValidation({ validate: () => this.#problemsIn(construct) });
  }

  /** Returns the violations in a scope. */
  protected abstract violationsIn(resources: readonly TerraformResource[], scope: IConstruct): readonly Violation[];

  get #name(): string {
    return this.constructor.name;
  }

  #problemsIn(scope: IConstruct): string[] {
    const resources = scope.node.findAll().filter(isPlatformResource);
    const violations = this.violationsIn(resources, scope);
    const inScope = new Set(scope.node.findAll().map(({ node }) => node.path));
    const stale = [...this.#acknowledged.keys()].filter(
      (path) => inScope.has(path) && !violations.some((violation) => violation.path === path),
    );
    return [
      ...violations
        .filter(({ path }) => !this.#acknowledged.has(path))
        .map(({ path, problem }) => `${this.#name}: ${path} ${problem}`),
      ...stale.map((path) => `${this.#name}: ${path} does not violate the policy; remove the acknowledgement`),
    ];
  }
}

const isPlatformResource = (construct: IConstruct): construct is TerraformResource =>
  TerraformResource.isTerraformResource(construct) && construct.terraformResourceType.startsWith("platform_");

type Inputs = Readonly<Record<string, unknown>>;

/** Returns the value that a program gave an attribute. */
const inputOf = (resource: TerraformResource, property: string): unknown =>
  (resource as unknown as Inputs)[`${property}Input`];

const violationOf = ({ node }: TerraformResource, problem: string): Violation => ({ path: node.path, problem });

/** Rejects identities whose issuer or subject is a pattern with a wildcard for any characters, such as `.*`. */
export class NoWildcardSubjects extends AccessPolicy {
  protected override violationsIn(resources: readonly TerraformResource[]): readonly Violation[] {
    return resources.flatMap((resource) => {
      const claims = (inputOf(resource, "claimMatch") ?? {}) as Inputs;
      return ["issuerPattern", "subjectPattern"].flatMap((name) => {
        const pattern = claims[name];
        if (typeof pattern !== "string" || isUnknown(pattern) || !wildcard.test(pattern)) return [];
        return [violationOf(resource, `has a wildcard in claimMatch.${name}: ${JSON.stringify(pattern)}`)];
      });
    });
  }
}

/** An unescaped dot, or a class such as `\S`, that may be repeated without an upper limit. */
const wildcard = /(?<!\\)(?:\\\\)*(?:\.|\\[SWD])(?:[*+]|\{\d*,\})/;

/** Rejects role bindings, group access, invites and identity providers that grant one of the roles, given by name. */
export class ForbidRole extends AccessPolicy {
  readonly #names: readonly string[];

  constructor(...names: readonly string[]) {
    super();
    if (names.length === 0 || names.some((name) => typeof name !== "string" || name === ""))
      throw new Error("ForbidRole: the names of the roles must be non-empty strings");
    this.#names = names;
  }

  protected override violationsIn(resources: readonly TerraformResource[]): readonly Violation[] {
    return resources.flatMap((resource) => {
      const granted = grantedRoles(resource).find((name) => this.#names.includes(name));
      return granted === undefined ? [] : [violationOf(resource, `grants the role ${granted}`)];
    });
  }
}

/** Rejects role bindings of the role owner in an organization itself, which apply everywhere in it. */
export class NoDirectOwners extends AccessPolicy {
  protected override violationsIn(resources: readonly TerraformResource[]): readonly Violation[] {
    return resources
      .filter((resource) => bindingsOf(resource) > 0)
      .filter((resource) => grantedRoles(resource).includes("owner") && isOrganization(resource))
      .map((resource) => violationOf(resource, "grants the role owner in an organization"));
  }
}

/** Returns whether the group of a resource is known to be an organization: its uid has one segment. */
function isOrganization(resource: TerraformResource): boolean {
  const uid = inputOf(resource, "groupUid");
  if (!isUnknown(uid)) return typeof uid === "string" && !uid.includes("/");
  const group = resourceWith(resource, String(uid)) as TerraformResource | undefined;
  return group?.terraformResourceType === "platform_group" && inputOf(group, "parentUid") === undefined;
}

/** Limits the number of role bindings in the construct that the policy is added to. */
export class MaxBindings extends AccessPolicy {
  constructor(
    /** The maximum number. */
    readonly maximum: number,
  ) {
    super();
    if (!Number.isSafeInteger(maximum) || maximum < 0)
      throw new Error(`MaxBindings: the maximum must be a whole number; got ${String(maximum)}`);
  }

  protected override violationsIn(resources: readonly TerraformResource[], scope: IConstruct): readonly Violation[] {
    const length = resources.reduce((sum, resource) => sum + bindingsOf(resource), 0);
    const problem = `has ${length} role bindings; at most ${this.maximum} are allowed`;
    return length > this.maximum ? [{ path: scope.node.path, problem }] : [];
  }
}

/** Rejects groups, identities, roles and other resources that can have a description and have none. */
export class RequireDescription extends AccessPolicy {
  protected override violationsIn(resources: readonly TerraformResource[]): readonly Violation[] {
    return resources
      .filter((resource) => "descriptionInput" in resource && !inputOf(resource, "description"))
      .map((resource) => violationOf(resource, "has no description"));
  }
}

/** Returns the number of role bindings that a resource manages; grants that are known only at deployment do not count. */
function bindingsOf(resource: TerraformResource): number {
  if (resource.terraformResourceType === "platform_role_binding") return 1;
  return resource.terraformResourceType === "platform_group_access" ? grantsOf(resource).length : 0;
}

const grantsOf = (resource: TerraformResource): readonly Inputs[] => {
  const grants = inputOf(resource, "grants");
  return Array.isArray(grants) ? grants : [];
};

/** Returns the names of the roles that a resource grants, as far as the program determines them. */
function grantedRoles(resource: TerraformResource): string[] {
  const oidc = (inputOf(resource, "oidc") ?? {}) as { readonly roleMappings?: unknown };
  const mappings = Array.isArray(oidc.roleMappings) ? oidc.roleMappings.map(({ roleUid }) => roleUid) : [];
  const uids = [
    inputOf(resource, "roleUid"),
    inputOf(resource, "defaultRole"),
    ...mappings,
    ...grantsOf(resource).map(({ roleUid }) => roleUid),
  ];
  return uids.flatMap((uid) => (isUnknown(uid) ? (roleName(resource, uid) ?? []) : []));
}

function roleName(resource: TerraformResource, uid: unknown): string | undefined {
  const reference = attributeReference(resource, uid);
  if (reference === undefined) return undefined;
  const builtIn = builtInRoleOf(reference.stack, reference.address);
  if (builtIn !== undefined) return builtIn;
  const role = resourceWith(resource, String(uid)) as TerraformResource | undefined;
  const name = role && inputOf(role, "name");
  return typeof name === "string" ? name : undefined;
}
