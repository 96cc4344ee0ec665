// Generated from src/model by `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import type { Uid } from "../../../src/model";
import type { WithInputs } from "../types";

/** The AWS account. */
export interface AccountAssociationAmazonArgs {
  /** The AWS account ID. Must be 12 digits (`^[0-9]{12}$`). */
  readonly account: pulumi.Input<string>;
}

/** The Google Cloud project. */
export interface AccountAssociationGoogleArgs {
  /** The project's ID. */
  readonly projectId?: pulumi.Input<string | undefined>;
  /** The project's number. */
  readonly projectNumber?: pulumi.Input<string | undefined>;
}

/** The identities that the platform's services may assume for the group. */
export interface AccountAssociationChainguardArgs {
  /** The identities that the platform's services assume, keyed by service name. */
  readonly serviceBindings?: pulumi.Input<{ readonly [key: string]: pulumi.Input<Uid<"Identity">> } | undefined>;
}

/** The Azure tenant. */
export interface AccountAssociationAzureArgs {
  /** The tenant's ID. */
  readonly tenantId?: pulumi.Input<string | undefined>;
  /** Client IDs, keyed by purpose. */
  readonly clientIds?: pulumi.Input<{ readonly [key: string]: pulumi.Input<string> } | undefined>;
}

/** An installation of the GitHub App. */
export interface AccountAssociationGithubAppInstallationInstallationArgs {
  /** The installation's ID. */
  readonly installationId: pulumi.Input<string>;
  /** The installation's name. */
  readonly name?: pulumi.Input<string | undefined>;
}

/** The installations of one GitHub App. */
export interface AccountAssociationGithubAppInstallationArgs {
  /** The app's installations. */
  readonly installations?: pulumi.Input<readonly pulumi.Input<AccountAssociationGithubAppInstallationInstallationArgs>[] | undefined>;
}

/** The group's GitHub App installations. */
export interface AccountAssociationGithubArgs {
  /** Installations, keyed by app ID. */
  readonly appInstallations?: pulumi.Input<{ readonly [key: string]: pulumi.Input<AccountAssociationGithubAppInstallationArgs> } | undefined>;
}

/** The AWS account. */
export interface AccountAssociationAmazon {
  /** The AWS account ID. */
  readonly account: string;
}

/** The Google Cloud project. */
export interface AccountAssociationGoogle {
  /** The project's ID. */
  readonly projectId?: string | undefined;
  /** The project's number. */
  readonly projectNumber?: string | undefined;
}

/** The identities that the platform's services may assume for the group. */
export interface AccountAssociationChainguard {
  /** The identities that the platform's services assume, keyed by service name. */
  readonly serviceBindings?: { readonly [key: string]: Uid<"Identity"> } | undefined;
}

/** The Azure tenant. */
export interface AccountAssociationAzure {
  /** The tenant's ID. */
  readonly tenantId?: string | undefined;
  /** Client IDs, keyed by purpose. */
  readonly clientIds?: { readonly [key: string]: string } | undefined;
}

/** An installation of the GitHub App. */
export interface AccountAssociationGithubAppInstallationInstallation {
  /** The installation's ID. */
  readonly installationId: string;
  /** The installation's name. */
  readonly name?: string | undefined;
}

/** The installations of one GitHub App. */
export interface AccountAssociationGithubAppInstallation {
  /** The app's installations. */
  readonly installations?: readonly AccountAssociationGithubAppInstallationInstallation[] | undefined;
}

/** The group's GitHub App installations. */
export interface AccountAssociationGithub {
  /** Installations, keyed by app ID. */
  readonly appInstallations?: { readonly [key: string]: AccountAssociationGithubAppInstallation } | undefined;
}

/** The inputs of an account association. */
export interface AccountAssociationInputs {
  /** The association's name. Must contain only lowercase letters, digits, spaces, ".", "_" and "-" (`^[a-z0-9 ._-]{1,}$`). At most 255 characters. */
  readonly name: pulumi.Input<string>;
  /** A description. Must be at most 512 characters on one line, without tabs (`^[\S ]{0,512}$`). */
  readonly description?: pulumi.Input<string | undefined>;
  /** The AWS account. */
  readonly amazon?: pulumi.Input<AccountAssociationAmazonArgs | undefined>;
  /** The Google Cloud project. */
  readonly google?: pulumi.Input<AccountAssociationGoogleArgs | undefined>;
  /** The identities that the platform's services may assume for the group. */
  readonly chainguard?: pulumi.Input<AccountAssociationChainguardArgs | undefined>;
  /** The Azure tenant. */
  readonly azure?: pulumi.Input<AccountAssociationAzureArgs | undefined>;
  /** The group's GitHub App installations. */
  readonly github?: pulumi.Input<AccountAssociationGithubArgs | undefined>;
}

/** Creates an account association, or adopts one. */
export interface AccountAssociationCreateArgs extends AccountAssociationInputs {
  /** The uid of the parent group. A new value replaces the account association. */
  readonly groupUid: pulumi.Input<Uid<"Group">>;
  /** The uid of an existing account association to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid?: pulumi.Input<Uid<"Group"> | undefined>;
  /** Set to "overwrite" to change the adopted account association where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** Adopts an account association that exists, whatever its parent. */
export interface AccountAssociationAdoptArgs extends AccountAssociationInputs {
  /** The uid of the parent group. A new value replaces the account association. */
  readonly groupUid?: pulumi.Input<Uid<"Group"> | undefined>;
  /** The uid of an existing account association to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid: pulumi.Input<Uid<"Group">>;
  /** Set to "overwrite" to change the adopted account association where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** The arguments of an account association: its inputs, and the parent in which it is created or the uid of the one to adopt. */
export type AccountAssociationArgs = AccountAssociationCreateArgs | AccountAssociationAdoptArgs;

/** The outputs of an account association. Lookups have everything that the API returns. */
export interface AccountAssociationOutputs {
  /** The association's unique identifier, equal to its group's. */
  readonly uid: pulumi.Output<Uid<"Group">>;
  /** The uid of the parent group. */
  readonly groupUid: pulumi.Output<Uid<"Group">>;
  /** The association's name. */
  readonly name: pulumi.Output<string>;
  /** A description. */
  readonly description: pulumi.Output<string>;
  /** The AWS account. */
  readonly amazon: pulumi.Output<AccountAssociationAmazon>;
  /** The Google Cloud project. */
  readonly google: pulumi.Output<AccountAssociationGoogle>;
  /** The identities that the platform's services may assume for the group. */
  readonly chainguard: pulumi.Output<AccountAssociationChainguard>;
  /** The Azure tenant. */
  readonly azure: pulumi.Output<AccountAssociationAzure>;
  /** The group's GitHub App installations. */
  readonly github: pulumi.Output<AccountAssociationGithub>;
}

/** An account association as lookups return it. The cloud provider accounts associated with a group. A group has at most one association. */
export interface GetAccountAssociationResult {
  /** The association's unique identifier, equal to its group's. */
  readonly uid: Uid<"Group">;
  /** The uid of the parent group. */
  readonly groupUid: Uid<"Group">;
  /** The association's name. */
  readonly name: string;
  /** A description. */
  readonly description: string;
  /** The AWS account. */
  readonly amazon: AccountAssociationAmazon;
  /** The Google Cloud project. */
  readonly google: AccountAssociationGoogle;
  /** The identities that the platform's services may assume for the group. */
  readonly chainguard: AccountAssociationChainguard;
  /** The Azure tenant. */
  readonly azure: AccountAssociationAzure;
  /** The time at which the resource was created. */
  readonly createTime: string;
  /** The time at which the resource was last updated. */
  readonly updateTime: string;
  /** The group's GitHub App installations. */
  readonly github: AccountAssociationGithub;
}

/** Selects an account association by uid. */
export interface GetAccountAssociationByUidArgs {
  /** The uid of the account association. */
  readonly uid: Uid<"Group">;
}

/** Selects an account association by name and scope. */
export interface GetAccountAssociationByNameArgs {
  /** The name of the account association. */
  readonly name: string;
  /** The uid of the parent group: the name is looked up directly in it. */
  readonly groupUid?: Uid<"Group"> | undefined;
  /** The uid of a group: the name is looked up anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
}

/** Selects an account association. */
export type GetAccountAssociationArgs = GetAccountAssociationByUidArgs | GetAccountAssociationByNameArgs;

/** {@link GetAccountAssociationArgs} any of which may be outputs. */
export type GetAccountAssociationOutputArgs = WithInputs<GetAccountAssociationArgs>;

/** The arguments of a list of account associations. At most one of `groupUid`, `descendantsOf` may be set. */
export interface GetAccountAssociationsArgs {
  /** The uid of a group: lists resources directly in it. */
  readonly groupUid?: Uid<"Group"> | undefined;
  /** The uid of a group: lists resources anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
  /** Return only resources with exactly this name. */
  readonly name?: string | undefined;
}

/** {@link GetAccountAssociationsArgs} any of which may be outputs. */
export type GetAccountAssociationsOutputArgs = WithInputs<GetAccountAssociationsArgs>;
