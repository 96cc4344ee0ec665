// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataPlatformIdentityConfig extends cdktf.TerraformMetaArguments {
  /**
  * The uid of a group; the name is looked up anywhere below it.
  */
  readonly descendantsOf?: string;
  /**
  * The uid of the parent group.
  */
  readonly groupUid?: string;
  /**
  * The exact issuer claim of the tokens that the identity trusts.
  */
  readonly issuer?: string;
  /**
  * The identity's name. Identities of one group may share a name.
  */
  readonly name?: string;
  /**
  * The exact subject claim of the tokens that the identity trusts.
  */
  readonly subject?: string;
  /**
  * The identity's unique identifier: its group's uid followed by one more segment.
  */
  readonly uid?: string;
}
export interface DataPlatformIdentityAwsIdentity {
}

export function dataPlatformIdentityAwsIdentityToTerraform(struct?: DataPlatformIdentityAwsIdentity): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformIdentityAwsIdentityToHclTerraform(struct?: DataPlatformIdentityAwsIdentity): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformIdentityAwsIdentityOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformIdentityAwsIdentity | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformIdentityAwsIdentity | undefined) {
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
export interface DataPlatformIdentityClaimMatch {
}

export function dataPlatformIdentityClaimMatchToTerraform(struct?: DataPlatformIdentityClaimMatch): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformIdentityClaimMatchToHclTerraform(struct?: DataPlatformIdentityClaimMatch): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformIdentityClaimMatchOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformIdentityClaimMatch | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformIdentityClaimMatch | undefined) {
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
export interface DataPlatformIdentityStaticKeys {
}

export function dataPlatformIdentityStaticKeysToTerraform(struct?: DataPlatformIdentityStaticKeys): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataPlatformIdentityStaticKeysToHclTerraform(struct?: DataPlatformIdentityStaticKeys): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataPlatformIdentityStaticKeysOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataPlatformIdentityStaticKeys | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataPlatformIdentityStaticKeys | undefined) {
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

/**
* Represents a platform_identity
*/
export class DataPlatformIdentity extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "platform_identity";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataPlatformIdentity resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataPlatformIdentity to import
  * @param importFromId The id of the existing DataPlatformIdentity that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataPlatformIdentity to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "platform_identity", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new platform_identity Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataPlatformIdentityConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataPlatformIdentityConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'platform_identity',
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
    this._descendantsOf = config.descendantsOf;
    this._groupUid = config.groupUid;
    this._issuer = config.issuer;
    this._name = config.name;
    this._subject = config.subject;
    this._uid = config.uid;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // aws_identity - computed: true, optional: false, required: false
  private _awsIdentity = new DataPlatformIdentityAwsIdentityOutputReference(this, "aws_identity");
  public get awsIdentity() {
    return this._awsIdentity;
  }

  // claim_match - computed: true, optional: false, required: false
  private _claimMatch = new DataPlatformIdentityClaimMatchOutputReference(this, "claim_match");
  public get claimMatch() {
    return this._claimMatch;
  }

  // create_time - computed: true, optional: false, required: false
  public get createTime() {
    return this.getStringAttribute('create_time');
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

  // group_uid - computed: true, optional: true, required: false
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

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // issuer - computed: false, optional: true, required: false
  private _issuer?: string;
  public get issuer() {
    return this.getStringAttribute('issuer');
  }
  public set issuer(value: string) {
    this._issuer = value;
  }
  public resetIssuer() {
    this._issuer = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get issuerInput() {
    return this._issuer;
  }

  // last_seen_time - computed: true, optional: false, required: false
  public get lastSeenTime() {
    return this.getStringAttribute('last_seen_time');
  }

  // name - computed: true, optional: true, required: false
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

  // service_principal - computed: true, optional: false, required: false
  public get servicePrincipal() {
    return this.getStringAttribute('service_principal');
  }

  // static_keys - computed: true, optional: false, required: false
  private _staticKeys = new DataPlatformIdentityStaticKeysOutputReference(this, "static_keys");
  public get staticKeys() {
    return this._staticKeys;
  }

  // subject - computed: false, optional: true, required: false
  private _subject?: string;
  public get subject() {
    return this.getStringAttribute('subject');
  }
  public set subject(value: string) {
    this._subject = value;
  }
  public resetSubject() {
    this._subject = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get subjectInput() {
    return this._subject;
  }

  // uid - computed: true, optional: true, required: false
  private _uid?: string;
  public get uid() {
    return this.getStringAttribute('uid');
  }
  public set uid(value: string) {
    this._uid = value;
  }
  public resetUid() {
    this._uid = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get uidInput() {
    return this._uid;
  }

  // update_time - computed: true, optional: false, required: false
  public get updateTime() {
    return this.getStringAttribute('update_time');
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      descendants_of: cdktf.stringToTerraform(this._descendantsOf),
      group_uid: cdktf.stringToTerraform(this._groupUid),
      issuer: cdktf.stringToTerraform(this._issuer),
      name: cdktf.stringToTerraform(this._name),
      subject: cdktf.stringToTerraform(this._subject),
      uid: cdktf.stringToTerraform(this._uid),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
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
      issuer: {
        value: cdktf.stringToHclTerraform(this._issuer),
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
      subject: {
        value: cdktf.stringToHclTerraform(this._subject),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      uid: {
        value: cdktf.stringToHclTerraform(this._uid),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
