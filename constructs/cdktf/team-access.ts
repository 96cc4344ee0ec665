import { Construct } from "constructs";
import { pathOf } from "./arguments";
import { Group, type GroupProps } from "./group";
import type { Grant, IGroup, IIdentity, IRole } from "./interfaces";
import { checkNames } from "./properties";

/** A role of a member. */
export interface Member {
  /** The member. */
  readonly identity: IIdentity;
  /** The member's role in the team's group. */
  readonly role: IRole;
}

export interface TeamAccessProps extends Pick<GroupProps, "name" | "description" | "provider"> {
  /** The parent group. */
  readonly parent: IGroup;
  /** Identities with the built-in role owner. */
  readonly owners?: readonly IIdentity[];
  /** Identities with the built-in role editor. */
  readonly editors?: readonly IIdentity[];
  /** Identities with the built-in role viewer. */
  readonly viewers?: readonly IIdentity[];
  /** Identities with other roles. */
  readonly members?: readonly Member[];
}

const properties = ["parent", "name", "description", "provider", "owners", "editors", "viewers", "members"];

/** A team: a group, and the roles of its members in it. */
export class TeamAccess extends Construct {
  /** The team's group. */
  readonly group: Group;
  /** The grants: owners, editors, viewers and other members, in this order. */
  readonly grants: readonly Grant[];

  constructor(scope: Construct, id: string, props: TeamAccessProps) {
    checkNames(pathOf(scope, id), "TeamAccess", properties, props);
    super(scope, id);
    const { owners = [], editors = [], viewers = [], members = [], ...group } = props;
    this.group = new Group(this, "group", group);
    this.grants = [
      ...owners.map((each) => this.group.grantOwner(each)),
      ...editors.map((each) => this.group.grantEditor(each)),
      ...viewers.map((each) => this.group.grantViewer(each)),
      ...members.map(({ identity, role }) => this.group.grant(identity, role)),
    ];
  }
}
