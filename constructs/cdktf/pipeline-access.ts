import { TerraformOutput } from "cdktf";
import { Construct } from "constructs";
import { AccessVerification, type AccessVerificationOptions } from "./access-verification";
import { pathOf } from "./arguments";
import type { Grant, IGroup, IIdentity, IRole } from "./interfaces";
import { requireKind } from "./kind";
import { checkNames } from "./properties";

/** A role in a group. */
export interface RoleInGroup {
  /** The group in which the role is granted, including everything below it. */
  readonly group: IGroup;
  /** The role that is granted. */
  readonly role: IRole;
}

export interface PipelineAccessProps {
  /** The pipeline's identity, such as the result of `Identity.githubActions`. */
  readonly identity: IIdentity;
  /** What the pipeline may do. */
  readonly roles: readonly RoleInGroup[];
  /** Whether the pipeline verifies its own access after each deployment that changes it. */
  readonly verify?: boolean | AccessVerificationOptions;
}

/**
 * What a pipeline may do: the role bindings of its identity, an output with the identity's uid, which the pipeline needs
 * as `PLATFORM_IDENTITY`, and optionally an {@link AccessVerification}.
 */
export class PipelineAccess extends Construct {
  /** The pipeline's identity. */
  readonly identity: IIdentity;
  /** The grants, in the order of the roles. */
  readonly grants: readonly Grant[];
  /** The output with the identity's uid, for the pipeline's variable `PLATFORM_IDENTITY`. */
  readonly output: TerraformOutput;
  /** The verification, if requested. */
  readonly verification?: AccessVerification;

  constructor(scope: Construct, id: string, props: PipelineAccessProps) {
    const path = pathOf(scope, id);
    checkNames(path, "PipelineAccess", ["identity", "roles", "verify"], props);
    const { identity, roles, verify = false } = props;
    requireKind(path, "identity", identity, "identity");
    if (!Array.isArray(roles) || roles.length === 0)
      throw new Error(`[${path}] roles must be an array of at least one role in a group: { group, role }`);
    for (const [index, each] of roles.entries()) {
      checkNames(path, `PipelineAccess.roles[${index}]`, ["group", "role"], each);
      requireKind(path, `roles[${index}].group`, each.group, "group");
      requireKind(path, `roles[${index}].role`, each.role, "role");
    }
    super(scope, id);
    this.identity = identity;
    this.grants = roles.map(({ group, role }) => group.grant(identity, role, { scope: this }));
    this.output = new TerraformOutput(this, "identity", {
      value: identity.uid,
      description: "The uid of the pipeline's identity, for its variable PLATFORM_IDENTITY.",
    });
    if (verify !== false) {
      const options = verify === true ? {} : verify;
      this.verification = new AccessVerification(this, "verification", { ...options, identity, grants: this.grants });
    }
  }
}
