import type { TerraformMetaArguments } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { registry } from "../../src/model";
import {
  type BuildkiteOptions,
  buildkite,
  type CircleCiOptions,
  circleCi,
  type GithubActionsOptions,
  type GitlabCiOptions,
  githubActions,
  gitlabCi,
  type HcpTerraformOptions,
  hcpTerraform,
  type KubernetesOptions,
  kubernetes,
  type Workload,
} from "../../src/workloads";
import { pathOf, refuseFurther } from "./arguments";
import * as bindings from "./bindings";
import { checked } from "./checked";
import { Existing } from "./existing";
import type { IGroup } from "./group";
import { kind, type OfKind } from "./kind";
import { type LookupOptions, lookupConfig } from "./lookup";
import { holdIn } from "./place";
import { checkNames, metaArgumentNames } from "./properties";
import { configOf } from "./references";
import { validateAgainst } from "./validation";
import { workloadClaims } from "./workload-claims";

/** An identity of this program's or one that exists. */
export interface IIdentity extends IConstruct, OfKind<"identity"> {
  readonly uid: string;
}

/** Exactly one of `claimMatch`, `staticKeys`, `awsIdentity` and `servicePrincipal` says who may assume the identity. */
export interface IdentityProps extends Omit<bindings.identity.IdentityConfig, "groupUid"> {
  /** The group that holds it. What it may do, and where, is for role bindings to say. */
  readonly group: IGroup;
}

/** What an identity of a pipeline takes beside what names the pipeline. */
export interface PipelineIdentityProps
  extends TerraformMetaArguments,
    Pick<bindings.identity.IdentityConfig, "timeouts"> {
  /** The group that holds it. */
  readonly group: IGroup;
  /** The construct's id, unless given. */
  readonly name?: string;
  /** One line of at most 512 characters. */
  readonly description?: string;
}

export interface GithubActionsIdentityProps extends PipelineIdentityProps, GithubActionsOptions {}
export interface GitlabCiIdentityProps extends PipelineIdentityProps, GitlabCiOptions {}
export interface HcpTerraformIdentityProps extends PipelineIdentityProps, HcpTerraformOptions {}
export interface CircleCiIdentityProps extends PipelineIdentityProps, CircleCiOptions {}
export interface BuildkiteIdentityProps extends PipelineIdentityProps, BuildkiteOptions {}
export interface KubernetesIdentityProps extends PipelineIdentityProps, KubernetesOptions {}

/** What finds one identity: its name and where it lies, or the claims that it trusts. It is an error if there are several. */
export interface IdentityLookupProps extends LookupOptions {
  readonly name?: string;
  /** The group that holds it directly. */
  readonly group?: IGroup;
  /** A group that it lies somewhere below. */
  readonly descendantsOf?: IGroup;
  /** @deprecated The earlier name of `descendantsOf`. */
  readonly ancestor?: IGroup;
  /** The issuer claim of the tokens that it trusts, literally; with `subject`, and instead of a name. */
  readonly issuer?: string;
  /** The subject claim of those tokens, literally. */
  readonly subject?: string;
}

const pipelineProperties = ["group", "name", "description", ...metaArgumentNames];

/** Something that acts: a workload or a person that proves who it is with an OIDC token. */
export class Identity extends checked(registry.identities, bindings.identity.Identity) implements IIdentity {
  /**
   * Jobs of a repository on GitHub Actions: those on the branch `main`, unless a branch, a tag, an environment or pull
   * requests are named. Throws an Error where the options can name no such jobs, or are known only at deployment.
   */
  static githubActions(scope: Construct, id: string, props: GithubActionsIdentityProps): Identity {
    return Identity.ofPipeline(githubActions, scope, id, props);
  }

  /** Jobs of a project on GitLab CI: those on the branch `main`, unless a branch or tag is named. Throws as {@link githubActions}. */
  static gitlabCi(scope: Construct, id: string, props: GitlabCiIdentityProps): Identity {
    return Identity.ofPipeline(gitlabCi, scope, id, props);
  }

  /** Runs of a workspace on HCP Terraform: plans and applies, unless one is named. Throws as {@link githubActions}. */
  static hcpTerraform(scope: Construct, id: string, props: HcpTerraformIdentityProps): Identity {
    return Identity.ofPipeline(hcpTerraform, scope, id, props);
  }

  /** Jobs of a project on CircleCI: those on the branch `main`, unless a branch or tag is named. Throws as {@link githubActions}. */
  static circleCi(scope: Construct, id: string, props: CircleCiIdentityProps): Identity {
    return Identity.ofPipeline(circleCi, scope, id, props);
  }

  /** Jobs of a pipeline on Buildkite: those on the branch `main`, unless a branch or tag is named. Throws as {@link githubActions}. */
  static buildkite(scope: Construct, id: string, props: BuildkiteIdentityProps): Identity {
    return Identity.ofPipeline(buildkite, scope, id, props);
  }

  /** Pods of a cluster that run as a service account. Throws as {@link githubActions}. */
  static kubernetes(scope: Construct, id: string, props: KubernetesIdentityProps): Identity {
    return Identity.ofPipeline(kubernetes, scope, id, props);
  }

  private static ofPipeline<Options extends object>(
    workload: Workload<Options>,
    scope: Construct,
    id: string,
    props: PipelineIdentityProps & Options,
  ): Identity {
    const isOption = (name: string) => workload.options.some((option) => option === name);
    const path = pathOf(scope, id);
    // Whoever misspells `branch` must not trust the branch that it is by default.
    checkNames(path, `an identity of ${workload.title}`, [...workload.options, ...pipelineProperties], props);
    const entries = Object.entries(props);
    const options = Object.fromEntries(entries.filter(([name]) => isOption(name))) as Options;
    const others = Object.fromEntries(entries.filter(([name]) => !isOption(name))) as unknown as PipelineIdentityProps;
    const claimMatch = workloadClaims(workload, options, path);
    return new Identity(scope, id, { ...others, name: others.name ?? id, claimMatch });
  }

  /** An identity that exists and stays as it is. */
  static fromUid(scope: Construct, id: string, uid: string): IIdentity;
  static fromUid(scope: Construct, id: string, uid: string, ...further: unknown[]): IIdentity {
    refuseFurther(pathOf(scope, id), "Identity.fromUid", further);
    return new Existing(scope, id, "identity", uid);
  }

  /** An identity that exists and stays as it is, found when the stack is deployed. */
  static fromLookup(scope: Construct, id: string, props: IdentityLookupProps): IIdentity {
    const config = lookupConfig(scope, id, "identity", "group", props, ["issuer", "subject"]);
    const found = new bindings.dataPlatformIdentity.DataPlatformIdentity(scope, `${id}-lookup`, config);
    const identity = new Existing(scope, id, "identity", found.uid);
    holdIn(identity, props.group);
    return identity;
  }

  constructor(scope: Construct, id: string, props: IdentityProps) {
    super(scope, id, configOf(registry.identities, scope, id, props));
    holdIn(this, props.group);
    validateAgainst(registry.identities, this);
  }

  get [kind](): "identity" {
    return "identity";
  }
}
