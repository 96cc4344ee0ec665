// Generated from src/model by `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import type { Uid } from "../../../src/model";
import type { WithInputs } from "../types";

/** The inputs of a tag. */
export interface TagInputs {
  /** The tag's name, unique in its repo. Must be 1 to 128 letters, digits, "_", "." and "-", not beginning with "." or "-" (`^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$`). A new value replaces the tag. */
  readonly name: pulumi.Input<string>;
  /** The image's digest. Must be "sha256:" followed by 64 lowercase hexadecimal digits (`^sha256:[0-9a-f]{64}$`). A new value replaces the tag. */
  readonly digest: pulumi.Input<string>;
  /** Whether the tag should no longer be used. A new value replaces the tag. */
  readonly deprecated?: pulumi.Input<boolean | undefined>;
  /** The bundles that the tag belongs to. A new value replaces the tag. */
  readonly bundles?: pulumi.Input<readonly pulumi.Input<string>[] | undefined>;
}

/** Creates a tag, or adopts one. */
export interface TagCreateArgs extends TagInputs {
  /** The uid of the parent repo. A new value replaces the tag. */
  readonly repoUid: pulumi.Input<Uid<"Repo">>;
  /** The uid of an existing tag to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid?: pulumi.Input<Uid<"Tag"> | undefined>;
  /** Set to "overwrite" to change the adopted tag where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** Adopts a tag that exists, whatever its parent. */
export interface TagAdoptArgs extends TagInputs {
  /** The uid of the parent repo. A new value replaces the tag. */
  readonly repoUid?: pulumi.Input<Uid<"Repo"> | undefined>;
  /** The uid of an existing tag to adopt instead of creating one. Fails with a list of the differences if it differs from the arguments. */
  readonly importUid: pulumi.Input<Uid<"Tag">>;
  /** Set to "overwrite" to change the adopted tag where it differs from the arguments. */
  readonly adopt?: pulumi.Input<"overwrite" | undefined>;
}

/** The arguments of a tag: its inputs, and the parent in which it is created or the uid of the one to adopt. */
export type TagArgs = TagCreateArgs | TagAdoptArgs;

/** The outputs of a tag. Lookups have everything that the API returns. */
export interface TagOutputs {
  /** The tag's unique identifier: its repo's uid followed by one more segment. */
  readonly uid: pulumi.Output<Uid<"Tag">>;
  /** The uid of the parent repo. */
  readonly repoUid: pulumi.Output<Uid<"Repo">>;
  /** The tag's name, unique in its repo. */
  readonly name: pulumi.Output<string>;
  /** The image's digest. */
  readonly digest: pulumi.Output<string>;
  /** Whether the tag should no longer be used. */
  readonly deprecated: pulumi.Output<boolean>;
  /** The bundles that the tag belongs to. */
  readonly bundles: pulumi.Output<readonly string[]>;
}

/** A tag as lookups return it. A name in a repo that refers to an image. */
export interface GetTagResult {
  /** The tag's unique identifier: its repo's uid followed by one more segment. */
  readonly uid: Uid<"Tag">;
  /** The uid of the parent repo. */
  readonly repoUid: Uid<"Repo">;
  /** The tag's name, unique in its repo. */
  readonly name: string;
  /** The image's digest. */
  readonly digest: string;
  /** The time at which the resource was last updated. */
  readonly updateTime: string;
  /** Whether the tag should no longer be used. */
  readonly deprecated: boolean;
  /** The bundles that the tag belongs to. */
  readonly bundles: readonly string[];
  /** The time at which the resource was created. */
  readonly createTime: string;
}

/** Selects a tag by uid. */
export interface GetTagByUidArgs {
  /** The uid of the tag. */
  readonly uid: Uid<"Tag">;
}

/** Selects a tag by name and scope. */
export interface GetTagByNameArgs {
  /** The name of the tag. */
  readonly name: string;
  /** The uid of the parent repo: the name is looked up directly in it. */
  readonly repoUid?: Uid<"Repo"> | undefined;
  /** The uid of a group: the name is looked up anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
}

/** Selects a tag. */
export type GetTagArgs = GetTagByUidArgs | GetTagByNameArgs;

/** {@link GetTagArgs} any of which may be outputs. */
export type GetTagOutputArgs = WithInputs<GetTagArgs>;

/** The arguments of a list of tags. At most one of `repoUid`, `descendantsOf` may be set. */
export interface GetTagsArgs {
  /** The uid of a repo: lists resources directly in it. */
  readonly repoUid?: Uid<"Repo"> | undefined;
  /** The uid of a group: lists resources anywhere below it. */
  readonly descendantsOf?: Uid<"Group"> | undefined;
  /** Return only resources with exactly this name. */
  readonly name?: string | undefined;
  /** Return only tags that were updated at or after this time. */
  readonly updatedSince?: string | undefined;
  /** Whether to include tags that only refer to another image. */
  readonly includeReferrers?: boolean | undefined;
  /** Whether to include tags that end in a date. */
  readonly includeDates?: boolean | undefined;
  /** Whether to include tags that end in an epoch. */
  readonly includeEpochs?: boolean | undefined;
  /** Return only tags that refer to the image with this digest. */
  readonly digest?: string | undefined;
}

/** {@link GetTagsArgs} any of which may be outputs. */
export type GetTagsOutputArgs = WithInputs<GetTagsArgs>;
