import type * as pulumi from "@pulumi/pulumi";
import type { Uid } from "../../src/model";
import {
  type AwsRoleOptions,
  type AzureDevopsOptions,
  awsRole,
  azureDevops,
  type BitbucketPipelinesOptions,
  type BuildkiteOptions,
  bitbucketPipelines,
  buildkite,
  type CircleCiOptions,
  circleCi,
  type GithubActionsOptions,
  type GitlabCiOptions,
  type GoogleCloudOptions,
  githubActions,
  gitlabCi,
  googleCloud,
  type HcpTerraformOptions,
  hcpTerraform,
  type KubernetesOptions,
  kubernetes,
  type PulumiCloudOptions,
  pulumiCloud,
  type SpaceliftOptions,
  spacelift,
  type Workload,
} from "../../src/workloads";
import { requireName, requireObject } from "./arguments";
import { withBuiltIns } from "./built-in-roles";
import type {
  AccountAssociationArgs,
  AccountAssociationOutputs,
  GroupArgs,
  GroupInviteArgs,
  GroupInviteOutputs,
  GroupOutputs,
  IdentityArgs,
  IdentityOutputs,
  IdentityProviderArgs,
  IdentityProviderOutputs,
  RepoArgs,
  RepoOutputs,
  RoleArgs,
  RoleBindingArgs,
  RoleBindingOutputs,
  RoleOutputs,
  TagArgs,
  TagOutputs,
} from "./generated";
import { managed } from "./resource";
import type { Deep } from "./types";
import { workloadClaims } from "./workload-claims";

/** A group: a node of the organizational hierarchy. All other resources belong to one. */
export class Group extends managed<GroupArgs, GroupOutputs, Uid<"Group">>("groups") {}

/** Arguments of a preset's identity, in addition to those that select the pipeline. */
export interface PresetArgs {
  /** The parent group. */
  readonly groupUid: pulumi.Input<Uid<"Group">>;
  /** The name; the resource's name in the program by default. */
  readonly name?: pulumi.Input<string>;
  /** A description. */
  readonly description?: pulumi.Input<string | undefined>;
}

/** A workload or user that authenticates with an OIDC token. */
export class Identity extends managed<IdentityArgs, IdentityOutputs, Uid<"Identity">>("identities") {
  /**
   * Trusts the GitHub Actions jobs of a repository: those on the branch `main`, unless `branch`, `tag`, `environment`
   * or `pullRequest` is given.
   */
  static githubActions(
    name: string,
    args: PresetArgs & Deep<GithubActionsOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(githubActions, name, args, options);
  }

  /** Trusts the GitLab CI jobs of a project: those on the branch `main`, unless `branch` or `tag` is given. */
  static gitlabCi(
    name: string,
    args: PresetArgs & Deep<GitlabCiOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(gitlabCi, name, args, options);
  }

  /** Trusts the HCP Terraform runs of a workspace: plans and applies, unless `runPhase` is given. */
  static hcpTerraform(
    name: string,
    args: PresetArgs & Deep<HcpTerraformOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(hcpTerraform, name, args, options);
  }

  /** Trusts the CircleCI jobs of a project: those on the branch `main`, unless `branch` or `tag` is given. */
  static circleCi(
    name: string,
    args: PresetArgs & Deep<CircleCiOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(circleCi, name, args, options);
  }

  /** Trusts the Buildkite jobs of a pipeline: those on the branch `main`, unless `branch` or `tag` is given. */
  static buildkite(
    name: string,
    args: PresetArgs & Deep<BuildkiteOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(buildkite, name, args, options);
  }

  /**
   * Trusts the Azure DevOps jobs of a pipeline: those on the branch `main`, unless branches or a tag are given. With a service
   * connection instead of a pipeline, trusts every pipeline that may use it.
   */
  static azureDevops(
    name: string,
    args: PresetArgs & Deep<AzureDevopsOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(azureDevops, name, args, options);
  }

  /**
   * Trusts the Bitbucket Pipelines steps of a repository: those on the branch `main`, unless branches or a deployment
   * environment are given.
   */
  static bitbucketPipelines(
    name: string,
    args: PresetArgs & Deep<BitbucketPipelinesOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(bitbucketPipelines, name, args, options);
  }

  /**
   * Trusts the Spacelift runs of a stack: tracked runs that may write, unless other ones are given.
   */
  static spacelift(
    name: string,
    args: PresetArgs & Deep<SpaceliftOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(spacelift, name, args, options);
  }

  /**
   * Trusts Pulumi Cloud's deployments of a stack: all operations, unless `operation` is given.
   */
  static pulumiCloud(
    name: string,
    args: PresetArgs & Deep<PulumiCloudOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(pulumiCloud, name, args, options);
  }

  /**
   * Trusts the workloads of Google Cloud that run as a service account.
   */
  static googleCloud(
    name: string,
    args: PresetArgs & Deep<GoogleCloudOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(googleCloud, name, args, options);
  }

  /**
   * Trusts the workloads of AWS that run as an IAM role, with tokens of outbound identity federation.
   */
  static awsRole(
    name: string,
    args: PresetArgs & Deep<AwsRoleOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(awsRole, name, args, options);
  }

  /** Trusts the pods of a Kubernetes cluster that run as a service account. */
  static kubernetes(
    name: string,
    args: PresetArgs & Deep<KubernetesOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(kubernetes, name, args, options);
  }

  private static ofWorkload<O>(
    workload: Workload<O>,
    name: string,
    args: PresetArgs & object,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    requireName("Identity", name);
    requireObject(`Identity ${name}`, "args", args, ["groupUid", workload.options[0]!]);
    const { groupUid, name: identityName, description, ...pipeline } = args;
    const claimMatch = workloadClaims(workload, name, pipeline);
    return new Identity(name, { groupUid, name: identityName ?? name, description, claimMatch }, options);
  }
}

/**
 * A set of capabilities. The uids of built-in roles are properties of the class, such as `Role.viewer` and
 * `Role.registryPull`. Each is looked up by name once per run, since uids differ between deployments. For another
 * provider than the stack's, use `Role.builtIn`.
 */
export class Role extends withBuiltIns(managed<RoleArgs, RoleOutputs, Uid<"Role">>("roles")) {}

/** Grants a role to an identity, in a group and everything below it. */
export class RoleBinding extends managed<RoleBindingArgs, RoleBindingOutputs, Uid<"RoleBinding">>("roleBindings") {}

/** A repository of images in the registry. */
export class Repo extends managed<RepoArgs, RepoOutputs, Uid<"Repo">>("repos") {}

/** A tag of a repository: a name that refers to an image. */
export class Tag extends managed<TagArgs, TagOutputs, Uid<"Tag">>("tags") {}

/** An identity provider where an organization's users log in. */
export class IdentityProvider extends managed<IdentityProviderArgs, IdentityProviderOutputs, Uid<"IdentityProvider">>(
  "identityProviders",
) {}

/** The accounts at cloud providers that belong to a group. */
export class AccountAssociation extends managed<AccountAssociationArgs, AccountAssociationOutputs, Uid<"Group">>(
  "accountAssociations",
) {}

/** Lets anyone with its code join a group with a role. */
export class GroupInvite extends managed<GroupInviteArgs, GroupInviteOutputs, Uid<"GroupInvite">>("groupInvites") {}
