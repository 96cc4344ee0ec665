import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import { checked } from "./checked";
import type { IGroup, LookupInGroup } from "./interfaces";
import { lookupConfig } from "./lookup";
import { configOf } from "./references";
import { constructOf, type Identified, referentOf } from "./referents";
import { validateAgainst } from "./validation";

export interface AccountAssociationProps
  extends Omit<bindings.accountAssociation.AccountAssociationConfig, "groupUid"> {
  /** The group that owns the accounts. A group has at most one association. */
  readonly group: IGroup;
}

/** Selects one account association by name; several matches are an error. */
export type AccountAssociationLookupProps = LookupInGroup;

/** The accounts at cloud providers that belong to a group. */
export class AccountAssociation extends checked(
  registry.accountAssociations,
  bindings.accountAssociation.AccountAssociation,
) {
  readonly #group: () => IGroup | Identified;

  /** Looks up an existing account association during deployment, without managing it. The result has all its attributes. */
  static fromLookup(
    scope: Construct,
    id: string,
    props: AccountAssociationLookupProps,
  ): bindings.dataPlatformAccountAssociation.DataPlatformAccountAssociation {
    const config = lookupConfig(scope, id, registry.accountAssociations, "group", props);
    return new bindings.dataPlatformAccountAssociation.DataPlatformAccountAssociation(scope, id, config);
  }

  constructor(scope: Construct, id: string, props: AccountAssociationProps) {
    super(scope, id, configOf(registry.accountAssociations, scope, id, props));
    this.#group = referentOf(this, "groupUid", props.group);
    validateAgainst(registry.accountAssociations, this);
  }

  /** The group that owns the accounts. */
  get group(): IGroup {
    return constructOf(this, "groupUid", this.#group());
  }
}
