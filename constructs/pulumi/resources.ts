import * as pulumi from "@pulumi/pulumi";
import { type BuiltInRoleName, builtInRoles, type Uid } from "../../src/model";
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
import { requireName, requireObject } from "./arguments";
import { getRole } from "./lookups";
import { managed } from "./resource";
import type { Deep } from "./types";
import { noteUid } from "./uids";
import { workloadClaims } from "./workload-claims";

/** A group: a node of the organization's hierarchy, with everything else below it. */
export class Group extends managed("groups") {}

/** What an identity made by a preset takes beside what names the pipeline. */
export interface PresetArgs {
  /** The group that the identity belongs to. */
  readonly groupUid: pulumi.Input<Uid<"Group">>;
  /** The resource's name in the program, unless given. */
  readonly name?: pulumi.Input<string>;
  readonly description?: pulumi.Input<string>;
}

/** An identity: a workload or a person that proves who it is with an OIDC token. */
export class Identity extends managed("identities") {
  /** The jobs of a repository on GitHub: those of its branch `main`, or of what `branch`, `tag`, `environment` or `pullRequest` names. */
  static githubActions(
    name: string,
    args: PresetArgs & Deep<GithubActionsOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(githubActions, name, args, options);
  }

  /** The jobs of a project on GitLab CI: those of its branch `main`, or of what `branch` or `tag` names. */
  static gitlabCi(
    name: string,
    args: PresetArgs & Deep<GitlabCiOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(gitlabCi, name, args, options);
  }

  /** The runs of a workspace on HCP Terraform: plans and applies, or those that `runPhase` names. */
  static hcpTerraform(
    name: string,
    args: PresetArgs & Deep<HcpTerraformOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(hcpTerraform, name, args, options);
  }

  /** The jobs of a project on CircleCI: those of its branch `main`, or of what `branch` or `tag` names. */
  static circleCi(
    name: string,
    args: PresetArgs & Deep<CircleCiOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(circleCi, name, args, options);
  }

  /** The jobs of a pipeline on Buildkite: those of its branch `main`, or of what `branch` or `tag` names. */
  static buildkite(
    name: string,
    args: PresetArgs & Deep<BuildkiteOptions>,
    options?: pulumi.CustomResourceOptions,
  ): Identity {
    return Identity.ofWorkload(buildkite, name, args, options);
  }

  /** The pods of a cluster that run as a service account. */
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

/** `registry.pull` is the constant `registryPull`. */
type ConstantName<S extends string> = S extends `${infer Head}.${infer Tail}` ? `${Head}${Capitalize<Tail>}` : S;

type BuiltIn = { readonly [N in BuiltInRoleName as ConstantName<N>]: pulumi.Output<Uid<"Role">> };

/** The class with a property for each built-in role, whose uid is looked up when it is first asked for. */
function withBuiltIns<C extends object>(role: C): C & BuiltIn {
  for (const { name } of builtInRoles) {
    let uid: pulumi.Output<Uid<"Role">> | undefined;
    Object.defineProperty(
      role,
      name.replace(/\.(.)/g, (_, letter: string) => letter.toUpperCase()),
      {
        enumerable: true,
        get: () => {
          if (!uid) {
            uid = pulumi.output(getRole({ name })).apply((found) => found.uid);
            noteUid("Role", uid);
          }
          return uid;
        },
      },
    );
  }
  return role as C & BuiltIn;
}

/**
 * A set of capabilities. The uids of built-in roles are properties of the class: `Role.viewer`, `Role.registryPull`. Each
 * is looked up by its name, once in a run, since every installation may have uids of its own.
 */
export class Role extends withBuiltIns(managed("roles")) {}

/** Grants a role to an identity, within a group and everything below it. */
export class RoleBinding extends managed("roleBindings") {}

/** A repository of images in the registry. */
export class Repo extends managed("repos") {}

/** A tag of a repository: a name that stands for an image. */
export class Tag extends managed("tags") {}

/** Where the people of an organization log in. */
export class IdentityProvider extends managed("identityProviders") {}

/** The accounts at other providers that belong to a group. */
export class AccountAssociation extends managed("accountAssociations") {}

/** Lets whoever has its code join a group with a role. */
export class GroupInvite extends managed("groupInvites") {}
