// Generated from src/model by `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import type { Uid } from "../../../src/model";
import type { WithInputs } from "../types";

/** The source from which the repo's images are copied. */
export interface RepoSyncConfigArgs {
  /** The uid of the repo from which images are copied. */
  readonly source: pulumi.Input<Uid<"Repo">>;
  /** Whether to copy only tags that refer to one image. */
  readonly uniqueTags?: pulumi.Input<boolean | undefined>;
  /** The time at which copying ends. RFC 3339, such as `2030-01-31T12:00:00Z`. */
  readonly expirationTime?: pulumi.Input<string | undefined>;
  /** The destination in Google Artifact Registry. */
  readonly google?: pulumi.Input<string | undefined>;
  /** The destination in Amazon ECR. */
  readonly amazon?: pulumi.Input<string | undefined>;
  /** The destination in Azure Container Registry. */
  readonly azure?: pulumi.Input<string | undefined>;
  /** The apko overlay to apply to images. */
  readonly apkoOverlay?: pulumi.Input<string | undefined>;
  /** Whether copying continues for a grace period after the expiration. */
  readonly gracePeriod?: pulumi.Input<boolean | undefined>;
}

/** A key. */
export interface RepoCustomOverlayContentsRuntimeKeyringArgs {
  /** The key's file name. */
  readonly name?: pulumi.Input<string | undefined>;
  /** The key. */
  readonly content?: pulumi.Input<string | undefined>;
}

/** Content to add to the image. */
export interface RepoCustomOverlayContentsArgs {
  /** Packages to add to the image. */
  readonly packages?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
  /** Package repositories that the image uses at runtime. */
  readonly runtimeRepositories?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
  /** Keys that the image trusts at runtime. */
  readonly runtimeKeyring?: pulumi.Input<readonly pulumi.Input<RepoCustomOverlayContentsRuntimeKeyringArgs>[] | undefined>;
}

/** A user. */
export interface RepoCustomOverlayAccountsUserArgs {
  /** The user's name. */
  readonly username?: pulumi.Input<string | undefined>;
  /** The user ID (UID). */
  readonly uid?: pulumi.Input<number | undefined>;
  /** The ID of the user's primary group (GID). */
  readonly gid?: pulumi.Input<number | undefined>;
  /** The name of the user's group. */
  readonly groupName?: pulumi.Input<string | undefined>;
  /** The user's shell. */
  readonly shell?: pulumi.Input<string | undefined>;
  /** The user's home directory. */
  readonly homeDir?: pulumi.Input<string | undefined>;
}

/** A group of users. */
export interface RepoCustomOverlayAccountsGroupArgs {
  /** The group's name. */
  readonly groupname?: pulumi.Input<string | undefined>;
  /** The group ID (GID). */
  readonly gid?: pulumi.Input<number | undefined>;
  /** The names of the group's members. */
  readonly members?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
}

/** The accounts of the image. */
export interface RepoCustomOverlayAccountsArgs {
  /** The user that the image runs as. */
  readonly runAs?: pulumi.Input<string | undefined>;
  /** Users to create in the image. */
  readonly users?: pulumi.Input<readonly pulumi.Input<RepoCustomOverlayAccountsUserArgs>[] | undefined>;
  /** Groups of users to create in the image. */
  readonly groups?: pulumi.Input<readonly pulumi.Input<RepoCustomOverlayAccountsGroupArgs>[] | undefined>;
}

/** A certificate. */
export interface RepoCustomOverlayCertificatesAdditionalArgs {
  /** The certificate's file name. */
  readonly name?: pulumi.Input<string | undefined>;
  /** The certificate. */
  readonly content?: pulumi.Input<string | undefined>;
}

/** The certificates that the image trusts. */
export interface RepoCustomOverlayCertificatesArgs {
  /** Certificates that the image trusts. */
  readonly additional?: pulumi.Input<readonly pulumi.Input<RepoCustomOverlayCertificatesAdditionalArgs>[] | undefined>;
  /** Providers whose certificates the image trusts. */
  readonly providers?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
}

/** Customizations for every image of the repo. */
export interface RepoCustomOverlayArgs {
  /** Content to add to the image. */
  readonly contents?: pulumi.Input<RepoCustomOverlayContentsArgs | undefined>;
  /** Environment variables of the image. */
  readonly environment?: pulumi.Input<{ readonly [key: string]: pulumi.Input<string> } | undefined>;
  /** Annotations of the image. */
  readonly annotations?: pulumi.Input<{ readonly [key: string]: pulumi.Input<string> } | undefined>;
  /** The accounts of the image. */
  readonly accounts?: pulumi.Input<RepoCustomOverlayAccountsArgs | undefined>;
  /** The certificates that the image trusts. */
  readonly certificates?: pulumi.Input<RepoCustomOverlayCertificatesArgs | undefined>;
}

/** The source from which the repo's images are copied. */
export interface RepoSyncConfig {
  /** The uid of the repo from which images are copied. */
  readonly source: Uid<"Repo">;
  /** Whether to copy only tags that refer to one image. */
  readonly uniqueTags?: boolean | undefined;
  /** The time at which copying ends. */
  readonly expirationTime?: string | undefined;
  /** The destination in Google Artifact Registry. */
  readonly google?: string | undefined;
  /** The destination in Amazon ECR. */
  readonly amazon?: string | undefined;
  /** The destination in Azure Container Registry. */
  readonly azure?: string | undefined;
  /** The apko overlay to apply to images. */
  readonly apkoOverlay?: string | undefined;
  /** Whether copying continues for a grace period after the expiration. */
  readonly gracePeriod?: boolean | undefined;
}

/** A key. */
export interface RepoCustomOverlayContentsRuntimeKeyring {
  /** The key's file name. */
  readonly name?: string | undefined;
  /** The key. */
  readonly content?: string | undefined;
}

/** Content to add to the image. */
export interface RepoCustomOverlayContents {
  /** Packages to add to the image. */
  readonly packages?: readonly string[] | undefined;
  /** Package repositories that the image uses at runtime. */
  readonly runtimeRepositories?: readonly string[] | undefined;
  /** Keys that the image trusts at runtime. */
  readonly runtimeKeyring?: readonly RepoCustomOverlayContentsRuntimeKeyring[] | undefined;
}

/** A user. */
export interface RepoCustomOverlayAccountsUser {
  /** The user's name. */
  readonly username?: string | undefined;
  /** The user ID (UID). */
  readonly uid?: number | undefined;
  /** The ID of the user's primary group (GID). */
  readonly gid?: number | undefined;
  /** The name of the user's group. */
  readonly groupName?: string | undefined;
  /** The user's shell. */
  readonly shell?: string | undefined;
  /** The user's home directory. */
  readonly homeDir?: string | undefined;
}

/** A group of users. */
export interface RepoCustomOverlayAccountsGroup {
  /** The group's name. */
  readonly groupname?: string | undefined;
  /** The group ID (GID). */
  readonly gid?: number | undefined;
  /** The names of the group's members. */
  readonly members?: readonly string[] | undefined;
}

/** The accounts of the image. */
export interface RepoCustomOverlayAccounts {
  /** The user that the image runs as. */
  readonly runAs?: string | undefined;
  /** Users to create in the image. */
  readonly users?: readonly RepoCustomOverlayAccountsUser[] | undefined;
  /** Groups of users to create in the image. */
  readonly groups?: readonly RepoCustomOverlayAccountsGroup[] | undefined;
}

/** A certificate. */
export interface RepoCustomOverlayCertificatesAdditional {
  /** The certificate's file name. */
  readonly name?: string | undefined;
  /** The certificate. */
  readonly content?: string | undefined;
}

/** The certificates that the image trusts. */
export interface RepoCustomOverlayCertificates {
  /** Certificates that the image trusts. */
  readonly additional?: readonly RepoCustomOverlayCertificatesAdditional[] | undefined;
  /** Providers whose certificates the image trusts. */
  readonly providers?: readonly string[] | undefined;
}

/** Customizations for every image of the repo. */
export interface RepoCustomOverlay {
  /** Content to add to the image. */
  readonly contents?: RepoCustomOverlayContents | undefined;
  /** Environment variables of the image. */
  readonly environment?: { readonly [key: string]: string } | undefined;
  /** Annotations of the image. */
  readonly annotations?: { readonly [key: string]: string } | undefined;
  /** The accounts of the image. */
  readonly accounts?: RepoCustomOverlayAccounts | undefined;
  /** The certificates that the image trusts. */
  readonly certificates?: RepoCustomOverlayCertificates | undefined;
}

/** The inputs of a repo. */
export interface RepoInputs {
  /** The repo's name, unique in its group. Must contain only lowercase letters, digits, spaces, ".", "_" and "-" (`^[a-z0-9 ._-]{1,}$`). At most 255 characters. */
  readonly name: pulumi.Input<string>;
  /** A description. Must be at most 512 characters on one line, without tabs (`^[\S ]{0,512}$`). */
  readonly description?: pulumi.Input<string | undefined>;
  /** The catalog tier that the repo belongs to. */
  readonly catalogTier?: pulumi.Input<"CATALOG_TIER_APPLICATION" | "CATALOG_TIER_BASE" | "CATALOG_TIER_FIPS" | "CATALOG_TIER_AI" | "CATALOG_TIER_DEVTOOLS" | "CATALOG_TIER_COMMERCIAL" | undefined>;
  /** The bundles that the repo belongs to. */
  readonly bundles?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
  /** Other names of the repo. */
  readonly aliases?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
  /** The tags that receive updates. */
  readonly activeTags?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
  /** The source from which the repo's images are copied. */
  readonly syncConfig?: pulumi.Input<RepoSyncConfigArgs | undefined>;
  /** Customizations for every image of the repo. */
  readonly customOverlay?: pulumi.Input<RepoCustomOverlayArgs | undefined>;
  /** The repo's readme, in Markdown. At most 262144 characters. */
  readonly readme?: pulumi.Input<string | undefined>;
}

/** Creates a repo, or adopts one. */
export interface RepoCreateArgs extends RepoInputs {
  /** The uid of the parent group. A new value replaces the repo. */
  readonly groupUid: pulumi.Input<Uid<"Group">>;
  /** The uid of an existing repo to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid?: pulumi.Input<Uid<"Repo"> | undefined>;
  /** Set to "overwrite" to change the adopted repo where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** Adopts a repo that exists, whatever its parent. */
export interface RepoAdoptArgs extends RepoInputs {
  /** The uid of the parent group. A new value replaces the repo. */
  readonly groupUid?: pulumi.Input<Uid<"Group"> | undefined>;
  /** The uid of an existing repo to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid: pulumi.Input<Uid<"Repo">>;
  /** Set to "overwrite" to change the adopted repo where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** The arguments of a repo: its inputs, and the parent in which it is created or the uid of the one to adopt. */
export type RepoArgs = RepoCreateArgs | RepoAdoptArgs;

/** The outputs of a repo. Lookups have everything that the API returns. */
export interface RepoOutputs {
  /** The repo's unique identifier: its group's uid followed by one more segment. */
  readonly uid: pulumi.Output<Uid<"Repo">>;
  /** The uid of the parent group. */
  readonly groupUid: pulumi.Output<Uid<"Group">>;
  /** The repo's name, unique in its group. */
  readonly name: pulumi.Output<string>;
  /** A description. */
  readonly description: pulumi.Output<string>;
  /** The catalog tier that the repo belongs to. */
  readonly catalogTier: pulumi.Output<"CATALOG_TIER_UNSPECIFIED" | "CATALOG_TIER_APPLICATION" | "CATALOG_TIER_BASE" | "CATALOG_TIER_FIPS" | "CATALOG_TIER_AI" | "CATALOG_TIER_DEVTOOLS" | "CATALOG_TIER_COMMERCIAL">;
  /** The bundles that the repo belongs to. */
  readonly bundles: pulumi.Output<readonly string[]>;
  /** Other names of the repo. */
  readonly aliases: pulumi.Output<readonly string[]>;
  /** The tags that receive updates. */
  readonly activeTags: pulumi.Output<readonly string[]>;
  /** The source from which the repo's images are copied. */
  readonly syncConfig: pulumi.Output<RepoSyncConfig>;
  /** Customizations for every image of the repo. */
  readonly customOverlay: pulumi.Output<RepoCustomOverlay>;
  /** The repo's readme, in Markdown. */
  readonly readme: pulumi.Output<string>;
}

/** A repo as lookups return it. An image repository in the registry. */
export interface GetRepoResult {
  /** The repo's unique identifier: its group's uid followed by one more segment. */
  readonly uid: Uid<"Repo">;
  /** The uid of the parent group. */
  readonly groupUid: Uid<"Group">;
  /** The repo's name, unique in its group. */
  readonly name: string;
  /** A description. */
  readonly description: string;
  /** The catalog tier that the repo belongs to. */
  readonly catalogTier: "CATALOG_TIER_UNSPECIFIED" | "CATALOG_TIER_APPLICATION" | "CATALOG_TIER_BASE" | "CATALOG_TIER_FIPS" | "CATALOG_TIER_AI" | "CATALOG_TIER_DEVTOOLS" | "CATALOG_TIER_COMMERCIAL";
  /** The bundles that the repo belongs to. */
  readonly bundles: readonly string[];
  /** Other names of the repo. */
  readonly aliases: readonly string[];
  /** The tags that receive updates. */
  readonly activeTags: readonly string[];
  /** The source from which the repo's images are copied. */
  readonly syncConfig: RepoSyncConfig;
  /** Customizations for every image of the repo. */
  readonly customOverlay: RepoCustomOverlay;
  /** The time at which the resource was created. */
  readonly createTime: string;
  /** The time at which the resource was last updated. */
  readonly updateTime: string;
  /** The repo's readme, in Markdown. */
  readonly readme: string;
}

/** Selects a repo by uid. */
export interface GetRepoByUidArgs {
  /** The uid of the repo. */
  readonly uid: Uid<"Repo">;
}

/** Selects a repo by name and scope. */
export interface GetRepoByNameArgs {
  /** The name of the repo. */
  readonly name: string;
  /** The uid of the parent group: the name is looked up directly in it. */
  readonly groupUid?: Uid<"Group"> | undefined;
  /** The uid of a group: the name is looked up anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
}

/** Selects a repo. */
export type GetRepoArgs = GetRepoByUidArgs | GetRepoByNameArgs;

/** {@link GetRepoArgs} any of which may be outputs. */
export type GetRepoOutputArgs = WithInputs<GetRepoArgs>;

/** The arguments of a list of repos. At most one of `groupUid`, `descendantsOf` may be set. */
export interface GetReposArgs {
  /** The uid of a group: lists resources directly in it. */
  readonly groupUid?: Uid<"Group"> | undefined;
  /** The uid of a group: lists resources anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
  /** Return only resources with exactly this name. */
  readonly name?: string | undefined;
}

/** {@link GetReposArgs} any of which may be outputs. */
export type GetReposOutputArgs = WithInputs<GetReposArgs>;
