// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface IdentityConfig extends cdktf.TerraformMetaArguments {
  /**
  * Allows a principal of an AWS account to assume the identity.
  */
  readonly awsIdentity?: IdentityAwsIdentity;
  /**
  * Allows bearers of OIDC tokens with these claims to assume the identity.
  */
  readonly claimMatch?: IdentityClaimMatch;
  /**
  * A description.
  */
  readonly description?: string;
  /**
  * Whether the identity is disabled: it cannot obtain tokens, and its existing tokens are rejected. Its role bindings are kept.
  */
  readonly disabled?: boolean | cdktf.IResolvable;
  /**
  * The uid of the parent group. Changing it creates a new identity.
  */
  readonly groupUid: string;
  /**
  * The identity's name. Identities of one group may share a name.
  */
  readonly name: string;
  /**
  * The platform service that may assume the identity. One of SERVICE_PRINCIPAL_COSIGNED, SERVICE_PRINCIPAL_INGESTER, SERVICE_PRINCIPAL_CATALOG_SYNCER, SERVICE_PRINCIPAL_APKO_BUILDER, SERVICE_PRINCIPAL_ENTITLEMENT_SYNCER, SERVICE_PRINCIPAL_TENANT_SCANNER, SERVICE_PRINCIPAL_SEDIMENTOLOGY, SERVICE_PRINCIPAL_SKILLUP, SERVICE_PRINCIPAL_MATERIALIZER, SERVICE_PRINCIPAL_MICROFLOW, SERVICE_PRINCIPAL_GUARDENER, SERVICE_PRINCIPAL_MICROVM, SERVICE_PRINCIPAL_SKILLS.
  */
  readonly servicePrincipal?: string;
  /**
  * Allows bearers of tokens signed with one of these keys to assume the identity. The issuer does not have to be reachable.
  */
  readonly staticKeys?: IdentityStaticKeys;
  /**
  * Timeouts per operation.
  */
  readonly timeouts?: IdentityTimeouts;
}
export interface IdentityAwsIdentity {
  /**
  * The ARN to match.
  */
  readonly arn?: string;
  /**
  * Regular expression (RE2) that the whole ARN must match.
  */
  readonly arnPattern?: string;
  /**
  * The AWS account ID.
  */
  readonly awsAccount: string;
  /**
  * The AWS user ID to match.
  */
  readonly userId?: string;
  /**
  * Regular expression (RE2) that the whole AWS user ID must match.
  */
  readonly userIdPattern?: string;
}

export function identityAwsIdentityToTerraform(struct?: IdentityAwsIdentity | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    arn: cdktf.stringToTerraform(struct!.arn),
    arn_pattern: cdktf.stringToTerraform(struct!.arnPattern),
    aws_account: cdktf.stringToTerraform(struct!.awsAccount),
    user_id: cdktf.stringToTerraform(struct!.userId),
    user_id_pattern: cdktf.stringToTerraform(struct!.userIdPattern),
  }
}


export function identityAwsIdentityToHclTerraform(struct?: IdentityAwsIdentity | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    arn: {
      value: cdktf.stringToHclTerraform(struct!.arn),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    arn_pattern: {
      value: cdktf.stringToHclTerraform(struct!.arnPattern),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    aws_account: {
      value: cdktf.stringToHclTerraform(struct!.awsAccount),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    user_id: {
      value: cdktf.stringToHclTerraform(struct!.userId),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    user_id_pattern: {
      value: cdktf.stringToHclTerraform(struct!.userIdPattern),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class IdentityAwsIdentityOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): IdentityAwsIdentity | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._arn !== undefined) {
      hasAnyValues = true;
      internalValueResult.arn = this._arn;
    }
    if (this._arnPattern !== undefined) {
      hasAnyValues = true;
      internalValueResult.arnPattern = this._arnPattern;
    }
    if (this._awsAccount !== undefined) {
      hasAnyValues = true;
      internalValueResult.awsAccount = this._awsAccount;
    }
    if (this._userId !== undefined) {
      hasAnyValues = true;
      internalValueResult.userId = this._userId;
    }
    if (this._userIdPattern !== undefined) {
      hasAnyValues = true;
      internalValueResult.userIdPattern = this._userIdPattern;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: IdentityAwsIdentity | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._arn = undefined;
      this._arnPattern = undefined;
      this._awsAccount = undefined;
      this._userId = undefined;
      this._userIdPattern = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._arn = value.arn;
      this._arnPattern = value.arnPattern;
      this._awsAccount = value.awsAccount;
      this._userId = value.userId;
      this._userIdPattern = value.userIdPattern;
    }
  }

  // arn - computed: false, optional: true, required: false
  private _arn?: string;
  public get arn() {
    return this.getStringAttribute('arn');
  }
  public set arn(value: string) {
    this._arn = value;
  }
  public resetArn() {
    this._arn = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get arnInput() {
    return this._arn;
  }

  // arn_pattern - computed: false, optional: true, required: false
  private _arnPattern?: string;
  public get arnPattern() {
    return this.getStringAttribute('arn_pattern');
  }
  public set arnPattern(value: string) {
    this._arnPattern = value;
  }
  public resetArnPattern() {
    this._arnPattern = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get arnPatternInput() {
    return this._arnPattern;
  }

  // aws_account - computed: false, optional: false, required: true
  private _awsAccount?: string;
  public get awsAccount() {
    return this.getStringAttribute('aws_account');
  }
  public set awsAccount(value: string) {
    this._awsAccount = value;
  }
  // Temporarily expose input value. Use with caution.
  public get awsAccountInput() {
    return this._awsAccount;
  }

  // user_id - computed: false, optional: true, required: false
  private _userId?: string;
  public get userId() {
    return this.getStringAttribute('user_id');
  }
  public set userId(value: string) {
    this._userId = value;
  }
  public resetUserId() {
    this._userId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get userIdInput() {
    return this._userId;
  }

  // user_id_pattern - computed: false, optional: true, required: false
  private _userIdPattern?: string;
  public get userIdPattern() {
    return this.getStringAttribute('user_id_pattern');
  }
  public set userIdPattern(value: string) {
    this._userIdPattern = value;
  }
  public resetUserIdPattern() {
    this._userIdPattern = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get userIdPatternInput() {
    return this._userIdPattern;
  }
}
export interface IdentityClaimMatch {
  /**
  * The audience that a token must have. Defaults to the address of the token service.
  */
  readonly audience?: string;
  /**
  * Regular expression (RE2) that must match at least one audience in full.
  */
  readonly audiencePattern?: string;
  /**
  * Additional claims and the regular expressions that they must match.
  */
  readonly claimPatterns?: { [key: string]: string };
  /**
  * Additional claims and their required values.
  */
  readonly claims?: { [key: string]: string };
  /**
  * The issuer URL of the accepted tokens.
  */
  readonly issuer?: string;
  /**
  * Regular expression (RE2) that the whole issuer must match; it must begin with a literal https://host/, with each dot of the host escaped.
  */
  readonly issuerPattern?: string;
  /**
  * The subject claim to match.
  */
  readonly subject?: string;
  /**
  * Regular expression (RE2) that the whole subject claim must match.
  */
  readonly subjectPattern?: string;
}

export function identityClaimMatchToTerraform(struct?: IdentityClaimMatch | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    audience: cdktf.stringToTerraform(struct!.audience),
    audience_pattern: cdktf.stringToTerraform(struct!.audiencePattern),
    claim_patterns: cdktf.hashMapper(cdktf.stringToTerraform)(struct!.claimPatterns),
    claims: cdktf.hashMapper(cdktf.stringToTerraform)(struct!.claims),
    issuer: cdktf.stringToTerraform(struct!.issuer),
    issuer_pattern: cdktf.stringToTerraform(struct!.issuerPattern),
    subject: cdktf.stringToTerraform(struct!.subject),
    subject_pattern: cdktf.stringToTerraform(struct!.subjectPattern),
  }
}


export function identityClaimMatchToHclTerraform(struct?: IdentityClaimMatch | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    audience: {
      value: cdktf.stringToHclTerraform(struct!.audience),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    audience_pattern: {
      value: cdktf.stringToHclTerraform(struct!.audiencePattern),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    claim_patterns: {
      value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(struct!.claimPatterns),
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    },
    claims: {
      value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(struct!.claims),
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    },
    issuer: {
      value: cdktf.stringToHclTerraform(struct!.issuer),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    issuer_pattern: {
      value: cdktf.stringToHclTerraform(struct!.issuerPattern),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    subject: {
      value: cdktf.stringToHclTerraform(struct!.subject),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    subject_pattern: {
      value: cdktf.stringToHclTerraform(struct!.subjectPattern),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class IdentityClaimMatchOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): IdentityClaimMatch | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._audience !== undefined) {
      hasAnyValues = true;
      internalValueResult.audience = this._audience;
    }
    if (this._audiencePattern !== undefined) {
      hasAnyValues = true;
      internalValueResult.audiencePattern = this._audiencePattern;
    }
    if (this._claimPatterns !== undefined) {
      hasAnyValues = true;
      internalValueResult.claimPatterns = this._claimPatterns;
    }
    if (this._claims !== undefined) {
      hasAnyValues = true;
      internalValueResult.claims = this._claims;
    }
    if (this._issuer !== undefined) {
      hasAnyValues = true;
      internalValueResult.issuer = this._issuer;
    }
    if (this._issuerPattern !== undefined) {
      hasAnyValues = true;
      internalValueResult.issuerPattern = this._issuerPattern;
    }
    if (this._subject !== undefined) {
      hasAnyValues = true;
      internalValueResult.subject = this._subject;
    }
    if (this._subjectPattern !== undefined) {
      hasAnyValues = true;
      internalValueResult.subjectPattern = this._subjectPattern;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: IdentityClaimMatch | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._audience = undefined;
      this._audiencePattern = undefined;
      this._claimPatterns = undefined;
      this._claims = undefined;
      this._issuer = undefined;
      this._issuerPattern = undefined;
      this._subject = undefined;
      this._subjectPattern = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._audience = value.audience;
      this._audiencePattern = value.audiencePattern;
      this._claimPatterns = value.claimPatterns;
      this._claims = value.claims;
      this._issuer = value.issuer;
      this._issuerPattern = value.issuerPattern;
      this._subject = value.subject;
      this._subjectPattern = value.subjectPattern;
    }
  }

  // audience - computed: false, optional: true, required: false
  private _audience?: string;
  public get audience() {
    return this.getStringAttribute('audience');
  }
  public set audience(value: string) {
    this._audience = value;
  }
  public resetAudience() {
    this._audience = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get audienceInput() {
    return this._audience;
  }

  // audience_pattern - computed: false, optional: true, required: false
  private _audiencePattern?: string;
  public get audiencePattern() {
    return this.getStringAttribute('audience_pattern');
  }
  public set audiencePattern(value: string) {
    this._audiencePattern = value;
  }
  public resetAudiencePattern() {
    this._audiencePattern = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get audiencePatternInput() {
    return this._audiencePattern;
  }

  // claim_patterns - computed: false, optional: true, required: false
  private _claimPatterns?: { [key: string]: string };
  public get claimPatterns() {
    return this.getStringMapAttribute('claim_patterns');
  }
  public set claimPatterns(value: { [key: string]: string }) {
    this._claimPatterns = value;
  }
  public resetClaimPatterns() {
    this._claimPatterns = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get claimPatternsInput() {
    return this._claimPatterns;
  }

  // claims - computed: false, optional: true, required: false
  private _claims?: { [key: string]: string };
  public get claims() {
    return this.getStringMapAttribute('claims');
  }
  public set claims(value: { [key: string]: string }) {
    this._claims = value;
  }
  public resetClaims() {
    this._claims = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get claimsInput() {
    return this._claims;
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

  // issuer_pattern - computed: false, optional: true, required: false
  private _issuerPattern?: string;
  public get issuerPattern() {
    return this.getStringAttribute('issuer_pattern');
  }
  public set issuerPattern(value: string) {
    this._issuerPattern = value;
  }
  public resetIssuerPattern() {
    this._issuerPattern = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get issuerPatternInput() {
    return this._issuerPattern;
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

  // subject_pattern - computed: false, optional: true, required: false
  private _subjectPattern?: string;
  public get subjectPattern() {
    return this.getStringAttribute('subject_pattern');
  }
  public set subjectPattern(value: string) {
    this._subjectPattern = value;
  }
  public resetSubjectPattern() {
    this._subjectPattern = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get subjectPatternInput() {
    return this._subjectPattern;
  }
}
export interface IdentityStaticKeys {
  /**
  * The accepted audiences.
  */
  readonly audiences?: string[];
  /**
  * The time at which the keys expire, at most 365 days in the future.
  */
  readonly expirationTime?: string;
  /**
  * The issuer claim of the accepted tokens.
  */
  readonly issuer: string;
  /**
  * The public keys that verify the tokens, as a JSON Web Key Set.
  */
  readonly issuerKeys: string;
  /**
  * The subject claim to match.
  */
  readonly subject: string;
}

export function identityStaticKeysToTerraform(struct?: IdentityStaticKeys | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    audiences: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.audiences),
    expiration_time: cdktf.stringToTerraform(struct!.expirationTime),
    issuer: cdktf.stringToTerraform(struct!.issuer),
    issuer_keys: cdktf.stringToTerraform(struct!.issuerKeys),
    subject: cdktf.stringToTerraform(struct!.subject),
  }
}


export function identityStaticKeysToHclTerraform(struct?: IdentityStaticKeys | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    audiences: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.audiences),
      isBlock: false,
      type: "set",
      storageClassType: "stringList",
    },
    expiration_time: {
      value: cdktf.stringToHclTerraform(struct!.expirationTime),
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
    issuer_keys: {
      value: cdktf.stringToHclTerraform(struct!.issuerKeys),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    subject: {
      value: cdktf.stringToHclTerraform(struct!.subject),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class IdentityStaticKeysOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): IdentityStaticKeys | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._audiences !== undefined) {
      hasAnyValues = true;
      internalValueResult.audiences = this._audiences;
    }
    if (this._expirationTime !== undefined) {
      hasAnyValues = true;
      internalValueResult.expirationTime = this._expirationTime;
    }
    if (this._issuer !== undefined) {
      hasAnyValues = true;
      internalValueResult.issuer = this._issuer;
    }
    if (this._issuerKeys !== undefined) {
      hasAnyValues = true;
      internalValueResult.issuerKeys = this._issuerKeys;
    }
    if (this._subject !== undefined) {
      hasAnyValues = true;
      internalValueResult.subject = this._subject;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: IdentityStaticKeys | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._audiences = undefined;
      this._expirationTime = undefined;
      this._issuer = undefined;
      this._issuerKeys = undefined;
      this._subject = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._audiences = value.audiences;
      this._expirationTime = value.expirationTime;
      this._issuer = value.issuer;
      this._issuerKeys = value.issuerKeys;
      this._subject = value.subject;
    }
  }

  // audiences - computed: false, optional: true, required: false
  private _audiences?: string[];
  public get audiences() {
    return cdktf.Fn.tolist(this.getListAttribute('audiences'));
  }
  public set audiences(value: string[]) {
    this._audiences = value;
  }
  public resetAudiences() {
    this._audiences = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get audiencesInput() {
    return this._audiences;
  }

  // expiration_time - computed: false, optional: true, required: false
  private _expirationTime?: string;
  public get expirationTime() {
    return this.getStringAttribute('expiration_time');
  }
  public set expirationTime(value: string) {
    this._expirationTime = value;
  }
  public resetExpirationTime() {
    this._expirationTime = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get expirationTimeInput() {
    return this._expirationTime;
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

  // issuer_keys - computed: false, optional: false, required: true
  private _issuerKeys?: string;
  public get issuerKeys() {
    return this.getStringAttribute('issuer_keys');
  }
  public set issuerKeys(value: string) {
    this._issuerKeys = value;
  }
  // Temporarily expose input value. Use with caution.
  public get issuerKeysInput() {
    return this._issuerKeys;
  }

  // subject - computed: false, optional: false, required: true
  private _subject?: string;
  public get subject() {
    return this.getStringAttribute('subject');
  }
  public set subject(value: string) {
    this._subject = value;
  }
  // Temporarily expose input value. Use with caution.
  public get subjectInput() {
    return this._subject;
  }
}
export interface IdentityTimeouts {
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

export function identityTimeoutsToTerraform(struct?: IdentityTimeouts | cdktf.IResolvable): any {
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


export function identityTimeoutsToHclTerraform(struct?: IdentityTimeouts | cdktf.IResolvable): any {
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

export class IdentityTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): IdentityTimeouts | cdktf.IResolvable | undefined {
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

  public set internalValue(value: IdentityTimeouts | cdktf.IResolvable | undefined) {
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
* Represents a platform_identity
*/
export class Identity extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "platform_identity";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a Identity resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the Identity to import
  * @param importFromId The id of the existing Identity that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the Identity to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "platform_identity", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new platform_identity Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options IdentityConfig
  */
  public constructor(scope: Construct, id: string, config: IdentityConfig) {
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
    this._awsIdentity.internalValue = config.awsIdentity;
    this._claimMatch.internalValue = config.claimMatch;
    this._description = config.description;
    this._disabled = config.disabled;
    this._groupUid = config.groupUid;
    this._name = config.name;
    this._servicePrincipal = config.servicePrincipal;
    this._staticKeys.internalValue = config.staticKeys;
    this._timeouts.internalValue = config.timeouts;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // aws_identity - computed: false, optional: true, required: false
  private _awsIdentity = new IdentityAwsIdentityOutputReference(this, "aws_identity");
  public get awsIdentity() {
    return this._awsIdentity;
  }
  public putAwsIdentity(value: IdentityAwsIdentity) {
    this._awsIdentity.internalValue = value;
  }
  public resetAwsIdentity() {
    this._awsIdentity.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get awsIdentityInput() {
    return this._awsIdentity.internalValue;
  }

  // claim_match - computed: false, optional: true, required: false
  private _claimMatch = new IdentityClaimMatchOutputReference(this, "claim_match");
  public get claimMatch() {
    return this._claimMatch;
  }
  public putClaimMatch(value: IdentityClaimMatch) {
    this._claimMatch.internalValue = value;
  }
  public resetClaimMatch() {
    this._claimMatch.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get claimMatchInput() {
    return this._claimMatch.internalValue;
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

  // disabled - computed: false, optional: true, required: false
  private _disabled?: boolean | cdktf.IResolvable;
  public get disabled() {
    return this.getBooleanAttribute('disabled');
  }
  public set disabled(value: boolean | cdktf.IResolvable) {
    this._disabled = value;
  }
  public resetDisabled() {
    this._disabled = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get disabledInput() {
    return this._disabled;
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

  // service_principal - computed: false, optional: true, required: false
  private _servicePrincipal?: string;
  public get servicePrincipal() {
    return this.getStringAttribute('service_principal');
  }
  public set servicePrincipal(value: string) {
    this._servicePrincipal = value;
  }
  public resetServicePrincipal() {
    this._servicePrincipal = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get servicePrincipalInput() {
    return this._servicePrincipal;
  }

  // static_keys - computed: false, optional: true, required: false
  private _staticKeys = new IdentityStaticKeysOutputReference(this, "static_keys");
  public get staticKeys() {
    return this._staticKeys;
  }
  public putStaticKeys(value: IdentityStaticKeys) {
    this._staticKeys.internalValue = value;
  }
  public resetStaticKeys() {
    this._staticKeys.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get staticKeysInput() {
    return this._staticKeys.internalValue;
  }

  // timeouts - computed: false, optional: true, required: false
  private _timeouts = new IdentityTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: IdentityTimeouts) {
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
      aws_identity: identityAwsIdentityToTerraform(this._awsIdentity.internalValue),
      claim_match: identityClaimMatchToTerraform(this._claimMatch.internalValue),
      description: cdktf.stringToTerraform(this._description),
      disabled: cdktf.booleanToTerraform(this._disabled),
      group_uid: cdktf.stringToTerraform(this._groupUid),
      name: cdktf.stringToTerraform(this._name),
      service_principal: cdktf.stringToTerraform(this._servicePrincipal),
      static_keys: identityStaticKeysToTerraform(this._staticKeys.internalValue),
      timeouts: identityTimeoutsToTerraform(this._timeouts.internalValue),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      aws_identity: {
        value: identityAwsIdentityToHclTerraform(this._awsIdentity.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "IdentityAwsIdentity",
      },
      claim_match: {
        value: identityClaimMatchToHclTerraform(this._claimMatch.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "IdentityClaimMatch",
      },
      description: {
        value: cdktf.stringToHclTerraform(this._description),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      disabled: {
        value: cdktf.booleanToHclTerraform(this._disabled),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
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
      service_principal: {
        value: cdktf.stringToHclTerraform(this._servicePrincipal),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      static_keys: {
        value: identityStaticKeysToHclTerraform(this._staticKeys.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "IdentityStaticKeys",
      },
      timeouts: {
        value: identityTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: false,
        type: "list",
        storageClassType: "IdentityTimeouts",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
