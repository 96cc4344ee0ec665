import type { Construct } from "constructs";
import { registry } from "../../src/model";
import * as bindings from "./bindings";
import { checked } from "./checked";
import { organizationProblem, roleProblem } from "./hierarchy";
import type { IGroup, IRole, LookupInGroup } from "./interfaces";
import { lookupConfig } from "./lookup";
import { configOf } from "./references";
import { constructOf, type Identified, referentOf } from "./referents";
import { validateAgainst } from "./validation";

export interface IdentityProviderProps
  extends Omit<bindings.identityProvider.IdentityProviderConfig, "groupUid" | "defaultRole"> {
  /** The organization: a root group. */
  readonly group: IGroup;
  /** The role granted to users on their first login. */
  readonly defaultRole: IRole;
}

/** Selects one identity provider by name; several matches are an error. */
export type IdentityProviderLookupProps = LookupInGroup;

/** An identity provider where an organization's users log in. */
export class IdentityProvider extends checked(registry.identityProviders, bindings.identityProvider.IdentityProvider) {
  readonly #group: () => IGroup | Identified;
  readonly #role: () => IRole | Identified;

  /** Looks up an existing identity provider during deployment, without managing it. The result has all its attributes. */
  static fromLookup(
    scope: Construct,
    id: string,
    props: IdentityProviderLookupProps,
  ): bindings.dataPlatformIdentityProvider.DataPlatformIdentityProvider {
    const config = lookupConfig(scope, id, registry.identityProviders, "group", props);
    return new bindings.dataPlatformIdentityProvider.DataPlatformIdentityProvider(scope, id, config);
  }

  constructor(scope: Construct, id: string, props: IdentityProviderProps) {
    super(scope, id, configOf(registry.identityProviders, scope, id, props));
    this.#group = referentOf(this, "groupUid", props.group);
    this.#role = referentOf(this, "defaultRole", props.defaultRole);
    validateAgainst(registry.identityProviders, this, () => [
      ...organizationProblem(this.#group()),
      ...roleProblem("defaultRole", this.#group(), this.#role()),
    ]);
  }

  /** The organization: a root group. */
  get group(): IGroup {
    return constructOf(this, "groupUid", this.#group());
  }

  /** The role granted to users on their first login. */
  get role(): IRole {
    return constructOf(this, "defaultRole", this.#role());
  }
}
