import * as pulumi from "@pulumi/pulumi";
import type { Uid } from "../../src/model";
import { requireName } from "./arguments";
import { type GrantedRoles, grantRoles, requireMembers, requireRoles, roleMembers } from "./grants";
import { Group, type RoleBinding } from "./resources";

/** A member of a team: an identity and its roles in the team's group. */
export interface TeamMember extends GrantedRoles {
  /** The uid of the identity. */
  readonly identityUid: pulumi.Input<Uid<"Identity">>;
}

/** The arguments of a {@link TeamAccess}. */
export interface TeamAccessArgs {
  /** The uid of the parent of the team's group. */
  readonly parentUid: pulumi.Input<Uid<"Group">>;
  /** The name of the team's group; the component's name in the program by default. */
  readonly name?: pulumi.Input<string>;
  /** The description of the team's group. */
  readonly description?: pulumi.Input<string | undefined>;
  /** The members of the team. The keys are parts of the names of their role bindings. */
  readonly members?: { readonly [key: string]: TeamMember };
}

/** A team: a group, and the roles of its members in the group and everything below it. */
export class TeamAccess extends pulumi.ComponentResource {
  /** The team's group. */
  readonly group: Group;
  /** The role bindings of the team's members. */
  readonly bindings: readonly RoleBinding[];

  /** Declares a team. `name` must be unique in the program among teams. */
  constructor(name: string, args: TeamAccessArgs, options?: pulumi.ComponentResourceOptions) {
    requireName("TeamAccess", name);
    const what = `TeamAccess ${name}`;
    requireMembers(what, "args", args, ["parentUid", "name", "description", "members"]);
    const { parentUid, description, members = {} } = args;
    for (const [key, member] of Object.entries(members)) {
      requireMembers(what, `members.${key}`, member, ["identityUid", ...roleMembers]);
      requireRoles(`${what}: members.${key}`, member);
    }
    super("platform:iam:TeamAccess", name, {}, options);
    this.group = new Group(name, { parentUid, name: args.name ?? name, description }, { parent: this });
    const groupUid = this.group.uid;
    this.bindings = Object.entries(members).flatMap(([key, { identityUid, ...roles }]) =>
      grantRoles(this, `${name}-${key}`, { groupUid, identityUid }, roles),
    );
    this.registerOutputs({ groupUid });
  }
}
