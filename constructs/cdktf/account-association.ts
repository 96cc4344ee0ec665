import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import { checked } from "./checked";
import type { IGroup } from "./group";
import { configOf } from "./references";
import { validateAgainst } from "./validation";

export interface AccountAssociationProps
  extends Omit<bindings.accountAssociation.AccountAssociationConfig, "groupUid"> {
  /** The group that owns the accounts. A group has at most one association. */
  readonly group: IGroup;
}

/** The accounts at cloud providers that belong to a group. */
export class AccountAssociation extends checked(
  registry.accountAssociations,
  bindings.accountAssociation.AccountAssociation,
) {
  constructor(scope: Construct, id: string, props: AccountAssociationProps) {
    super(scope, id, configOf(registry.accountAssociations, scope, id, props));
    validateAgainst(registry.accountAssociations, this);
  }
}
