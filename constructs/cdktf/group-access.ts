import { TerraformResource, TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { groupAccess } from "../../src/model";
import { pathOf } from "./arguments";
import * as bindings from "./bindings";
import { checked } from "./checked";
import { referenceOf } from "./duplicate-bindings";
import type { IGroup, IIdentity, IRole } from "./interfaces";
import { requireKind } from "./kind";
import { requireProps } from "./properties";
import { platformOf } from "./provider-of";
import { configOf } from "./references";
import { constructOf, type Identified, referentOf } from "./referents";
import { validateAgainst } from "./validation";

type GeneratedGrant = bindings.groupAccess.GroupAccessGrants;

/** A role binding of a group. */
export interface GroupAccessGrant extends Omit<GeneratedGrant, "identityUid" | "roleUid"> {
  /** The identity that has the role. */
  readonly identity: IIdentity;
  /** The role that is granted. */
  readonly role: IRole;
}

export interface GroupAccessProps extends Omit<bindings.groupAccess.GroupAccessConfig, "groupUid" | "grants"> {
  /** The group. */
  readonly group: IGroup;
  /** The role bindings that the group has, and no others. */
  readonly grants: readonly GroupAccessGrant[];
}

/**
 * All role bindings directly in a group: those that the grants do not contain are removed, and the plan names them.
 * Synthesis rejects other constructs that manage role bindings of the group.
 */
export class GroupAccess extends checked(groupAccess, bindings.groupAccess.GroupAccess) {
  readonly #group: () => IGroup | Identified;

  constructor(scope: Construct, id: string, props: GroupAccessProps) {
    super(scope, id, configOf(groupAccess, scope, id, withUids(scope, pathOf(scope, id), props)));
    this.#group = referentOf(this, "groupUid", props.group);
    validateAgainst(groupAccess, this, () => conflicts(this));
  }

  /** The group whose role bindings these are. */
  get group(): IGroup {
    return constructOf(this, "groupUid", this.#group());
  }
}

/** Returns the properties with uids in the grants. Throws an Error for a grant of other constructs, or a repeated one. */
function withUids(scope: Construct, path: string, props: GroupAccessProps) {
  requireProps(path, props, "with group, grants");
  const { grants, provider } = props;
  if (!Array.isArray(grants)) throw new Error(`[${path}] grants must be an array of { identity, role }`);
  const given: readonly GroupAccessGrant[] = grants;
  return {
    ...props,
    grants: given.map((grant, index): GeneratedGrant => {
      const name = `grants[${index}]`;
      requireProps(path, grant, "with identity, role", name);
      const { identity, role, ...others } = grant;
      requireKind(path, `${name}.identity`, identity, "identity");
      requireKind(path, `${name}.role`, role, "role");
      const first = given.findIndex((each) => each.identity === identity && each.role === role);
      if (first < index) throw new Error(`[${path}] ${name} is a duplicate of grants[${first}]; remove one`);
      return { ...others, identityUid: identity.uid, roleUid: role.uidIn(scope, provider ? { provider } : {}) };
    }),
  };
}

type Managing = TerraformResource & { readonly groupUidInput?: string };

const managing = ["platform_group_access", "platform_role_binding"];

/** Returns the problems with other resources of the app that manage role bindings of the same group. */
function conflicts(access: GroupAccess): string[] {
  const own = keyOf(access);
  return access.node.root.node
    .findAll()
    .filter((each): each is Managing => isManaging(each) && each !== access && keyOf(each) === own)
    .flatMap(({ node: { path }, terraformResourceType: type }) => {
      if (type === "platform_role_binding")
        return [
          `manages all role bindings of its group, and so conflicts with ${path}: add its grant here, and remove it`,
        ];
      return path < access.node.path ? [`manages the same group as ${path}: keep one, with the grants of both`] : [];
    });
}

const isManaging = (each: IConstruct): each is Managing =>
  TerraformResource.isTerraformResource(each) && managing.includes(each.terraformResourceType);

/** Returns a key that is equal for resources in the same group and platform. */
const keyOf = (resource: Managing): string =>
  resource.forEach
    ? JSON.stringify([TerraformStack.of(resource).node.path, resource.node.path])
    : JSON.stringify([platformOf(resource), referenceOf(resource, resource.groupUidInput)]);
