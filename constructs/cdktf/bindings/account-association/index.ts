// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface AccountAssociationConfig extends cdktf.TerraformMetaArguments {
  /**
  * The AWS account.
  */
  readonly amazon?: AccountAssociationAmazon;
  /**
  * The Azure tenant.
  */
  readonly azure?: AccountAssociationAzure;
  /**
  * The identities that the platform's services may assume for the group.
  */
  readonly chainguard?: AccountAssociationChainguard;
  /**
  * A description.
  */
  readonly description?: string;
  /**
  * The group's GitHub App installations.
  */
  readonly github?: AccountAssociationGithub;
  /**
  * The Google Cloud project.
  */
  readonly google?: AccountAssociationGoogle;
  /**
  * The uid of the parent group. Changing it creates a new account association.
  */
  readonly groupUid: string;
  /**
  * The association's name.
  */
  readonly name: string;
  /**
  * Timeouts per operation.
  */
  readonly timeouts?: AccountAssociationTimeouts;
}
export interface AccountAssociationAmazon {
  /**
  * The AWS account ID.
  */
  readonly account: string;
}

export function accountAssociationAmazonToTerraform(struct?: AccountAssociationAmazon | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    account: cdktf.stringToTerraform(struct!.account),
  }
}


export function accountAssociationAmazonToHclTerraform(struct?: AccountAssociationAmazon | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    account: {
      value: cdktf.stringToHclTerraform(struct!.account),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class AccountAssociationAmazonOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): AccountAssociationAmazon | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._account !== undefined) {
      hasAnyValues = true;
      internalValueResult.account = this._account;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: AccountAssociationAmazon | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._account = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._account = value.account;
    }
  }

  // account - computed: false, optional: false, required: true
  private _account?: string;
  public get account() {
    return this.getStringAttribute('account');
  }
  public set account(value: string) {
    this._account = value;
  }
  // Temporarily expose input value. Use with caution.
  public get accountInput() {
    return this._account;
  }
}
export interface AccountAssociationAzure {
  /**
  * Client IDs, keyed by purpose.
  */
  readonly clientIds?: { [key: string]: string };
  /**
  * The tenant's ID.
  */
  readonly tenantId?: string;
}

export function accountAssociationAzureToTerraform(struct?: AccountAssociationAzure | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    client_ids: cdktf.hashMapper(cdktf.stringToTerraform)(struct!.clientIds),
    tenant_id: cdktf.stringToTerraform(struct!.tenantId),
  }
}


export function accountAssociationAzureToHclTerraform(struct?: AccountAssociationAzure | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    client_ids: {
      value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(struct!.clientIds),
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    },
    tenant_id: {
      value: cdktf.stringToHclTerraform(struct!.tenantId),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class AccountAssociationAzureOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): AccountAssociationAzure | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._clientIds !== undefined) {
      hasAnyValues = true;
      internalValueResult.clientIds = this._clientIds;
    }
    if (this._tenantId !== undefined) {
      hasAnyValues = true;
      internalValueResult.tenantId = this._tenantId;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: AccountAssociationAzure | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._clientIds = undefined;
      this._tenantId = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._clientIds = value.clientIds;
      this._tenantId = value.tenantId;
    }
  }

  // client_ids - computed: false, optional: true, required: false
  private _clientIds?: { [key: string]: string };
  public get clientIds() {
    return this.getStringMapAttribute('client_ids');
  }
  public set clientIds(value: { [key: string]: string }) {
    this._clientIds = value;
  }
  public resetClientIds() {
    this._clientIds = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get clientIdsInput() {
    return this._clientIds;
  }

  // tenant_id - computed: false, optional: true, required: false
  private _tenantId?: string;
  public get tenantId() {
    return this.getStringAttribute('tenant_id');
  }
  public set tenantId(value: string) {
    this._tenantId = value;
  }
  public resetTenantId() {
    this._tenantId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get tenantIdInput() {
    return this._tenantId;
  }
}
export interface AccountAssociationChainguard {
  /**
  * The identities that the platform's services assume, keyed by service name.
  */
  readonly serviceBindings?: { [key: string]: string };
}

export function accountAssociationChainguardToTerraform(struct?: AccountAssociationChainguard | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    service_bindings: cdktf.hashMapper(cdktf.stringToTerraform)(struct!.serviceBindings),
  }
}


export function accountAssociationChainguardToHclTerraform(struct?: AccountAssociationChainguard | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    service_bindings: {
      value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(struct!.serviceBindings),
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class AccountAssociationChainguardOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): AccountAssociationChainguard | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._serviceBindings !== undefined) {
      hasAnyValues = true;
      internalValueResult.serviceBindings = this._serviceBindings;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: AccountAssociationChainguard | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._serviceBindings = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._serviceBindings = value.serviceBindings;
    }
  }

  // service_bindings - computed: false, optional: true, required: false
  private _serviceBindings?: { [key: string]: string };
  public get serviceBindings() {
    return this.getStringMapAttribute('service_bindings');
  }
  public set serviceBindings(value: { [key: string]: string }) {
    this._serviceBindings = value;
  }
  public resetServiceBindings() {
    this._serviceBindings = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get serviceBindingsInput() {
    return this._serviceBindings;
  }
}
export interface AccountAssociationGithubAppInstallationsInstallations {
  /**
  * The installation's ID.
  */
  readonly installationId: number;
  /**
  * The installation's name.
  */
  readonly name?: string;
}

export function accountAssociationGithubAppInstallationsInstallationsToTerraform(struct?: AccountAssociationGithubAppInstallationsInstallations | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    installation_id: cdktf.numberToTerraform(struct!.installationId),
    name: cdktf.stringToTerraform(struct!.name),
  }
}


export function accountAssociationGithubAppInstallationsInstallationsToHclTerraform(struct?: AccountAssociationGithubAppInstallationsInstallations | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    installation_id: {
      value: cdktf.numberToHclTerraform(struct!.installationId),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    name: {
      value: cdktf.stringToHclTerraform(struct!.name),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class AccountAssociationGithubAppInstallationsInstallationsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): AccountAssociationGithubAppInstallationsInstallations | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._installationId !== undefined) {
      hasAnyValues = true;
      internalValueResult.installationId = this._installationId;
    }
    if (this._name !== undefined) {
      hasAnyValues = true;
      internalValueResult.name = this._name;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: AccountAssociationGithubAppInstallationsInstallations | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._installationId = undefined;
      this._name = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._installationId = value.installationId;
      this._name = value.name;
    }
  }

  // installation_id - computed: false, optional: false, required: true
  private _installationId?: number;
  public get installationId() {
    return this.getNumberAttribute('installation_id');
  }
  public set installationId(value: number) {
    this._installationId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get installationIdInput() {
    return this._installationId;
  }

  // name - computed: false, optional: true, required: false
  private _name?: string;
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  public resetName() {
    this._name = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }
}

export class AccountAssociationGithubAppInstallationsInstallationsList extends cdktf.ComplexList {
  public internalValue? : AccountAssociationGithubAppInstallationsInstallations[] | cdktf.IResolvable

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param wrapsSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  constructor(protected override terraformResource: cdktf.IInterpolatingParent, protected override terraformAttribute: string, protected override wrapsSet: boolean) {
    super(terraformResource, terraformAttribute, wrapsSet)
  }

  /**
  * @param index the index of the item to return
  */
  public get(index: number): AccountAssociationGithubAppInstallationsInstallationsOutputReference {
    return new AccountAssociationGithubAppInstallationsInstallationsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}
export interface AccountAssociationGithubAppInstallations {
  /**
  * The app's installations.
  */
  readonly installations?: AccountAssociationGithubAppInstallationsInstallations[] | cdktf.IResolvable;
}

export function accountAssociationGithubAppInstallationsToTerraform(struct?: AccountAssociationGithubAppInstallations | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    installations: cdktf.listMapper(accountAssociationGithubAppInstallationsInstallationsToTerraform, false)(struct!.installations),
  }
}


export function accountAssociationGithubAppInstallationsToHclTerraform(struct?: AccountAssociationGithubAppInstallations | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    installations: {
      value: cdktf.listMapperHcl(accountAssociationGithubAppInstallationsInstallationsToHclTerraform, false)(struct!.installations),
      isBlock: false,
      type: "list",
      storageClassType: "AccountAssociationGithubAppInstallationsInstallationsList",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class AccountAssociationGithubAppInstallationsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectKey the key of this item in the map
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectKey: string) {
    super(terraformResource, terraformAttribute, false, complexObjectKey);
  }

  public get internalValue(): AccountAssociationGithubAppInstallations | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._installations?.internalValue !== undefined) {
      hasAnyValues = true;
      internalValueResult.installations = this._installations?.internalValue;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: AccountAssociationGithubAppInstallations | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._installations.internalValue = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._installations.internalValue = value.installations;
    }
  }

  // installations - computed: false, optional: true, required: false
  private _installations = new AccountAssociationGithubAppInstallationsInstallationsList(this, "installations", false);
  public get installations() {
    return this._installations;
  }
  public putInstallations(value: AccountAssociationGithubAppInstallationsInstallations[] | cdktf.IResolvable) {
    this._installations.internalValue = value;
  }
  public resetInstallations() {
    this._installations.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get installationsInput() {
    return this._installations.internalValue;
  }
}

export class AccountAssociationGithubAppInstallationsMap extends cdktf.ComplexMap {
  public internalValue? : { [key: string]: AccountAssociationGithubAppInstallations } | cdktf.IResolvable

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  constructor(protected override terraformResource: cdktf.IInterpolatingParent, protected override terraformAttribute: string) {
    super(terraformResource, terraformAttribute)
  }

  /**
  * @param key the key of the item to return
  */
  public get(key: string): AccountAssociationGithubAppInstallationsOutputReference {
    return new AccountAssociationGithubAppInstallationsOutputReference(this.terraformResource, this.terraformAttribute, key);
  }
}
export interface AccountAssociationGithub {
  /**
  * Installations, keyed by app ID.
  */
  readonly appInstallations?: { [key: string]: AccountAssociationGithubAppInstallations } | cdktf.IResolvable;
}

export function accountAssociationGithubToTerraform(struct?: AccountAssociationGithub | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    app_installations: cdktf.hashMapper(accountAssociationGithubAppInstallationsToTerraform)(struct!.appInstallations),
  }
}


export function accountAssociationGithubToHclTerraform(struct?: AccountAssociationGithub | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    app_installations: {
      value: cdktf.hashMapperHcl(accountAssociationGithubAppInstallationsToHclTerraform)(struct!.appInstallations),
      isBlock: true,
      type: "map",
      storageClassType: "AccountAssociationGithubAppInstallationsMap",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class AccountAssociationGithubOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): AccountAssociationGithub | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._appInstallations?.internalValue !== undefined) {
      hasAnyValues = true;
      internalValueResult.appInstallations = this._appInstallations?.internalValue;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: AccountAssociationGithub | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._appInstallations.internalValue = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._appInstallations.internalValue = value.appInstallations;
    }
  }

  // app_installations - computed: false, optional: true, required: false
  private _appInstallations = new AccountAssociationGithubAppInstallationsMap(this, "app_installations");
  public get appInstallations() {
    return this._appInstallations;
  }
  public putAppInstallations(value: { [key: string]: AccountAssociationGithubAppInstallations } | cdktf.IResolvable) {
    this._appInstallations.internalValue = value;
  }
  public resetAppInstallations() {
    this._appInstallations.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get appInstallationsInput() {
    return this._appInstallations.internalValue;
  }
}
export interface AccountAssociationGoogle {
  /**
  * The project's ID.
  */
  readonly projectId?: string;
  /**
  * The project's number.
  */
  readonly projectNumber?: string;
}

export function accountAssociationGoogleToTerraform(struct?: AccountAssociationGoogle | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    project_id: cdktf.stringToTerraform(struct!.projectId),
    project_number: cdktf.stringToTerraform(struct!.projectNumber),
  }
}


export function accountAssociationGoogleToHclTerraform(struct?: AccountAssociationGoogle | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    project_id: {
      value: cdktf.stringToHclTerraform(struct!.projectId),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    project_number: {
      value: cdktf.stringToHclTerraform(struct!.projectNumber),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class AccountAssociationGoogleOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): AccountAssociationGoogle | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._projectId !== undefined) {
      hasAnyValues = true;
      internalValueResult.projectId = this._projectId;
    }
    if (this._projectNumber !== undefined) {
      hasAnyValues = true;
      internalValueResult.projectNumber = this._projectNumber;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: AccountAssociationGoogle | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._projectId = undefined;
      this._projectNumber = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._projectId = value.projectId;
      this._projectNumber = value.projectNumber;
    }
  }

  // project_id - computed: false, optional: true, required: false
  private _projectId?: string;
  public get projectId() {
    return this.getStringAttribute('project_id');
  }
  public set projectId(value: string) {
    this._projectId = value;
  }
  public resetProjectId() {
    this._projectId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get projectIdInput() {
    return this._projectId;
  }

  // project_number - computed: false, optional: true, required: false
  private _projectNumber?: string;
  public get projectNumber() {
    return this.getStringAttribute('project_number');
  }
  public set projectNumber(value: string) {
    this._projectNumber = value;
  }
  public resetProjectNumber() {
    this._projectNumber = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get projectNumberInput() {
    return this._projectNumber;
  }
}
export interface AccountAssociationTimeouts {
  /**
  * Timeout for create, including retries, as a duration such as 30s or 1m30s. Defaults to 1m.
  */
  readonly create?: string;
  /**
  * Timeout for delete, including retries, as a duration such as 30s or 1m30s. Defaults to 1m.
  */
  readonly delete?: string;
  /**
  * Timeout for read, including retries, as a duration such as 30s or 1m30s. Defaults to 1m.
  */
  readonly read?: string;
  /**
  * Timeout for update, including retries, as a duration such as 30s or 1m30s. Defaults to 1m.
  */
  readonly update?: string;
}

export function accountAssociationTimeoutsToTerraform(struct?: AccountAssociationTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    create: cdktf.stringToTerraform(struct!.create),
    delete: cdktf.stringToTerraform(struct!.delete),
    read: cdktf.stringToTerraform(struct!.read),
    update: cdktf.stringToTerraform(struct!.update),
  }
}


export function accountAssociationTimeoutsToHclTerraform(struct?: AccountAssociationTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    create: {
      value: cdktf.stringToHclTerraform(struct!.create),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    delete: {
      value: cdktf.stringToHclTerraform(struct!.delete),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    read: {
      value: cdktf.stringToHclTerraform(struct!.read),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    update: {
      value: cdktf.stringToHclTerraform(struct!.update),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class AccountAssociationTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): AccountAssociationTimeouts | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._create !== undefined) {
      hasAnyValues = true;
      internalValueResult.create = this._create;
    }
    if (this._delete !== undefined) {
      hasAnyValues = true;
      internalValueResult.delete = this._delete;
    }
    if (this._read !== undefined) {
      hasAnyValues = true;
      internalValueResult.read = this._read;
    }
    if (this._update !== undefined) {
      hasAnyValues = true;
      internalValueResult.update = this._update;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: AccountAssociationTimeouts | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._create = undefined;
      this._delete = undefined;
      this._read = undefined;
      this._update = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._create = value.create;
      this._delete = value.delete;
      this._read = value.read;
      this._update = value.update;
    }
  }

  // create - computed: false, optional: true, required: false
  private _create?: string;
  public get create() {
    return this.getStringAttribute('create');
  }
  public set create(value: string) {
    this._create = value;
  }
  public resetCreate() {
    this._create = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get createInput() {
    return this._create;
  }

  // delete - computed: false, optional: true, required: false
  private _delete?: string;
  public get delete() {
    return this.getStringAttribute('delete');
  }
  public set delete(value: string) {
    this._delete = value;
  }
  public resetDelete() {
    this._delete = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deleteInput() {
    return this._delete;
  }

  // read - computed: false, optional: true, required: false
  private _read?: string;
  public get read() {
    return this.getStringAttribute('read');
  }
  public set read(value: string) {
    this._read = value;
  }
  public resetRead() {
    this._read = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get readInput() {
    return this._read;
  }

  // update - computed: false, optional: true, required: false
  private _update?: string;
  public get update() {
    return this.getStringAttribute('update');
  }
  public set update(value: string) {
    this._update = value;
  }
  public resetUpdate() {
    this._update = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get updateInput() {
    return this._update;
  }
}

/**
* Represents a platform_account_association
*/
export class AccountAssociation extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "platform_account_association";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a AccountAssociation resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the AccountAssociation to import
  * @param importFromId The id of the existing AccountAssociation that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the AccountAssociation to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "platform_account_association", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new platform_account_association Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options AccountAssociationConfig
  */
  public constructor(scope: Construct, id: string, config: AccountAssociationConfig) {
    super(scope, id, {
      terraformResourceType: 'platform_account_association',
      terraformGeneratorMetadata: {
        providerName: 'platform',
        providerVersionConstraint: '>= 0.1, < 1'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._amazon.internalValue = config.amazon;
    this._azure.internalValue = config.azure;
    this._chainguard.internalValue = config.chainguard;
    this._description = config.description;
    this._github.internalValue = config.github;
    this._google.internalValue = config.google;
    this._groupUid = config.groupUid;
    this._name = config.name;
    this._timeouts.internalValue = config.timeouts;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // amazon - computed: false, optional: true, required: false
  private _amazon = new AccountAssociationAmazonOutputReference(this, "amazon");
  public get amazon() {
    return this._amazon;
  }
  public putAmazon(value: AccountAssociationAmazon) {
    this._amazon.internalValue = value;
  }
  public resetAmazon() {
    this._amazon.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get amazonInput() {
    return this._amazon.internalValue;
  }

  // azure - computed: false, optional: true, required: false
  private _azure = new AccountAssociationAzureOutputReference(this, "azure");
  public get azure() {
    return this._azure;
  }
  public putAzure(value: AccountAssociationAzure) {
    this._azure.internalValue = value;
  }
  public resetAzure() {
    this._azure.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get azureInput() {
    return this._azure.internalValue;
  }

  // chainguard - computed: false, optional: true, required: false
  private _chainguard = new AccountAssociationChainguardOutputReference(this, "chainguard");
  public get chainguard() {
    return this._chainguard;
  }
  public putChainguard(value: AccountAssociationChainguard) {
    this._chainguard.internalValue = value;
  }
  public resetChainguard() {
    this._chainguard.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get chainguardInput() {
    return this._chainguard.internalValue;
  }

  // description - computed: false, optional: true, required: false
  private _description?: string;
  public get description() {
    return this.getStringAttribute('description');
  }
  public set description(value: string) {
    this._description = value;
  }
  public resetDescription() {
    this._description = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get descriptionInput() {
    return this._description;
  }

  // github - computed: false, optional: true, required: false
  private _github = new AccountAssociationGithubOutputReference(this, "github");
  public get github() {
    return this._github;
  }
  public putGithub(value: AccountAssociationGithub) {
    this._github.internalValue = value;
  }
  public resetGithub() {
    this._github.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get githubInput() {
    return this._github.internalValue;
  }

  // google - computed: false, optional: true, required: false
  private _google = new AccountAssociationGoogleOutputReference(this, "google");
  public get google() {
    return this._google;
  }
  public putGoogle(value: AccountAssociationGoogle) {
    this._google.internalValue = value;
  }
  public resetGoogle() {
    this._google.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get googleInput() {
    return this._google.internalValue;
  }

  // group_uid - computed: false, optional: false, required: true
  private _groupUid?: string;
  public get groupUid() {
    return this.getStringAttribute('group_uid');
  }
  public set groupUid(value: string) {
    this._groupUid = value;
  }
  // Temporarily expose input value. Use with caution.
  public get groupUidInput() {
    return this._groupUid;
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // name - computed: false, optional: false, required: true
  private _name?: string;
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  // timeouts - computed: false, optional: true, required: false
  private _timeouts = new AccountAssociationTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: AccountAssociationTimeouts) {
    this._timeouts.internalValue = value;
  }
  public resetTimeouts() {
    this._timeouts.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timeoutsInput() {
    return this._timeouts.internalValue;
  }

  // uid - computed: true, optional: false, required: false
  public get uid() {
    return this.getStringAttribute('uid');
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      amazon: accountAssociationAmazonToTerraform(this._amazon.internalValue),
      azure: accountAssociationAzureToTerraform(this._azure.internalValue),
      chainguard: accountAssociationChainguardToTerraform(this._chainguard.internalValue),
      description: cdktf.stringToTerraform(this._description),
      github: accountAssociationGithubToTerraform(this._github.internalValue),
      google: accountAssociationGoogleToTerraform(this._google.internalValue),
      group_uid: cdktf.stringToTerraform(this._groupUid),
      name: cdktf.stringToTerraform(this._name),
      timeouts: accountAssociationTimeoutsToTerraform(this._timeouts.internalValue),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      amazon: {
        value: accountAssociationAmazonToHclTerraform(this._amazon.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "AccountAssociationAmazon",
      },
      azure: {
        value: accountAssociationAzureToHclTerraform(this._azure.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "AccountAssociationAzure",
      },
      chainguard: {
        value: accountAssociationChainguardToHclTerraform(this._chainguard.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "AccountAssociationChainguard",
      },
      description: {
        value: cdktf.stringToHclTerraform(this._description),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      github: {
        value: accountAssociationGithubToHclTerraform(this._github.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "AccountAssociationGithub",
      },
      google: {
        value: accountAssociationGoogleToHclTerraform(this._google.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "AccountAssociationGoogle",
      },
      group_uid: {
        value: cdktf.stringToHclTerraform(this._groupUid),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      name: {
        value: cdktf.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      timeouts: {
        value: accountAssociationTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "AccountAssociationTimeouts",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
