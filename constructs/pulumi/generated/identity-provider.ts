// Generated from src/model by `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import type { Uid } from "../../../src/model";
import type { WithInputs } from "../types";

/** A role for the members of one group of the identity provider. */
export interface IdentityProviderOidcRoleMappingArgs {
  /** The group's value in the groups claim. */
  readonly claimValue: pulumi.Input<string>;
  /** The uid of the role that is granted to the group's members. */
  readonly roleUid: pulumi.Input<Uid<"Role">>;
  /** The uid of the platform group in which the role is granted. Defaults to the organization. */
  readonly groupUid?: pulumi.Input<Uid<"Group"> | undefined>;
}

/** The OpenID Connect provider that users log in with. At least one of `clientSecret`, `pkceEnabled` must be set. `groupsClaim` requires `roleMappings`. `roleMappings` requires `groupsClaim`. */
export interface IdentityProviderOidcArgs {
  /** The issuer URL of the OpenID Connect provider. Must be an https or http URL (`^https?://[^\s]+$`). */
  readonly issuer: pulumi.Input<string>;
  /** The OAuth client ID registered with the provider for the platform. */
  readonly clientId: pulumi.Input<string>;
  /** The client's secret; never returned. An empty value keeps the stored one, unless an update names the field or changes the issuer. Encrypted as a secret in the state. */
  readonly clientSecret?: pulumi.Input<string | undefined>;
  /** Scopes to request in addition to openid. */
  readonly additionalScopes?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
  /** The claim that lists a user's groups, for roleMappings; requires roleMappings. */
  readonly groupsClaim?: pulumi.Input<string | undefined>;
  /** The claim that identifies a user: sub (the default), or oid, the object ID of Microsoft Entra. A login without the claim is rejected. */
  readonly correlationRule?: pulumi.Input<"CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID" | "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID" | undefined>;
  /** Whether logins use PKCE; required for clients without a secret. */
  readonly pkceEnabled?: pulumi.Input<boolean | undefined>;
  /** Claims that an identity token must have to log in, and their values; if a claim is an array, one element must match. An email address that is not verified counts as missing. */
  readonly requiredClaims?: pulumi.Input<{ readonly [key: string]: pulumi.Input<string> } | undefined>;
  /** Claims that an identity token must have to log in, and regular expressions that they must match. */
  readonly requiredClaimPatterns?: pulumi.Input<{ readonly [key: string]: pulumi.Input<string> } | undefined>;
  /** Roles that each login grants to members of the identity provider's groups and revokes from former members; requires groupsClaim. */
  readonly roleMappings?: pulumi.Input<readonly pulumi.Input<IdentityProviderOidcRoleMappingArgs>[] | undefined>;
}

/** A role for the members of one group of the identity provider. */
export interface IdentityProviderOidcRoleMapping {
  /** The group's value in the groups claim. */
  readonly claimValue: string;
  /** The uid of the role that is granted to the group's members. */
  readonly roleUid: Uid<"Role">;
  /** The uid of the platform group in which the role is granted. Defaults to the organization. */
  readonly groupUid?: Uid<"Group"> | undefined;
}

/** The OpenID Connect provider that users log in with. */
export interface IdentityProviderOidc {
  /** The issuer URL of the OpenID Connect provider. */
  readonly issuer: string;
  /** The OAuth client ID registered with the provider for the platform. */
  readonly clientId: string;
  /** The client's secret; never returned. An empty value keeps the stored one, unless an update names the field or changes the issuer. Encrypted as a secret in the state. */
  readonly clientSecret?: string | undefined;
  /** Scopes to request in addition to openid. */
  readonly additionalScopes?: readonly string[] | undefined;
  /** The claim that lists a user's groups, for roleMappings; requires roleMappings. */
  readonly groupsClaim?: string | undefined;
  /** The claim that identifies a user: sub (the default), or oid, the object ID of Microsoft Entra. A login without the claim is rejected. */
  readonly correlationRule?: "CORRELATION_RULE_UNSPECIFIED" | "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID" | "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID" | undefined;
  /** Whether logins use PKCE; required for clients without a secret. */
  readonly pkceEnabled?: boolean | undefined;
  /** Claims that an identity token must have to log in, and their values; if a claim is an array, one element must match. An email address that is not verified counts as missing. */
  readonly requiredClaims?: { readonly [key: string]: string } | undefined;
  /** Claims that an identity token must have to log in, and regular expressions that they must match. */
  readonly requiredClaimPatterns?: { readonly [key: string]: string } | undefined;
  /** Roles that each login grants to members of the identity provider's groups and revokes from former members; requires groupsClaim. */
  readonly roleMappings?: readonly IdentityProviderOidcRoleMapping[] | undefined;
}

/** The inputs of an identity provider. */
export interface IdentityProviderInputs {
  /** The identity provider's name. Identity providers of one organization may share a name. Must contain only lowercase letters, digits, spaces, ".", "_" and "-" (`^[a-z0-9 ._-]{1,}$`). At most 255 characters. */
  readonly name: pulumi.Input<string>;
  /** A description. Must be at most 512 characters on one line, without tabs (`^[\S ]{0,512}$`). */
  readonly description?: pulumi.Input<string | undefined>;
  /** The uid of the role that is granted to users at their first login. */
  readonly defaultRole: pulumi.Input<Uid<"Role">>;
  /** The OpenID Connect provider that users log in with. */
  readonly oidc: pulumi.Input<IdentityProviderOidcArgs>;
}

/** Creates an identity provider, or adopts one. */
export interface IdentityProviderCreateArgs extends IdentityProviderInputs {
  /** The uid of the parent group. A new value replaces the identity provider. */
  readonly groupUid: pulumi.Input<Uid<"Group">>;
  /** The uid of an existing identity provider to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid?: pulumi.Input<Uid<"IdentityProvider"> | undefined>;
  /** Set to "overwrite" to change the adopted identity provider where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** Adopts an identity provider that exists, whatever its parent. */
export interface IdentityProviderAdoptArgs extends IdentityProviderInputs {
  /** The uid of the parent group. A new value replaces the identity provider. */
  readonly groupUid?: pulumi.Input<Uid<"Group"> | undefined>;
  /** The uid of an existing identity provider to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid: pulumi.Input<Uid<"IdentityProvider">>;
  /** Set to "overwrite" to change the adopted identity provider where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** The arguments of an identity provider: its inputs, and the parent in which it is created or the uid of the one to adopt. */
export type IdentityProviderArgs = IdentityProviderCreateArgs | IdentityProviderAdoptArgs;

/** The outputs of an identity provider. Lookups have everything that the API returns. */
export interface IdentityProviderOutputs {
  /** The identity provider's unique identifier: its organization's uid followed by one more segment. */
  readonly uid: pulumi.Output<Uid<"IdentityProvider">>;
  /** The uid of the parent group. */
  readonly groupUid: pulumi.Output<Uid<"Group">>;
  /** The identity provider's name. Identity providers of one organization may share a name. */
  readonly name: pulumi.Output<string>;
  /** A description. */
  readonly description: pulumi.Output<string>;
  /** The uid of the role that is granted to users at their first login. */
  readonly defaultRole: pulumi.Output<Uid<"Role">>;
  /** The OpenID Connect provider that users log in with. */
  readonly oidc: pulumi.Output<IdentityProviderOidc | undefined>;
}

/** An identity provider as lookups return it. The identity provider that users of an organization log in with. */
export interface GetIdentityProviderResult {
  /** The identity provider's unique identifier: its organization's uid followed by one more segment. */
  readonly uid: Uid<"IdentityProvider">;
  /** The uid of the parent group. */
  readonly groupUid: Uid<"Group">;
  /** The identity provider's name. Identity providers of one organization may share a name. */
  readonly name: string;
  /** A description. */
  readonly description: string;
  /** The time at which the resource was created. */
  readonly createTime: string;
  /** The time at which the resource was last updated. */
  readonly updateTime: string;
  /** The uid of the role that is granted to users at their first login. */
  readonly defaultRole: Uid<"Role">;
  /** The OpenID Connect provider that users log in with. */
  readonly oidc?: IdentityProviderOidc | undefined;
}

/** Selects an identity provider by uid. */
export interface GetIdentityProviderByUidArgs {
  /** The uid of the identity provider. */
  readonly uid: Uid<"IdentityProvider">;
}

/** Selects an identity provider by name and scope. */
export interface GetIdentityProviderByNameArgs {
  /** The name of the identity provider. */
  readonly name: string;
  /** The uid of the parent group: the name is looked up directly in it. */
  readonly groupUid?: Uid<"Group"> | undefined;
  /** The uid of a group: the name is looked up anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
}

/** Selects an identity provider. */
export type GetIdentityProviderArgs = GetIdentityProviderByUidArgs | GetIdentityProviderByNameArgs;

/** {@link GetIdentityProviderArgs} any of which may be outputs. */
export type GetIdentityProviderOutputArgs = WithInputs<GetIdentityProviderArgs>;

/** The arguments of a list of identity providers. At most one of `groupUid`, `descendantsOf` may be set. */
export interface GetIdentityProvidersArgs {
  /** The uid of a group: lists resources directly in it. */
  readonly groupUid?: Uid<"Group"> | undefined;
  /** The uid of a group: lists resources anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
  /** Return only resources with exactly this name. */
  readonly name?: string | undefined;
}

/** {@link GetIdentityProvidersArgs} any of which may be outputs. */
export type GetIdentityProvidersOutputArgs = WithInputs<GetIdentityProvidersArgs>;
