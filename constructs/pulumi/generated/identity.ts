// Generated from src/model by `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import type { Uid } from "../../../src/model";
import type { WithInputs } from "../types";

/** Allows bearers of OIDC tokens with these claims to assume the identity. Exactly one of `issuer`, `issuerPattern` must be set. Exactly one of `subject`, `subjectPattern` must be set. At most one of `audience`, `audiencePattern` may be set. */
export interface IdentityClaimMatchArgs {
  /** The issuer URL of the accepted tokens. Must be an https or http URL (`^https?://[^\s]+$`). */
  readonly issuer?: pulumi.Input<string | undefined>;
  /** Regular expression (RE2) that the whole issuer must match; it must begin with a literal https://host/, with each dot of the host escaped. */
  readonly issuerPattern?: pulumi.Input<string | undefined>;
  /** The subject claim to match. */
  readonly subject?: pulumi.Input<string | undefined>;
  /** Regular expression (RE2) that the whole subject claim must match. */
  readonly subjectPattern?: pulumi.Input<string | undefined>;
  /** The audience that a token must have. Defaults to the address of the token service. */
  readonly audience?: pulumi.Input<string | undefined>;
  /** Regular expression (RE2) that must match at least one audience in full. */
  readonly audiencePattern?: pulumi.Input<string | undefined>;
  /** Additional claims and their required values. */
  readonly claims?: pulumi.Input<{ readonly [key: string]: pulumi.Input<string> } | undefined>;
  /** Additional claims and the regular expressions that they must match. */
  readonly claimPatterns?: pulumi.Input<{ readonly [key: string]: pulumi.Input<string> } | undefined>;
}

/** Allows bearers of tokens signed with one of these keys to assume the identity. The issuer does not have to be reachable. */
export interface IdentityStaticKeysArgs {
  /** The issuer claim of the accepted tokens. Must be an https or http URL (`^https?://[^\s]+$`). */
  readonly issuer: pulumi.Input<string>;
  /** The subject claim to match. */
  readonly subject: pulumi.Input<string>;
  /** The public keys that verify the tokens, as a JSON Web Key Set. */
  readonly issuerKeys: pulumi.Input<string>;
  /** The time at which the keys expire, at most 365 days in the future. RFC 3339, such as `2030-01-31T12:00:00Z`. */
  readonly expirationTime?: pulumi.Input<string | undefined>;
  /** The accepted audiences. */
  readonly audiences?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
}

/** Allows a principal of an AWS account to assume the identity. At most one of `arn`, `arnPattern` may be set. At most one of `userId`, `userIdPattern` may be set. */
export interface IdentityAwsIdentityArgs {
  /** The AWS account ID. Must be 12 digits (`^[0-9]{12}$`). */
  readonly awsAccount: pulumi.Input<string>;
  /** The ARN to match. */
  readonly arn?: pulumi.Input<string | undefined>;
  /** Regular expression (RE2) that the whole ARN must match. */
  readonly arnPattern?: pulumi.Input<string | undefined>;
  /** The AWS user ID to match. */
  readonly userId?: pulumi.Input<string | undefined>;
  /** Regular expression (RE2) that the whole AWS user ID must match. */
  readonly userIdPattern?: pulumi.Input<string | undefined>;
}

/** Allows bearers of OIDC tokens with these claims to assume the identity. */
export interface IdentityClaimMatch {
  /** The issuer URL of the accepted tokens. */
  readonly issuer?: string | undefined;
  /** Regular expression (RE2) that the whole issuer must match; it must begin with a literal https://host/, with each dot of the host escaped. */
  readonly issuerPattern?: string | undefined;
  /** The subject claim to match. */
  readonly subject?: string | undefined;
  /** Regular expression (RE2) that the whole subject claim must match. */
  readonly subjectPattern?: string | undefined;
  /** The audience that a token must have. Defaults to the address of the token service. */
  readonly audience?: string | undefined;
  /** Regular expression (RE2) that must match at least one audience in full. */
  readonly audiencePattern?: string | undefined;
  /** Additional claims and their required values. */
  readonly claims?: { readonly [key: string]: string } | undefined;
  /** Additional claims and the regular expressions that they must match. */
  readonly claimPatterns?: { readonly [key: string]: string } | undefined;
}

/** Allows bearers of tokens signed with one of these keys to assume the identity. The issuer does not have to be reachable. */
export interface IdentityStaticKeys {
  /** The issuer claim of the accepted tokens. */
  readonly issuer: string;
  /** The subject claim to match. */
  readonly subject: string;
  /** The public keys that verify the tokens, as a JSON Web Key Set. */
  readonly issuerKeys: string;
  /** The time at which the keys expire, at most 365 days in the future. */
  readonly expirationTime?: string | undefined;
  /** The accepted audiences. */
  readonly audiences?: readonly string[] | undefined;
}

/** Allows a principal of an AWS account to assume the identity. */
export interface IdentityAwsIdentity {
  /** The AWS account ID. */
  readonly awsAccount: string;
  /** The ARN to match. */
  readonly arn?: string | undefined;
  /** Regular expression (RE2) that the whole ARN must match. */
  readonly arnPattern?: string | undefined;
  /** The AWS user ID to match. */
  readonly userId?: string | undefined;
  /** Regular expression (RE2) that the whole AWS user ID must match. */
  readonly userIdPattern?: string | undefined;
}

/** The inputs of an identity. Exactly one of `claimMatch`, `staticKeys`, `awsIdentity`, `servicePrincipal` must be set. */
export interface IdentityInputs {
  /** The identity's name. Identities of one group may share a name. Must contain only lowercase letters, digits, spaces, ".", "_" and "-" (`^[a-z0-9 ._-]{1,}$`). At most 255 characters. */
  readonly name: pulumi.Input<string>;
  /** A description. Must be at most 512 characters on one line, without tabs (`^[\S ]{0,512}$`). */
  readonly description?: pulumi.Input<string | undefined>;
  /** Allows bearers of OIDC tokens with these claims to assume the identity. */
  readonly claimMatch?: pulumi.Input<IdentityClaimMatchArgs | undefined>;
  /** Allows bearers of tokens signed with one of these keys to assume the identity. The issuer does not have to be reachable. */
  readonly staticKeys?: pulumi.Input<IdentityStaticKeysArgs | undefined>;
  /** Allows a principal of an AWS account to assume the identity. */
  readonly awsIdentity?: pulumi.Input<IdentityAwsIdentityArgs | undefined>;
  /** The platform service that may assume the identity. */
  readonly servicePrincipal?: pulumi.Input<"SERVICE_PRINCIPAL_COSIGNED" | "SERVICE_PRINCIPAL_INGESTER" | "SERVICE_PRINCIPAL_CATALOG_SYNCER" | "SERVICE_PRINCIPAL_APKO_BUILDER" | "SERVICE_PRINCIPAL_ENTITLEMENT_SYNCER" | "SERVICE_PRINCIPAL_TENANT_SCANNER" | "SERVICE_PRINCIPAL_SEDIMENTOLOGY" | "SERVICE_PRINCIPAL_SKILLUP" | "SERVICE_PRINCIPAL_MATERIALIZER" | "SERVICE_PRINCIPAL_MICROFLOW" | "SERVICE_PRINCIPAL_GUARDENER" | "SERVICE_PRINCIPAL_MICROVM" | "SERVICE_PRINCIPAL_SKILLS" | undefined>;
  /** Whether the identity is disabled: it cannot obtain tokens, and its existing tokens are rejected. Its role bindings are kept. */
  readonly disabled?: pulumi.Input<boolean | undefined>;
}

/** Creates an identity, or adopts one. */
export interface IdentityCreateArgs extends IdentityInputs {
  /** The uid of the parent group. A new value replaces the identity. */
  readonly groupUid: pulumi.Input<Uid<"Group">>;
  /** The uid of an existing identity to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid?: pulumi.Input<Uid<"Identity"> | undefined>;
  /** Set to "overwrite" to change the adopted identity where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** Adopts an identity that exists, whatever its parent. */
export interface IdentityAdoptArgs extends IdentityInputs {
  /** The uid of the parent group. A new value replaces the identity. */
  readonly groupUid?: pulumi.Input<Uid<"Group"> | undefined>;
  /** The uid of an existing identity to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid: pulumi.Input<Uid<"Identity">>;
  /** Set to "overwrite" to change the adopted identity where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** The arguments of an identity: its inputs, and the parent in which it is created or the uid of the one to adopt. */
export type IdentityArgs = IdentityCreateArgs | IdentityAdoptArgs;

/** The outputs of an identity. Lookups have everything that the API returns. */
export interface IdentityOutputs {
  /** The identity's unique identifier: its group's uid followed by one more segment. */
  readonly uid: pulumi.Output<Uid<"Identity">>;
  /** The uid of the parent group. */
  readonly groupUid: pulumi.Output<Uid<"Group">>;
  /** The identity's name. Identities of one group may share a name. */
  readonly name: pulumi.Output<string>;
  /** A description. */
  readonly description: pulumi.Output<string>;
  /** Allows bearers of OIDC tokens with these claims to assume the identity. */
  readonly claimMatch: pulumi.Output<IdentityClaimMatch | undefined>;
  /** Allows bearers of tokens signed with one of these keys to assume the identity. The issuer does not have to be reachable. */
  readonly staticKeys: pulumi.Output<IdentityStaticKeys | undefined>;
  /** Allows a principal of an AWS account to assume the identity. */
  readonly awsIdentity: pulumi.Output<IdentityAwsIdentity | undefined>;
  /** The platform service that may assume the identity. */
  readonly servicePrincipal: pulumi.Output<"SERVICE_PRINCIPAL_UNSPECIFIED" | "SERVICE_PRINCIPAL_COSIGNED" | "SERVICE_PRINCIPAL_INGESTER" | "SERVICE_PRINCIPAL_CATALOG_SYNCER" | "SERVICE_PRINCIPAL_APKO_BUILDER" | "SERVICE_PRINCIPAL_ENTITLEMENT_SYNCER" | "SERVICE_PRINCIPAL_TENANT_SCANNER" | "SERVICE_PRINCIPAL_SEDIMENTOLOGY" | "SERVICE_PRINCIPAL_SKILLUP" | "SERVICE_PRINCIPAL_MATERIALIZER" | "SERVICE_PRINCIPAL_MICROFLOW" | "SERVICE_PRINCIPAL_GUARDENER" | "SERVICE_PRINCIPAL_MICROVM" | "SERVICE_PRINCIPAL_SKILLS" | undefined>;
  /** Whether the identity is disabled: it cannot obtain tokens, and its existing tokens are rejected. Its role bindings are kept. */
  readonly disabled: pulumi.Output<boolean>;
}

/** An identity as lookups return it. A workload or user that authenticates with an OIDC token. */
export interface GetIdentityResult {
  /** The identity's unique identifier: its group's uid followed by one more segment. */
  readonly uid: Uid<"Identity">;
  /** The uid of the parent group. */
  readonly groupUid: Uid<"Group">;
  /** The identity's name. Identities of one group may share a name. */
  readonly name: string;
  /** A description. */
  readonly description: string;
  /** The email address of the identity's user, if any. */
  readonly email: string;
  /** The time at which the identity last obtained a token; initially the time at which it was created. */
  readonly lastSeenTime: string;
  /** The time at which the resource was created. */
  readonly createTime: string;
  /** The time at which the resource was last updated. */
  readonly updateTime: string;
  /** Allows bearers of OIDC tokens with these claims to assume the identity. */
  readonly claimMatch?: IdentityClaimMatch | undefined;
  /** Allows bearers of tokens signed with one of these keys to assume the identity. The issuer does not have to be reachable. */
  readonly staticKeys?: IdentityStaticKeys | undefined;
  /** Allows a principal of an AWS account to assume the identity. */
  readonly awsIdentity?: IdentityAwsIdentity | undefined;
  /** The platform service that may assume the identity. */
  readonly servicePrincipal?: "SERVICE_PRINCIPAL_UNSPECIFIED" | "SERVICE_PRINCIPAL_COSIGNED" | "SERVICE_PRINCIPAL_INGESTER" | "SERVICE_PRINCIPAL_CATALOG_SYNCER" | "SERVICE_PRINCIPAL_APKO_BUILDER" | "SERVICE_PRINCIPAL_ENTITLEMENT_SYNCER" | "SERVICE_PRINCIPAL_TENANT_SCANNER" | "SERVICE_PRINCIPAL_SEDIMENTOLOGY" | "SERVICE_PRINCIPAL_SKILLUP" | "SERVICE_PRINCIPAL_MATERIALIZER" | "SERVICE_PRINCIPAL_MICROFLOW" | "SERVICE_PRINCIPAL_GUARDENER" | "SERVICE_PRINCIPAL_MICROVM" | "SERVICE_PRINCIPAL_SKILLS" | undefined;
  /** Whether the identity is disabled: it cannot obtain tokens, and its existing tokens are rejected. Its role bindings are kept. */
  readonly disabled: boolean;
}

/** Selects an identity by uid. */
export interface GetIdentityByUidArgs {
  /** The uid of the identity. */
  readonly uid: Uid<"Identity">;
}

/** Selects an identity by name and scope. */
export interface GetIdentityByNameArgs {
  /** The name of the identity. */
  readonly name: string;
  /** The uid of the parent group: the name is looked up directly in it. */
  readonly groupUid?: Uid<"Group"> | undefined;
  /** The uid of a group: the name is looked up anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
}

/** Selects an identity by issuer and subject. */
export interface GetIdentityByIssuerAndSubjectArgs {
  /** The exact issuer claim of the tokens that the identity trusts. */
  readonly issuer: string;
  /** The exact subject claim of the tokens that the identity trusts. */
  readonly subject: string;
}

/** Selects an identity. */
export type GetIdentityArgs = GetIdentityByUidArgs | GetIdentityByNameArgs | GetIdentityByIssuerAndSubjectArgs;

/** {@link GetIdentityArgs} any of which may be outputs. */
export type GetIdentityOutputArgs = WithInputs<GetIdentityArgs>;

/** The arguments of a list of identities. At most one of `groupUid`, `descendantsOf` may be set. */
export interface GetIdentitiesArgs {
  /** The uid of a group: lists resources directly in it. */
  readonly groupUid?: Uid<"Group"> | undefined;
  /** The uid of a group: lists resources anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
  /** Return only resources with exactly this name. */
  readonly name?: string | undefined;
  /** Return only identities of this kind. */
  readonly relationshipType?: "RELATIONSHIP_TYPE_CLAIM_MATCH" | "RELATIONSHIP_TYPE_STATIC" | "RELATIONSHIP_TYPE_AWS_IDENTITY" | "RELATIONSHIP_TYPE_SERVICE_PRINCIPAL" | undefined;
}

/** {@link GetIdentitiesArgs} any of which may be outputs. */
export type GetIdentitiesOutputArgs = WithInputs<GetIdentitiesArgs>;
