import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import type { IGroup } from "./group";
import { validateAgainst } from "./validation";

export interface AccountAssociationProps
  extends Omit<bindings.accountAssociation.AccountAssociationConfig, "groupUid"> {
  /** The group that the accounts belong to. It has one association at most. */
  readonly group: IGroup;
}

/** The accounts at other providers that belong to a group. */
export class AccountAssociation extends bindings.accountAssociation.AccountAssociation {
  constructor(scope: Construct, id: string, { group, ...props }: AccountAssociationProps) {
    super(scope, id, { ...props, groupUid: group.uid });
    validateAgainst(registry.accountAssociations, this);
  }
}
