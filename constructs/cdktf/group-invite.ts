import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import { checked } from "./checked";
import { Duration } from "./duration";
import { roleProblem } from "./hierarchy";
import type { IGroup, IRole } from "./interfaces";
import { configOf } from "./references";
import { constructOf, type Identified, referentOf } from "./referents";
import { validateAgainst } from "./validation";

export interface GroupInviteProps extends Omit<bindings.groupInvite.GroupInviteConfig, "groupUid" | "roleUid" | "ttl"> {
  /** The group to join. */
  readonly group: IGroup;
  /** The role that the invite grants. */
  readonly role: IRole;
  /** How long the invite is valid: a {@link Duration}, or a string such as `7d`; from one minute to one year. */
  readonly ttl: Duration | string;
}

/** Lets anyone with its code join a group with a role. Its `code` is known after deployment, and is a secret. */
export class GroupInvite extends checked(registry.groupInvites, bindings.groupInvite.GroupInvite) {
  readonly #group: () => IGroup | Identified;
  readonly #role: () => IRole | Identified;

  constructor(scope: Construct, id: string, props: GroupInviteProps) {
    super(scope, id, configOf(registry.groupInvites, scope, id, withTextTtl(props)));
    this.#group = referentOf(this, "groupUid", props.group);
    this.#role = referentOf(this, "roleUid", props.role);
    validateAgainst(registry.groupInvites, this, () => roleProblem("role", this.#group(), this.#role()));
  }

  /** The group to join. */
  get group(): IGroup {
    return constructOf(this, "groupUid", this.#group());
  }

  /** The role that the invite grants. */
  get role(): IRole {
    return constructOf(this, "roleUid", this.#role());
  }
}

const withTextTtl = (props: GroupInviteProps) =>
  props?.ttl instanceof Duration
    ? { ...props, ttl: props.ttl.toString() }
    : (props as GroupInviteProps & { ttl: string });
