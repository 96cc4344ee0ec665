// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataPlatformIdentitiesConfig extends cdktf.TerraformMetaArguments {
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
  /**
  * Return only identities of this kind. One of RELATIONSHIP_TYPE_CLAIM_MATCH, RELATIONSHIP_TYPE_STATIC, RELATIONSHIP_TYPE_AWS_IDENTITY, RELATIONSHIP_TYPE_SERVICE_PRINCIPAL.
  */
  readonly relationshipType?: string;
}
export interface DataPlatformIdentitiesIdentitiesAwsIdentity {
}

export function dataPlatformIdentitiesIdentitiesAwsIdentityToTerraform(struct?: DataPlatformIdentitiesIdentitiesAwsIdentity): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformIdentitiesIdentitiesAwsIdentityToHclTerraform(struct?: DataPlatformIdentitiesIdentitiesAwsIdentity): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformIdentitiesIdentitiesAwsIdentityOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformIdentitiesIdentitiesAwsIdentity | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformIdentitiesIdentitiesAwsIdentity | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // arn - computed: true, optional: false, required: false
  public get arn() {
    return this.getStringAttribute('arn');
  }

  // arn_pattern - computed: true, optional: false, required: false
  public get arnPattern() {
    return this.getStringAttribute('arn_pattern');
  }

  // aws_account - computed: true, optional: false, required: false
  public get awsAccount() {
    return this.getStringAttribute('aws_account');
  }

  // user_id - computed: true, optional: false, required: false
  public get userId() {
    return this.getStringAttribute('user_id');
  }

  // user_id_pattern - computed: true, optional: false, required: false
  public get userIdPattern() {
    return this.getStringAttribute('user_id_pattern');
  }
}
export interface DataPlatformIdentitiesIdentitiesClaimMatch {
}

export function dataPlatformIdentitiesIdentitiesClaimMatchToTerraform(struct?: DataPlatformIdentitiesIdentitiesClaimMatch): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformIdentitiesIdentitiesClaimMatchToHclTerraform(struct?: DataPlatformIdentitiesIdentitiesClaimMatch): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformIdentitiesIdentitiesClaimMatchOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformIdentitiesIdentitiesClaimMatch | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformIdentitiesIdentitiesClaimMatch | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // audience - computed: true, optional: false, required: false
  public get audience() {
    return this.getStringAttribute('audience');
  }

  // audience_pattern - computed: true, optional: false, required: false
  public get audiencePattern() {
    return this.getStringAttribute('audience_pattern');
  }

  // claim_patterns - computed: true, optional: false, required: false
  private _claimPatterns = new cdktf.StringMap(this, "claim_patterns");
  public get claimPatterns() {
    return this._claimPatterns;
  }

  // claims - computed: true, optional: false, required: false
  private _claims = new cdktf.StringMap(this, "claims");
  public get claims() {
    return this._claims;
  }

  // issuer - computed: true, optional: false, required: false
  public get issuer() {
    return this.getStringAttribute('issuer');
  }

  // issuer_pattern - computed: true, optional: false, required: false
  public get issuerPattern() {
    return this.getStringAttribute('issuer_pattern');
  }

  // subject - computed: true, optional: false, required: false
  public get subject() {
    return this.getStringAttribute('subject');
  }

  // subject_pattern - computed: true, optional: false, required: false
  public get subjectPattern() {
    return this.getStringAttribute('subject_pattern');
  }
}
export interface DataPlatformIdentitiesIdentitiesStaticKeys {
}

export function dataPlatformIdentitiesIdentitiesStaticKeysToTerraform(struct?: DataPlatformIdentitiesIdentitiesStaticKeys): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformIdentitiesIdentitiesStaticKeysToHclTerraform(struct?: DataPlatformIdentitiesIdentitiesStaticKeys): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformIdentitiesIdentitiesStaticKeysOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformIdentitiesIdentitiesStaticKeys | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformIdentitiesIdentitiesStaticKeys | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // audiences - computed: true, optional: false, required: false
  public get audiences() {
    return cdktf.Fn.tolist(this.getListAttribute('audiences'));
  }

  // expiration_time - computed: true, optional: false, required: false
  public get expirationTime() {
    return this.getStringAttribute('expiration_time');
  }

  // issuer - computed: true, optional: false, required: false
  public get issuer() {
    return this.getStringAttribute('issuer');
  }

  // issuer_keys - computed: true, optional: false, required: false
  public get issuerKeys() {
    return this.getStringAttribute('issuer_keys');
  }

  // subject - computed: true, optional: false, required: false
  public get subject() {
    return this.getStringAttribute('subject');
  }
}
export interface DataPlatformIdentitiesIdentities {
}

export function dataPlatformIdentitiesIdentitiesToTerraform(struct?: DataPlatformIdentitiesIdentities): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformIdentitiesIdentitiesToHclTerraform(struct?: DataPlatformIdentitiesIdentities): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformIdentitiesIdentitiesOutputReference extends cdktf.ComplexObject {
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

  public get internalValue(): DataPlatformIdentitiesIdentities | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformIdentitiesIdentities | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // aws_identity - computed: true, optional: false, required: false
  private _awsIdentity = new DataPlatformIdentitiesIdentitiesAwsIdentityOutputReference(this, "aws_identity");
  public get awsIdentity() {
    return this._awsIdentity;
  }

  // claim_match - computed: true, optional: false, required: false
  private _claimMatch = new DataPlatformIdentitiesIdentitiesClaimMatchOutputReference(this, "claim_match");
  public get claimMatch() {
    return this._claimMatch;
  }

  // create_time - computed: true, optional: false, required: false
  public get createTime() {
    return this.getStringAttribute('create_time');
  }

  // description - computed: true, optional: false, required: false
  public get description() {
    return this.getStringAttribute('description');
  }

  // disabled - computed: true, optional: false, required: false
  public get disabled() {
    return this.getBooleanAttribute('disabled');
  }

  // email - computed: true, optional: false, required: false
  public get email() {
    return this.getStringAttribute('email');
  }

  // group_uid - computed: true, optional: false, required: false
  public get groupUid() {
    return this.getStringAttribute('group_uid');
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // last_seen_time - computed: true, optional: false, required: false
  public get lastSeenTime() {
    return this.getStringAttribute('last_seen_time');
  }

  // name - computed: true, optional: false, required: false
  public get name() {
    return this.getStringAttribute('name');
  }

  // service_principal - computed: true, optional: false, required: false
  public get servicePrincipal() {
    return this.getStringAttribute('service_principal');
  }

  // static_keys - computed: true, optional: false, required: false
  private _staticKeys = new DataPlatformIdentitiesIdentitiesStaticKeysOutputReference(this, "static_keys");
  public get staticKeys() {
    return this._staticKeys;
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

export class DataPlatformIdentitiesIdentitiesList extends cdktf.ComplexList {

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
  public get(index: number): DataPlatformIdentitiesIdentitiesOutputReference {
    return new DataPlatformIdentitiesIdentitiesOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a platform_identities
*/
export class DataPlatformIdentities extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "platform_identities";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataPlatformIdentities resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataPlatformIdentities to import
  * @param importFromId The id of the existing DataPlatformIdentities that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataPlatformIdentities to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "platform_identities", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new platform_identities Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataPlatformIdentitiesConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataPlatformIdentitiesConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'platform_identities',
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
    this._relationshipType = config.relationshipType;
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

  // identities - computed: true, optional: false, required: false
  private _identities = new DataPlatformIdentitiesIdentitiesList(this, "identities", false);
  public get identities() {
    return this._identities;
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

  // relationship_type - computed: false, optional: true, required: false
  private _relationshipType?: string;
  public get relationshipType() {
    return this.getStringAttribute('relationship_type');
  }
  public set relationshipType(value: string) {
    this._relationshipType = value;
  }
  public resetRelationshipType() {
    this._relationshipType = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get relationshipTypeInput() {
    return this._relationshipType;
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
      relationship_type: cdktf.stringToTerraform(this._relationshipType),
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
      relationship_type: {
        value: cdktf.stringToHclTerraform(this._relationshipType),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
