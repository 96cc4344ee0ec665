// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataPlatformIdentityProvidersConfig extends cdktf.TerraformMetaArguments {
  /**
  * Deprecated name of group_uid.
  */
  readonly childrenOf?: string;
  /**
  * The uid of a group; lists resources anywhere below it.
  */
  readonly descendantsOf?: string;
  /**
  * The uid of a group; lists resources directly in it.
  */
  readonly groupUid?: string;
  /**
  * Return only resources with exactly this name.
  */
  readonly name?: string;
}
export interface DataPlatformIdentityProvidersIdentityProvidersOidcRoleMappings {
}

export function dataPlatformIdentityProvidersIdentityProvidersOidcRoleMappingsToTerraform(struct?: DataPlatformIdentityProvidersIdentityProvidersOidcRoleMappings): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformIdentityProvidersIdentityProvidersOidcRoleMappingsToHclTerraform(struct?: DataPlatformIdentityProvidersIdentityProvidersOidcRoleMappings): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformIdentityProvidersIdentityProvidersOidcRoleMappingsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): DataPlatformIdentityProvidersIdentityProvidersOidcRoleMappings | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformIdentityProvidersIdentityProvidersOidcRoleMappings | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // claim_value - computed: true, optional: false, required: false
  public get claimValue() {
    return this.getStringAttribute('claim_value');
  }

  // group_uid - computed: true, optional: false, required: false
  public get groupUid() {
    return this.getStringAttribute('group_uid');
  }

  // role_uid - computed: true, optional: false, required: false
  public get roleUid() {
    return this.getStringAttribute('role_uid');
  }
}

export class DataPlatformIdentityProvidersIdentityProvidersOidcRoleMappingsList extends cdktf.ComplexList {

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
  public get(index: number): DataPlatformIdentityProvidersIdentityProvidersOidcRoleMappingsOutputReference {
    return new DataPlatformIdentityProvidersIdentityProvidersOidcRoleMappingsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}
export interface DataPlatformIdentityProvidersIdentityProvidersOidc {
}

export function dataPlatformIdentityProvidersIdentityProvidersOidcToTerraform(struct?: DataPlatformIdentityProvidersIdentityProvidersOidc): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformIdentityProvidersIdentityProvidersOidcToHclTerraform(struct?: DataPlatformIdentityProvidersIdentityProvidersOidc): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformIdentityProvidersIdentityProvidersOidcOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformIdentityProvidersIdentityProvidersOidc | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformIdentityProvidersIdentityProvidersOidc | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // additional_scopes - computed: true, optional: false, required: false
  public get additionalScopes() {
    return cdktf.Fn.tolist(this.getListAttribute('additional_scopes'));
  }

  // client_id - computed: true, optional: false, required: false
  public get clientId() {
    return this.getStringAttribute('client_id');
  }

  // correlation_rule - computed: true, optional: false, required: false
  public get correlationRule() {
    return this.getStringAttribute('correlation_rule');
  }

  // groups_claim - computed: true, optional: false, required: false
  public get groupsClaim() {
    return this.getStringAttribute('groups_claim');
  }

  // issuer - computed: true, optional: false, required: false
  public get issuer() {
    return this.getStringAttribute('issuer');
  }

  // pkce_enabled - computed: true, optional: false, required: false
  public get pkceEnabled() {
    return this.getBooleanAttribute('pkce_enabled');
  }

  // required_claim_patterns - computed: true, optional: false, required: false
  private _requiredClaimPatterns = new cdktf.StringMap(this, "required_claim_patterns");
  public get requiredClaimPatterns() {
    return this._requiredClaimPatterns;
  }

  // required_claims - computed: true, optional: false, required: false
  private _requiredClaims = new cdktf.StringMap(this, "required_claims");
  public get requiredClaims() {
    return this._requiredClaims;
  }

  // role_mappings - computed: true, optional: false, required: false
  private _roleMappings = new DataPlatformIdentityProvidersIdentityProvidersOidcRoleMappingsList(this, "role_mappings", false);
  public get roleMappings() {
    return this._roleMappings;
  }
}
export interface DataPlatformIdentityProvidersIdentityProviders {
}

export function dataPlatformIdentityProvidersIdentityProvidersToTerraform(struct?: DataPlatformIdentityProvidersIdentityProviders): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformIdentityProvidersIdentityProvidersToHclTerraform(struct?: DataPlatformIdentityProvidersIdentityProviders): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformIdentityProvidersIdentityProvidersOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): DataPlatformIdentityProvidersIdentityProviders | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformIdentityProvidersIdentityProviders | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // create_time - computed: true, optional: false, required: false
  public get createTime() {
    return this.getStringAttribute('create_time');
  }

  // default_role - computed: true, optional: false, required: false
  public get defaultRole() {
    return this.getStringAttribute('default_role');
  }

  // description - computed: true, optional: false, required: false
  public get description() {
    return this.getStringAttribute('description');
  }

  // group_uid - computed: true, optional: false, required: false
  public get groupUid() {
    return this.getStringAttribute('group_uid');
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // name - computed: true, optional: false, required: false
  public get name() {
    return this.getStringAttribute('name');
  }

  // oidc - computed: true, optional: false, required: false
  private _oidc = new DataPlatformIdentityProvidersIdentityProvidersOidcOutputReference(this, "oidc");
  public get oidc() {
    return this._oidc;
  }

  // uid - computed: true, optional: false, required: false
  public get uid() {
    return this.getStringAttribute('uid');
  }

  // update_time - computed: true, optional: false, required: false
  public get updateTime() {
    return this.getStringAttribute('update_time');
  }
}

export class DataPlatformIdentityProvidersIdentityProvidersList extends cdktf.ComplexList {

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
  public get(index: number): DataPlatformIdentityProvidersIdentityProvidersOutputReference {
    return new DataPlatformIdentityProvidersIdentityProvidersOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a platform_identity_providers
*/
export class DataPlatformIdentityProviders extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "platform_identity_providers";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataPlatformIdentityProviders resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataPlatformIdentityProviders to import
  * @param importFromId The id of the existing DataPlatformIdentityProviders that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataPlatformIdentityProviders to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "platform_identity_providers", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new platform_identity_providers Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataPlatformIdentityProvidersConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataPlatformIdentityProvidersConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'platform_identity_providers',
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
    this._childrenOf = config.childrenOf;
    this._descendantsOf = config.descendantsOf;
    this._groupUid = config.groupUid;
    this._name = config.name;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // children_of - computed: false, optional: true, required: false
  private _childrenOf?: string;
  public get childrenOf() {
    return this.getStringAttribute('children_of');
  }
  public set childrenOf(value: string) {
    this._childrenOf = value;
  }
  public resetChildrenOf() {
    this._childrenOf = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get childrenOfInput() {
    return this._childrenOf;
  }

  // descendants_of - computed: false, optional: true, required: false
  private _descendantsOf?: string;
  public get descendantsOf() {
    return this.getStringAttribute('descendants_of');
  }
  public set descendantsOf(value: string) {
    this._descendantsOf = value;
  }
  public resetDescendantsOf() {
    this._descendantsOf = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get descendantsOfInput() {
    return this._descendantsOf;
  }

  // group_uid - computed: false, optional: true, required: false
  private _groupUid?: string;
  public get groupUid() {
    return this.getStringAttribute('group_uid');
  }
  public set groupUid(value: string) {
    this._groupUid = value;
  }
  public resetGroupUid() {
    this._groupUid = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get groupUidInput() {
    return this._groupUid;
  }

  // identity_providers - computed: true, optional: false, required: false
  private _identityProviders = new DataPlatformIdentityProvidersIdentityProvidersList(this, "identity_providers", false);
  public get identityProviders() {
    return this._identityProviders;
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

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      children_of: cdktf.stringToTerraform(this._childrenOf),
      descendants_of: cdktf.stringToTerraform(this._descendantsOf),
      group_uid: cdktf.stringToTerraform(this._groupUid),
      name: cdktf.stringToTerraform(this._name),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      children_of: {
        value: cdktf.stringToHclTerraform(this._childrenOf),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      descendants_of: {
        value: cdktf.stringToHclTerraform(this._descendantsOf),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
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
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
