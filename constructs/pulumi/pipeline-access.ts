import * as pulumi from "@pulumi/pulumi";
import { camelCase, type Uid } from "../../src/model";
import { workloads } from "../../src/workloads";
import { requireName } from "./arguments";
import { environmentOf } from "./environment";
import type { PipelineOptions } from "./generated/presets";
import { type GrantedRoles, grantRoles, requireMembers, requireRoles, roleMembers } from "./grants";
import { presetName } from "./property-names";
import { providerFor, settingsOf, stackConfiguration } from "./provider-resource";
import { Identity, type RoleBinding } from "./resources";
import { runError } from "./run-error";

/** Roles of a pipeline in a group other than its own. */
export interface PipelineGrant extends GrantedRoles {
  /** The uid of the group. */
  readonly groupUid: pulumi.Input<Uid<"Group">>;
}

/** The arguments of a {@link PipelineAccess}, without the options that select the pipeline. */
export interface PipelineAccessInputs extends GrantedRoles {
  /** The uid of the group that the identity belongs to, in which it has the roles. */
  readonly groupUid: pulumi.Input<Uid<"Group">>;
  /** The name of the identity; the component's name in the program by default. */
  readonly name?: pulumi.Input<string>;
  /** The description of the identity. */
  readonly description?: pulumi.Input<string | undefined>;
  /** Roles in other groups. The keys are parts of the names of the role bindings. */
  readonly grants?: { readonly [key: string]: PipelineGrant };
}

/** The arguments of a {@link PipelineAccess}: exactly one member selects the pipeline, such as `githubActions`. */
export type PipelineAccessArgs = PipelineAccessInputs & PipelineOptions;

/** The environment variables that a pipeline needs. */
export interface PipelineEnvironment {
  /** The uid of the identity to assume. */
  readonly PLATFORM_IDENTITY: string;
  /** The URL of the platform's API, if it is configured for this program. */
  readonly PLATFORM_BASE_URL?: string;
  /** The URL of the token service, if it is configured for this program. */
  readonly PLATFORM_AUTH_URL?: string;
}

/** A pipeline: an identity that trusts it, the identity's roles, and what the pipeline needs to use them. */
export class PipelineAccess extends pulumi.ComponentResource {
  /** The identity that the pipeline assumes. */
  readonly identity: Identity;
  /** The role bindings of the identity. */
  readonly bindings: readonly RoleBinding[];
  /** The environment variables to set in the pipeline. None of them is a secret. */
  readonly environment: pulumi.Output<PipelineEnvironment>;

  /** Declares a pipeline's access. `name` must be unique in the program among these components. */
  constructor(name: string, args: PipelineAccessArgs, options?: pulumi.ComponentResourceOptions) {
    requireName("PipelineAccess", name);
    const what = `PipelineAccess ${name}`;
    requireMembers(what, "args", args, [...ownMembers, ...presets]);
    const { groupUid, description, grants = {} } = args;
    const given = args as unknown as Readonly<Record<string, object | undefined>>;
    const [preset, other] = presets.filter((each) => given[each] !== undefined);
    if (preset === undefined || other !== undefined)
      throw runError(`${what}: exactly one of ${presets.join(", ")} must be set`);
    for (const [key, grant] of Object.entries(grants))
      requireMembers(what, `grants.${key}`, grant, ["groupUid", ...roleMembers]);
    requireRoles(what, args);
    for (const [key, grant] of Object.entries(grants)) requireRoles(`${what}: grants.${key}`, grant);
    super("platform:iam:PipelineAccess", name, {}, options);

    // Each preset has a method of its name.
    const create = Identity[preset as "githubActions"] as (name: string, args: never, options: object) => Identity;
    const identityArgs = { groupUid, name: args.name ?? name, description, ...given[preset] };
    this.identity = create.call(Identity, name, identityArgs as never, { parent: this });
    const identityUid = this.identity.uid;
    this.bindings = [
      ...grantRoles(this, name, { groupUid, identityUid }, args),
      ...Object.entries(grants).flatMap(([key, grant]) =>
        grantRoles(this, `${name}-${key}`, { groupUid: grant.groupUid, identityUid }, grant),
      ),
    ];
    this.environment = environmentFor(identityUid, this);
    this.registerOutputs({ identityUid, environment: this.environment });
  }
}

const ownMembers = ["groupUid", "name", "description", ...roleMembers, "grants"];
const presets: readonly string[] = workloads.map(({ id }) => presetName(id));

/** Returns the variables of a pipeline of the platform that a component uses. */
function environmentFor(
  identityUid: pulumi.Output<string>,
  component: pulumi.ComponentResource,
): pulumi.Output<PipelineEnvironment> {
  const provider = providerFor("PipelineAccess", { parent: component });
  const stack = stackConfiguration();
  const known = provider ? settingsOf(provider) : pulumi.output<Readonly<Record<string, string>>>({});
  return pulumi.all([identityUid, known]).apply(([identity, settings]) => {
    const configuration = provider ? { get: (key: string) => settings[key] } : stack;
    const env = environmentOf(configuration);
    const variableOf = (name: string, variable: string) => {
      const value = configuration.get(`platform:${camelCase(name)}`) || env[variable];
      return value ? { [variable]: value } : {};
    };
    return {
      PLATFORM_IDENTITY: identity,
      ...variableOf("base_url", "PLATFORM_BASE_URL"),
      ...variableOf("auth_url", "PLATFORM_AUTH_URL"),
    };
  });
}
