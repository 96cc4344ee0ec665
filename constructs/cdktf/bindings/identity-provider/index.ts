// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface IdentityProviderConfig extends cdktf.TerraformMetaArguments {
  /**
  * The uid of the role that is granted to users at their first login.
  */
  readonly defaultRole: string;
  /**
  * A description.
  */
  readonly description?: string;
  /**
  * The uid of the parent group. Changing it creates a new identity provider.
  */
  readonly groupUid: string;
  /**
  * The identity provider's name. Identity providers of one organization may share a name.
  */
  readonly name: string;
  /**
  * The OpenID Connect provider that users log in with.
  */
  readonly oidc: IdentityProviderOidc;
  /**
  * Timeouts per operation.
  */
  readonly timeouts?: IdentityProviderTimeouts;
}
export interface IdentityProviderOidcRoleMappings {
  /**
  * The group's value in the groups claim.
  */
  readonly claimValue: string;
  /**
  * The uid of the platform group in which the role is granted. Defaults to the organization.
  */
  readonly groupUid?: string;
  /**
  * The uid of the role that is granted to the group's members.
  */
  readonly roleUid: string;
}

export function identityProviderOidcRoleMappingsToTerraform(struct?: IdentityProviderOidcRoleMappings | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    claim_value: cdktf.stringToTerraform(struct!.claimValue),
    group_uid: cdktf.stringToTerraform(struct!.groupUid),
    role_uid: cdktf.stringToTerraform(struct!.roleUid),
  }
}


export function identityProviderOidcRoleMappingsToHclTerraform(struct?: IdentityProviderOidcRoleMappings | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    claim_value: {
      value: cdktf.stringToHclTerraform(struct!.claimValue),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    group_uid: {
      value: cdktf.stringToHclTerraform(struct!.groupUid),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    role_uid: {
      value: cdktf.stringToHclTerraform(struct!.roleUid),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class IdentityProviderOidcRoleMappingsOutputReference extends cdktf.ComplexObject {
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

  public get internalValue(): IdentityProviderOidcRoleMappings | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._claimValue !== undefined) {
      hasAnyValues = true;
      internalValueResult.claimValue = this._claimValue;
    }
    if (this._groupUid !== undefined) {
      hasAnyValues = true;
      internalValueResult.groupUid = this._groupUid;
    }
    if (this._roleUid !== undefined) {
      hasAnyValues = true;
      internalValueResult.roleUid = this._roleUid;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: IdentityProviderOidcRoleMappings | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._claimValue = undefined;
      this._groupUid = undefined;
      this._roleUid = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._claimValue = value.claimValue;
      this._groupUid = value.groupUid;
      this._roleUid = value.roleUid;
    }
  }

  // claim_value - computed: false, optional: false, required: true
  private _claimValue?: string;
  public get claimValue() {
    return this.getStringAttribute('claim_value');
  }
  public set claimValue(value: string) {
    this._claimValue = value;
  }
  // Temporarily expose input value. Use with caution.
  public get claimValueInput() {
    return this._claimValue;
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

  // role_uid - computed: false, optional: false, required: true
  private _roleUid?: string;
  public get roleUid() {
    return this.getStringAttribute('role_uid');
  }
  public set roleUid(value: string) {
    this._roleUid = value;
  }
  // Temporarily expose input value. Use with caution.
  public get roleUidInput() {
    return this._roleUid;
  }
}

export class IdentityProviderOidcRoleMappingsList extends cdktf.ComplexList {
  public internalValue? : IdentityProviderOidcRoleMappings[] | cdktf.IResolvable

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
  public get(index: number): IdentityProviderOidcRoleMappingsOutputReference {
    return new IdentityProviderOidcRoleMappingsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}
export interface IdentityProviderOidc {
  /**
  * Scopes to request in addition to openid.
  */
  readonly additionalScopes?: string[];
  /**
  * The OAuth client ID registered with the provider for the platform.
  */
  readonly clientId: string;
  /**
  * The client's secret; never returned. An empty value keeps the stored one, unless an update names the field or changes the issuer.
  */
  readonly clientSecret?: string;
  /**
  * Any string. client_secret is write-only; change client_secret_version to send a new value. If it is changed or removed while client_secret is not set, the stored value is removed.
  */
  readonly clientSecretVersion?: string;
  /**
  * The claim that identifies a user: sub (the default), or oid, the object ID of Microsoft Entra. A login without the claim is rejected. One of CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID, CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID.
  */
  readonly correlationRule?: string;
  /**
  * The claim that lists a user's groups, for roleMappings; requires roleMappings.
  */
  readonly groupsClaim?: string;
  /**
  * The issuer URL of the OpenID Connect provider.
  */
  readonly issuer: string;
  /**
  * Whether logins use PKCE; required for clients without a secret.
  */
  readonly pkceEnabled?: boolean | cdktf.IResolvable;
  /**
  * Claims that an identity token must have to log in, and regular expressions that they must match.
  */
  readonly requiredClaimPatterns?: { [key: string]: string };
  /**
  * Claims that an identity token must have to log in, and their values; if a claim is an array, one element must match. An email address that is not verified counts as missing.
  */
  readonly requiredClaims?: { [key: string]: string };
  /**
  * Roles that each login grants to members of the identity provider's groups and revokes from former members; requires groupsClaim.
  */
  readonly roleMappings?: IdentityProviderOidcRoleMappings[] | cdktf.IResolvable;
}

export function identityProviderOidcToTerraform(struct?: IdentityProviderOidc | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    additional_scopes: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.additionalScopes),
    client_id: cdktf.stringToTerraform(struct!.clientId),
    client_secret: cdktf.stringToTerraform(struct!.clientSecret),
    client_secret_version: cdktf.stringToTerraform(struct!.clientSecretVersion),
    correlation_rule: cdktf.stringToTerraform(struct!.correlationRule),
    groups_claim: cdktf.stringToTerraform(struct!.groupsClaim),
    issuer: cdktf.stringToTerraform(struct!.issuer),
    pkce_enabled: cdktf.booleanToTerraform(struct!.pkceEnabled),
    required_claim_patterns: cdktf.hashMapper(cdktf.stringToTerraform)(struct!.requiredClaimPatterns),
    required_claims: cdktf.hashMapper(cdktf.stringToTerraform)(struct!.requiredClaims),
    role_mappings: cdktf.listMapper(identityProviderOidcRoleMappingsToTerraform, false)(struct!.roleMappings),
  }
}


export function identityProviderOidcToHclTerraform(struct?: IdentityProviderOidc | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    additional_scopes: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.additionalScopes),
      isBlock: false,
      type: "set",
      storageClassType: "stringList",
    },
    client_id: {
      value: cdktf.stringToHclTerraform(struct!.clientId),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    client_secret: {
      value: cdktf.stringToHclTerraform(struct!.clientSecret),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    client_secret_version: {
      value: cdktf.stringToHclTerraform(struct!.clientSecretVersion),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    correlation_rule: {
      value: cdktf.stringToHclTerraform(struct!.correlationRule),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    groups_claim: {
      value: cdktf.stringToHclTerraform(struct!.groupsClaim),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    issuer: {
      value: cdktf.stringToHclTerraform(struct!.issuer),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    pkce_enabled: {
      value: cdktf.booleanToHclTerraform(struct!.pkceEnabled),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    required_claim_patterns: {
      value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(struct!.requiredClaimPatterns),
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    },
    required_claims: {
      value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(struct!.requiredClaims),
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    },
    role_mappings: {
      value: cdktf.listMapperHcl(identityProviderOidcRoleMappingsToHclTerraform, false)(struct!.roleMappings),
      isBlock: false,
      type: "list",
      storageClassType: "IdentityProviderOidcRoleMappingsList",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class IdentityProviderOidcOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): IdentityProviderOidc | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._additionalScopes !== undefined) {
      hasAnyValues = true;
      internalValueResult.additionalScopes = this._additionalScopes;
    }
    if (this._clientId !== undefined) {
      hasAnyValues = true;
      internalValueResult.clientId = this._clientId;
    }
    if (this._clientSecret !== undefined) {
      hasAnyValues = true;
      internalValueResult.clientSecret = this._clientSecret;
    }
    if (this._clientSecretVersion !== undefined) {
      hasAnyValues = true;
      internalValueResult.clientSecretVersion = this._clientSecretVersion;
    }
    if (this._correlationRule !== undefined) {
      hasAnyValues = true;
      internalValueResult.correlationRule = this._correlationRule;
    }
    if (this._groupsClaim !== undefined) {
      hasAnyValues = true;
      internalValueResult.groupsClaim = this._groupsClaim;
    }
    if (this._issuer !== undefined) {
      hasAnyValues = true;
      internalValueResult.issuer = this._issuer;
    }
    if (this._pkceEnabled !== undefined) {
      hasAnyValues = true;
      internalValueResult.pkceEnabled = this._pkceEnabled;
    }
    if (this._requiredClaimPatterns !== undefined) {
      hasAnyValues = true;
      internalValueResult.requiredClaimPatterns = this._requiredClaimPatterns;
    }
    if (this._requiredClaims !== undefined) {
      hasAnyValues = true;
      internalValueResult.requiredClaims = this._requiredClaims;
    }
    if (this._roleMappings?.internalValue !== undefined) {
      hasAnyValues = true;
      internalValueResult.roleMappings = this._roleMappings?.internalValue;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: IdentityProviderOidc | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._additionalScopes = undefined;
      this._clientId = undefined;
      this._clientSecret = undefined;
      this._clientSecretVersion = undefined;
      this._correlationRule = undefined;
      this._groupsClaim = undefined;
      this._issuer = undefined;
      this._pkceEnabled = undefined;
      this._requiredClaimPatterns = undefined;
      this._requiredClaims = undefined;
      this._roleMappings.internalValue = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._additionalScopes = value.additionalScopes;
      this._clientId = value.clientId;
      this._clientSecret = value.clientSecret;
      this._clientSecretVersion = value.clientSecretVersion;
      this._correlationRule = value.correlationRule;
      this._groupsClaim = value.groupsClaim;
      this._issuer = value.issuer;
      this._pkceEnabled = value.pkceEnabled;
      this._requiredClaimPatterns = value.requiredClaimPatterns;
      this._requiredClaims = value.requiredClaims;
      this._roleMappings.internalValue = value.roleMappings;
    }
  }

  // additional_scopes - computed: false, optional: true, required: false
  private _additionalScopes?: string[];
  public get additionalScopes() {
    return cdktf.Fn.tolist(this.getListAttribute('additional_scopes'));
  }
  public set additionalScopes(value: string[]) {
    this._additionalScopes = value;
  }
  public resetAdditionalScopes() {
    this._additionalScopes = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get additionalScopesInput() {
    return this._additionalScopes;
  }

  // client_id - computed: false, optional: false, required: true
  private _clientId?: string;
  public get clientId() {
    return this.getStringAttribute('client_id');
  }
  public set clientId(value: string) {
    this._clientId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get clientIdInput() {
    return this._clientId;
  }

  // client_secret - computed: false, optional: true, required: false
  private _clientSecret?: string;
  public get clientSecret() {
    return this.getStringAttribute('client_secret');
  }
  public set clientSecret(value: string) {
    this._clientSecret = value;
  }
  public resetClientSecret() {
    this._clientSecret = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get clientSecretInput() {
    return this._clientSecret;
  }

  // client_secret_version - computed: false, optional: true, required: false
  private _clientSecretVersion?: string;
  public get clientSecretVersion() {
    return this.getStringAttribute('client_secret_version');
  }
  public set clientSecretVersion(value: string) {
    this._clientSecretVersion = value;
  }
  public resetClientSecretVersion() {
    this._clientSecretVersion = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get clientSecretVersionInput() {
    return this._clientSecretVersion;
  }

  // correlation_rule - computed: true, optional: true, required: false
  private _correlationRule?: string;
  public get correlationRule() {
    return this.getStringAttribute('correlation_rule');
  }
  public set correlationRule(value: string) {
    this._correlationRule = value;
  }
  public resetCorrelationRule() {
    this._correlationRule = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get correlationRuleInput() {
    return this._correlationRule;
  }

  // groups_claim - computed: false, optional: true, required: false
  private _groupsClaim?: string;
  public get groupsClaim() {
    return this.getStringAttribute('groups_claim');
  }
  public set groupsClaim(value: string) {
    this._groupsClaim = value;
  }
  public resetGroupsClaim() {
    this._groupsClaim = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get groupsClaimInput() {
    return this._groupsClaim;
  }

  // issuer - computed: false, optional: false, required: true
  private _issuer?: string;
  public get issuer() {
    return this.getStringAttribute('issuer');
  }
  public set issuer(value: string) {
    this._issuer = value;
  }
  // Temporarily expose input value. Use with caution.
  public get issuerInput() {
    return this._issuer;
  }

  // pkce_enabled - computed: false, optional: true, required: false
  private _pkceEnabled?: boolean | cdktf.IResolvable;
  public get pkceEnabled() {
    return this.getBooleanAttribute('pkce_enabled');
  }
  public set pkceEnabled(value: boolean | cdktf.IResolvable) {
    this._pkceEnabled = value;
  }
  public resetPkceEnabled() {
    this._pkceEnabled = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get pkceEnabledInput() {
    return this._pkceEnabled;
  }

  // required_claim_patterns - computed: false, optional: true, required: false
  private _requiredClaimPatterns?: { [key: string]: string };
  public get requiredClaimPatterns() {
    return this.getStringMapAttribute('required_claim_patterns');
  }
  public set requiredClaimPatterns(value: { [key: string]: string }) {
    this._requiredClaimPatterns = value;
  }
  public resetRequiredClaimPatterns() {
    this._requiredClaimPatterns = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get requiredClaimPatternsInput() {
    return this._requiredClaimPatterns;
  }

  // required_claims - computed: false, optional: true, required: false
  private _requiredClaims?: { [key: string]: string };
  public get requiredClaims() {
    return this.getStringMapAttribute('required_claims');
  }
  public set requiredClaims(value: { [key: string]: string }) {
    this._requiredClaims = value;
  }
  public resetRequiredClaims() {
    this._requiredClaims = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get requiredClaimsInput() {
    return this._requiredClaims;
  }

  // role_mappings - computed: false, optional: true, required: false
  private _roleMappings = new IdentityProviderOidcRoleMappingsList(this, "role_mappings", false);
  public get roleMappings() {
    return this._roleMappings;
  }
  public putRoleMappings(value: IdentityProviderOidcRoleMappings[] | cdktf.IResolvable) {
    this._roleMappings.internalValue = value;
  }
  public resetRoleMappings() {
    this._roleMappings.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get roleMappingsInput() {
    return this._roleMappings.internalValue;
  }
}
export interface IdentityProviderTimeouts {
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

export function identityProviderTimeoutsToTerraform(struct?: IdentityProviderTimeouts | cdktf.IResolvable): any {
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


export function identityProviderTimeoutsToHclTerraform(struct?: IdentityProviderTimeouts | cdktf.IResolvable): any {
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

export class IdentityProviderTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): IdentityProviderTimeouts | cdktf.IResolvable | undefined {
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

  public set internalValue(value: IdentityProviderTimeouts | cdktf.IResolvable | undefined) {
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
* Represents a platform_identity_provider
*/
export class IdentityProvider extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "platform_identity_provider";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a IdentityProvider resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the IdentityProvider to import
  * @param importFromId The id of the existing IdentityProvider that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the IdentityProvider to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "platform_identity_provider", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new platform_identity_provider Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options IdentityProviderConfig
  */
  public constructor(scope: Construct, id: string, config: IdentityProviderConfig) {
    super(scope, id, {
      terraformResourceType: 'platform_identity_provider',
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
    this._defaultRole = config.defaultRole;
    this._description = config.description;
    this._groupUid = config.groupUid;
    this._name = config.name;
    this._oidc.internalValue = config.oidc;
    this._timeouts.internalValue = config.timeouts;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // default_role - computed: false, optional: false, required: true
  private _defaultRole?: string;
  public get defaultRole() {
    return this.getStringAttribute('default_role');
  }
  public set defaultRole(value: string) {
    this._defaultRole = value;
  }
  // Temporarily expose input value. Use with caution.
  public get defaultRoleInput() {
    return this._defaultRole;
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

  // oidc - computed: false, optional: false, required: true
  private _oidc = new IdentityProviderOidcOutputReference(this, "oidc");
  public get oidc() {
    return this._oidc;
  }
  public putOidc(value: IdentityProviderOidc) {
    this._oidc.internalValue = value;
  }
  // Temporarily expose input value. Use with caution.
  public get oidcInput() {
    return this._oidc.internalValue;
  }

  // timeouts - computed: false, optional: true, required: false
  private _timeouts = new IdentityProviderTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: IdentityProviderTimeouts) {
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
      default_role: cdktf.stringToTerraform(this._defaultRole),
      description: cdktf.stringToTerraform(this._description),
      group_uid: cdktf.stringToTerraform(this._groupUid),
      name: cdktf.stringToTerraform(this._name),
      oidc: identityProviderOidcToTerraform(this._oidc.internalValue),
      timeouts: identityProviderTimeoutsToTerraform(this._timeouts.internalValue),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      default_role: {
        value: cdktf.stringToHclTerraform(this._defaultRole),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      description: {
        value: cdktf.stringToHclTerraform(this._description),
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
      oidc: {
        value: identityProviderOidcToHclTerraform(this._oidc.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "IdentityProviderOidc",
      },
      timeouts: {
        value: identityProviderTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "IdentityProviderTimeouts",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
