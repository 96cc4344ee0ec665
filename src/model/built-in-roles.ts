import { type Capability, capabilities } from "./capabilities";

/** A role that exists on every installation of this service, with the same uid; other deployments have their own. */
export interface BuiltInRole {
  readonly uid: string;
  readonly name: string;
  readonly description: string;
  readonly capabilities: readonly Capability[];
}

/** The capabilities to list resources. Audit events contain IP and e-mail addresses, so only owners may list them. */
const listCapabilities = capabilities.filter(
  (capability) => capability.endsWith(".list") && capability !== "audit_events.list",
);
const writeCapabilities = (noun: string, ...verbs: string[]) => verbs.map((verb) => `${noun}.${verb}` as Capability);
const pullCapabilities: readonly Capability[] = ["groups.list", "repo.list", "tag.list", "manifest.list"];

/**
 * The built-in roles. A uid is the first 40 hexadecimal digits of the SHA-256 of `built-in role:` and the name;
 * hard-coded, because configurations and Terraform state contain them.
 */
export const builtInRoles = [
  {
    uid: "46603c4de1004acd6bd0460f634c8a789f985a7c",
    name: "owner",
    description: "Built-in role: all capabilities.",
    capabilities,
  },
  {
    uid: "2d3ec91f7fb5685e834c37b7125eb4f4d4d7a2c2",
    name: "editor",
    description: "Built-in role: read access to everything, write access to repos and tags.",
    capabilities: [
      ...listCapabilities,
      ...writeCapabilities("repo", "create", "update", "delete"),
      ...writeCapabilities("tag", "create", "update", "delete"),
    ],
  },
  {
    uid: "46b1ffbbbcfa3f8b5d1dccae2e529907aba511f0",
    name: "viewer",
    description: "Built-in role: read access to everything.",
    capabilities: listCapabilities,
  },
  {
    uid: "1c321031334c2765646d4fd77adf01f59a275888",
    name: "registry.pull",
    description: "Built-in role: pull access to the registry.",
    capabilities: pullCapabilities,
  },
  {
    uid: "2384a8617da94678ff79d459bc844940d6a6a527",
    name: "registry.push",
    description: "Built-in role: pull and push access to the registry.",
    capabilities: [
      ...pullCapabilities,
      ...writeCapabilities("repo", "create", "update"),
      ...writeCapabilities("tag", "create", "update"),
    ],
  },
] as const satisfies readonly BuiltInRole[];

/** The name of a built-in role, such as `viewer`. */
export type BuiltInRoleName = (typeof builtInRoles)[number]["name"];

export function builtInRole(name: BuiltInRoleName): BuiltInRole {
  const role = builtInRoles.find((each) => each.name === name);
  if (!role) throw new Error(`there is no built-in role ${name}`);
  return role;
}
