// Generated from src/model by `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import type { AwsRoleOptions, AzureDevopsOptions, BitbucketPipelinesOptions, BuildkiteOptions, CircleCiOptions, GithubActionsOptions, GitlabCiOptions, GoogleCloudOptions, HcpTerraformOptions, KubernetesOptions, PulumiCloudOptions, SpaceliftOptions } from "../../../src/workloads";
import type { PresetArgs, WithInputs } from "../types";

/** The presets of identities, one for each system. */
export interface IdentityPresets {
  /** Trusts the tokens of GitHub Actions that the options select; see {@link GithubActionsOptions}. Throws a RunError for invalid options. */
  githubActions<R>(
    this: new (name: string, args: never, options?: pulumi.CustomResourceOptions) => R,
    name: string,
    args: PresetArgs & WithInputs<GithubActionsOptions>,
    options?: pulumi.CustomResourceOptions,
  ): R;
  /** Trusts the tokens of GitLab CI that the options select; see {@link GitlabCiOptions}. Throws a RunError for invalid options. */
  gitlabCi<R>(
    this: new (name: string, args: never, options?: pulumi.CustomResourceOptions) => R,
    name: string,
    args: PresetArgs & WithInputs<GitlabCiOptions>,
    options?: pulumi.CustomResourceOptions,
  ): R;
  /** Trusts the tokens of HCP Terraform that the options select; see {@link HcpTerraformOptions}. Throws a RunError for invalid options. */
  hcpTerraform<R>(
    this: new (name: string, args: never, options?: pulumi.CustomResourceOptions) => R,
    name: string,
    args: PresetArgs & WithInputs<HcpTerraformOptions>,
    options?: pulumi.CustomResourceOptions,
  ): R;
  /** Trusts the tokens of CircleCI that the options select; see {@link CircleCiOptions}. Throws a RunError for invalid options. */
  circleCi<R>(
    this: new (name: string, args: never, options?: pulumi.CustomResourceOptions) => R,
    name: string,
    args: PresetArgs & WithInputs<CircleCiOptions>,
    options?: pulumi.CustomResourceOptions,
  ): R;
  /** Trusts the tokens of Buildkite that the options select; see {@link BuildkiteOptions}. Throws a RunError for invalid options. */
  buildkite<R>(
    this: new (name: string, args: never, options?: pulumi.CustomResourceOptions) => R,
    name: string,
    args: PresetArgs & WithInputs<BuildkiteOptions>,
    options?: pulumi.CustomResourceOptions,
  ): R;
  /** Trusts the tokens of Bitbucket Pipelines that the options select; see {@link BitbucketPipelinesOptions}. Throws a RunError for invalid options. */
  bitbucketPipelines<R>(
    this: new (name: string, args: never, options?: pulumi.CustomResourceOptions) => R,
    name: string,
    args: PresetArgs & WithInputs<BitbucketPipelinesOptions>,
    options?: pulumi.CustomResourceOptions,
  ): R;
  /** Trusts the tokens of Azure DevOps that the options select; see {@link AzureDevopsOptions}. Throws a RunError for invalid options. */
  azureDevops<R>(
    this: new (name: string, args: never, options?: pulumi.CustomResourceOptions) => R,
    name: string,
    args: PresetArgs & WithInputs<AzureDevopsOptions>,
    options?: pulumi.CustomResourceOptions,
  ): R;
  /** Trusts the tokens of Spacelift that the options select; see {@link SpaceliftOptions}. Throws a RunError for invalid options. */
  spacelift<R>(
    this: new (name: string, args: never, options?: pulumi.CustomResourceOptions) => R,
    name: string,
    args: PresetArgs & WithInputs<SpaceliftOptions>,
    options?: pulumi.CustomResourceOptions,
  ): R;
  /** Trusts the tokens of Pulumi Cloud that the options select; see {@link PulumiCloudOptions}. Throws a RunError for invalid options. */
  pulumiCloud<R>(
    this: new (name: string, args: never, options?: pulumi.CustomResourceOptions) => R,
    name: string,
    args: PresetArgs & WithInputs<PulumiCloudOptions>,
    options?: pulumi.CustomResourceOptions,
  ): R;
  /** Trusts the tokens of Google Cloud that the options select; see {@link GoogleCloudOptions}. Throws a RunError for invalid options. */
  googleCloud<R>(
    this: new (name: string, args: never, options?: pulumi.CustomResourceOptions) => R,
    name: string,
    args: PresetArgs & WithInputs<GoogleCloudOptions>,
    options?: pulumi.CustomResourceOptions,
  ): R;
  /** Trusts the tokens of an AWS role that the options select; see {@link AwsRoleOptions}. Throws a RunError for invalid options. */
  awsRole<R>(
    this: new (name: string, args: never, options?: pulumi.CustomResourceOptions) => R,
    name: string,
    args: PresetArgs & WithInputs<AwsRoleOptions>,
    options?: pulumi.CustomResourceOptions,
  ): R;
  /** Trusts the tokens of Kubernetes that the options select; see {@link KubernetesOptions}. Throws a RunError for invalid options. */
  kubernetes<R>(
    this: new (name: string, args: never, options?: pulumi.CustomResourceOptions) => R,
    name: string,
    args: PresetArgs & WithInputs<KubernetesOptions>,
    options?: pulumi.CustomResourceOptions,
  ): R;
}

/** The members that select a pipeline, of which exactly one must be set. */
export interface PipelineOptions {
  /** Trusts the tokens of GitHub Actions that the options select; see {@link GithubActionsOptions}. */
  readonly githubActions?: WithInputs<GithubActionsOptions>;
  /** Trusts the tokens of GitLab CI that the options select; see {@link GitlabCiOptions}. */
  readonly gitlabCi?: WithInputs<GitlabCiOptions>;
  /** Trusts the tokens of HCP Terraform that the options select; see {@link HcpTerraformOptions}. */
  readonly hcpTerraform?: WithInputs<HcpTerraformOptions>;
  /** Trusts the tokens of CircleCI that the options select; see {@link CircleCiOptions}. */
  readonly circleCi?: WithInputs<CircleCiOptions>;
  /** Trusts the tokens of Buildkite that the options select; see {@link BuildkiteOptions}. */
  readonly buildkite?: WithInputs<BuildkiteOptions>;
  /** Trusts the tokens of Bitbucket Pipelines that the options select; see {@link BitbucketPipelinesOptions}. */
  readonly bitbucketPipelines?: WithInputs<BitbucketPipelinesOptions>;
  /** Trusts the tokens of Azure DevOps that the options select; see {@link AzureDevopsOptions}. */
  readonly azureDevops?: WithInputs<AzureDevopsOptions>;
  /** Trusts the tokens of Spacelift that the options select; see {@link SpaceliftOptions}. */
  readonly spacelift?: WithInputs<SpaceliftOptions>;
  /** Trusts the tokens of Pulumi Cloud that the options select; see {@link PulumiCloudOptions}. */
  readonly pulumiCloud?: WithInputs<PulumiCloudOptions>;
  /** Trusts the tokens of Google Cloud that the options select; see {@link GoogleCloudOptions}. */
  readonly googleCloud?: WithInputs<GoogleCloudOptions>;
  /** Trusts the tokens of an AWS role that the options select; see {@link AwsRoleOptions}. */
  readonly awsRole?: WithInputs<AwsRoleOptions>;
  /** Trusts the tokens of Kubernetes that the options select; see {@link KubernetesOptions}. */
  readonly kubernetes?: WithInputs<KubernetesOptions>;
}
