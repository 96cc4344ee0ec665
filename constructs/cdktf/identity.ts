import type { TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { registry } from "../../src/model";
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
import { nameFromId, pathOf, rejectExtraArguments } from "./arguments";
import * as bindings from "./bindings";
import { checked } from "./checked";
import { ExistingInGroup } from "./existing";
import { recordParent } from "./hierarchy";
import type { IGroup, IIdentity, LookupOptions } from "./interfaces";
import { kind } from "./kind";
import { lookupConfig } from "./lookup";
import { metaArgumentNames, requireProps } from "./properties";
import { configOf } from "./references";
import { constructOf, type Identified, referentOf } from "./referents";
import { validateAgainst } from "./validation";
import { workloadClaims } from "./workload-claims";

/**
 * Exactly one of `claimMatch`, `staticKeys`, `awsIdentity` and `servicePrincipal` determines who may assume the
 * identity.
 */
export interface IdentityProps extends Omit<bindings.identity.IdentityConfig, "groupUid"> {
  /** The parent group. The identity's permissions come from role bindings. */
  readonly group: IGroup;
}

/** Properties of a pipeline's identity, in addition to those that select the pipeline. */
export interface PipelineIdentityProps
  extends TerraformMetaArguments,
    Pick<bindings.identity.IdentityConfig, "timeouts"> {
  /** The parent group. */
  readonly group: IGroup;
  /** The name; derived from the construct's id by default: `deploy-app` for `DeployApp`. */
  readonly name?: string;
  /** One line of at most 512 characters. */
  readonly description?: string;
}

export interface GithubActionsIdentityProps extends PipelineIdentityProps, GithubActionsOptions {}
export interface GitlabCiIdentityProps extends PipelineIdentityProps, GitlabCiOptions {}
export interface HcpTerraformIdentityProps extends PipelineIdentityProps, HcpTerraformOptions {}
export interface CircleCiIdentityProps extends PipelineIdentityProps, CircleCiOptions {}
export interface AzureDevopsIdentityProps extends PipelineIdentityProps, AzureDevopsOptions {}
export interface BitbucketPipelinesIdentityProps extends PipelineIdentityProps, BitbucketPipelinesOptions {}
export interface SpaceliftIdentityProps extends PipelineIdentityProps, SpaceliftOptions {}
export interface PulumiCloudIdentityProps extends PipelineIdentityProps, PulumiCloudOptions {}
export interface GoogleCloudIdentityProps extends PipelineIdentityProps, GoogleCloudOptions {}
export interface AwsRoleIdentityProps extends PipelineIdentityProps, AwsRoleOptions {}
export interface BuildkiteIdentityProps extends PipelineIdentityProps, BuildkiteOptions {}
export interface KubernetesIdentityProps extends PipelineIdentityProps, KubernetesOptions {}

/** Selects one identity, by name and scope or by the claims that it trusts; several matches are an error. */
export interface IdentityLookupProps extends LookupOptions {
  readonly name?: string;
  /** The direct parent. */
  readonly group?: IGroup;
  /** An ancestor at any level. */
  readonly descendantsOf?: IGroup;
  /** @deprecated Use `descendantsOf`. */
  readonly ancestor?: IGroup;
  /** The exact issuer claim of trusted tokens; used with `subject`, instead of a name. */
  readonly issuer?: string;
  /** The exact subject claim of trusted tokens. */
  readonly subject?: string;
}

const pipelineProperties = ["group", "name", "description", ...metaArgumentNames];

/** A workload or user that authenticates with an OIDC token. */
export class Identity extends checked(registry.identities, bindings.identity.Identity) implements IIdentity {
  readonly #group: () => IGroup | Identified;

  /**
   * Trusts the GitHub Actions jobs of a repository: those on the branch `main`, unless branches, a tag, an
   * environment or pull requests are given. Throws an Error if the options are invalid, or known only at deployment.
   */
  static githubActions(scope: Construct, id: string, props: GithubActionsIdentityProps): Identity {
    return Identity.fromWorkload(githubActions, scope, id, props);
  }

  /**
   * Trusts the GitLab CI jobs of a project: those on the branch `main`, unless branches or a tag are given. Throws the
   * same errors as {@link githubActions}.
   */
  static gitlabCi(scope: Construct, id: string, props: GitlabCiIdentityProps): Identity {
    return Identity.fromWorkload(gitlabCi, scope, id, props);
  }

  /**
   * Trusts the HCP Terraform runs of a workspace: plans and applies, unless one of them is given. Throws the same
   * errors as {@link githubActions}.
   */
  static hcpTerraform(scope: Construct, id: string, props: HcpTerraformIdentityProps): Identity {
    return Identity.fromWorkload(hcpTerraform, scope, id, props);
  }

  /**
   * Trusts the CircleCI jobs of a project: those on the branch `main`, unless branches or a tag are given. Throws the
   * same errors as {@link githubActions}.
   */
  static circleCi(scope: Construct, id: string, props: CircleCiIdentityProps): Identity {
    return Identity.fromWorkload(circleCi, scope, id, props);
  }

  /**
   * Trusts the Buildkite jobs of a pipeline: those on the branch `main`, unless branches or a tag are given. Throws
   * the same errors as {@link githubActions}.
   */
  static buildkite(scope: Construct, id: string, props: BuildkiteIdentityProps): Identity {
    return Identity.fromWorkload(buildkite, scope, id, props);
  }

  /**
   * Trusts the Azure DevOps jobs of a pipeline: those on the branch `main`, unless branches or a tag are given. With a
   * service connection instead of a pipeline, trusts every pipeline that may use it. Throws the same errors as {@link
   * githubActions}.
   */
  static azureDevops(scope: Construct, id: string, props: AzureDevopsIdentityProps): Identity {
    return Identity.fromWorkload(azureDevops, scope, id, props);
  }

  /**
   * Trusts the Bitbucket Pipelines steps of a repository: those on the branch `main`, unless branches or a deployment
   * environment are given. Throws the same errors as {@link githubActions}.
   */
  static bitbucketPipelines(scope: Construct, id: string, props: BitbucketPipelinesIdentityProps): Identity {
    return Identity.fromWorkload(bitbucketPipelines, scope, id, props);
  }

  /**
   * Trusts the Spacelift runs of a stack: tracked runs that may write, unless other ones are given. Throws the same
   * errors as {@link githubActions}.
   */
  static spacelift(scope: Construct, id: string, props: SpaceliftIdentityProps): Identity {
    return Identity.fromWorkload(spacelift, scope, id, props);
  }

  /**
   * Trusts Pulumi Cloud deployments of a stack: all operations, unless one is given. Throws the same errors as {@link
   * githubActions}.
   */
  static pulumiCloud(scope: Construct, id: string, props: PulumiCloudIdentityProps): Identity {
    return Identity.fromWorkload(pulumiCloud, scope, id, props);
  }

  /**
   * Trusts the workloads of Google Cloud that run as a service account. Throws the same errors as {@link
   * githubActions}.
   */
  static googleCloud(scope: Construct, id: string, props: GoogleCloudIdentityProps): Identity {
    return Identity.fromWorkload(googleCloud, scope, id, props);
  }

  /**
   * Trusts the workloads of AWS that run as an IAM role, with tokens of outbound identity federation. Throws the same
   * errors as {@link githubActions}.
   */
  static awsRole(scope: Construct, id: string, props: AwsRoleIdentityProps): Identity {
    return Identity.fromWorkload(awsRole, scope, id, props);
  }

  /**
   * Trusts the pods of a Kubernetes cluster that run as a service account. Throws the same errors as {@link
   * githubActions}.
   */
  static kubernetes(scope: Construct, id: string, props: KubernetesIdentityProps): Identity {
    return Identity.fromWorkload(kubernetes, scope, id, props);
  }

  private static fromWorkload<Options extends object>(
    workload: Workload<Options>,
    scope: Construct,
    id: string,
    props: PipelineIdentityProps & Options,
  ): Identity {
    const path = pathOf(scope, id);
    requireProps(path, props, `with ${["group", ...workload.options].join(", ")}`);
    const isOption = (name: string) => !pipelineProperties.includes(name);
    const entries = Object.entries(props);
    const options = Object.fromEntries(entries.filter(([name, value]) => isOption(name) && value !== undefined));
    const others = Object.fromEntries(entries.filter(([name]) => !isOption(name))) as unknown as PipelineIdentityProps;
    const claimMatch = workloadClaims(workload, options, path, pipelineProperties);
    return new Identity(scope, id, { ...others, name: others.name ?? nameFromId(id), claimMatch });
  }

  /** Refers to an existing identity by uid, without managing it. */
  static fromUid(scope: Construct, id: string, uid: string): IIdentity;
  static fromUid(scope: Construct, id: string, uid: string, ...extraArguments: unknown[]): IIdentity {
    rejectExtraArguments(pathOf(scope, id), "Identity.fromUid", extraArguments);
    return new ExistingInGroup(scope, id, "identity", uid);
  }

  /** Looks up an existing identity during deployment, without managing it. */
  static fromLookup(scope: Construct, id: string, props: IdentityLookupProps): IIdentity {
    const config = lookupConfig(scope, id, registry.identities, "group", props, ["issuer", "subject"]);
    const found = new bindings.dataPlatformIdentity.DataPlatformIdentity(scope, `${id}-lookup`, config);
    return new ExistingInGroup(scope, id, "identity", found.uid, props.group);
  }

  constructor(scope: Construct, id: string, props: IdentityProps) {
    super(scope, id, configOf(registry.identities, scope, id, props));
    recordParent(this, props.group);
    this.#group = referentOf(this, "groupUid", props.group);
    validateAgainst(registry.identities, this);
  }

  /** The parent group. */
  get group(): IGroup {
    return constructOf(this, "groupUid", this.#group());
  }

  get [kind](): "identity" {
    return "identity";
  }
}
