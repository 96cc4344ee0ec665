import type * as pulumi from "@pulumi/pulumi";
import { type BuiltInRoleName, builtInRoles, didYouMean, type Uid } from "../../src/model";
import { requireObject } from "./arguments";
import { Role, RoleBinding } from "./resources";
import { runError } from "./run-error";

/** The roles that a component grants. */
export interface GrantedRoles {
  /** The names of built-in roles, such as `viewer`. */
  readonly roles?: readonly BuiltInRoleName[];
  /** The uids of other roles. The keys are parts of the names of the role bindings. */
  readonly customRoles?: { readonly [key: string]: pulumi.Input<Uid<"Role">> };
}

/** The names of the members of {@link GrantedRoles}. */
export const roleMembers = ["roles", "customRoles"] as const;

/**
 * Grants roles to an identity in a group. The bindings are children of the component, named after `name` and the role.
 */
export function grantRoles(
  component: pulumi.ComponentResource,
  name: string,
  parties: { readonly groupUid: pulumi.Input<Uid<"Group">>; readonly identityUid: pulumi.Input<Uid<"Identity">> },
  { roles = [], customRoles = {} }: GrantedRoles,
): RoleBinding[] {
  const options = { parent: component };
  const bind = (role: string, roleUid: pulumi.Input<Uid<"Role">>) =>
    new RoleBinding(`${name}-${role}`, { ...parties, roleUid }, options);
  return [
    ...roles.map((role) => bind(role, Role.builtIn(role, options))),
    ...Object.entries(customRoles).map(([key, uid]) => bind(key, uid)),
  ];
}

const names: readonly string[] = builtInRoles.map(({ name }) => name);

/**
 * Throws a RunError for roles that are not built in or repeated, and for customRoles keys that equal the name of such a
 * role, because their bindings would have the same name. `what` names the arguments.
 */
export function requireRoles(what: string, { roles = [], customRoles = {} }: GrantedRoles): void {
  if (!Array.isArray(roles)) throw runError(`${what}: roles must be an array of names of built-in roles`);
  for (const role of roles as readonly unknown[]) {
    if (typeof role === "string" && names.includes(role)) continue;
    const suggestion = typeof role === "string" ? didYouMean(role, names) : "";
    throw runError(
      `${what}: roles must contain names of built-in roles: ${names.join(", ")}; got ${JSON.stringify(role)}${suggestion}. ` +
        "For other roles, use customRoles",
    );
  }
  const all: readonly string[] = [...roles, ...Object.keys(customRoles)];
  const repeated = all.find((each, index) => all.indexOf(each) !== index);
  if (repeated !== undefined) throw runError(`${what}: ${repeated} appears more than once in roles and customRoles`);
}

/** Throws a RunError unless an argument is an object with only the known members. */
export function requireMembers(what: string, argument: string, value: unknown, known: readonly string[]): void {
  requireObject(what, argument, value, known.slice(0, 2));
  const unknownMember = Object.keys(value).find((each) => !known.includes(each));
  if (unknownMember !== undefined)
    throw runError(
      `${what}: ${unknownMember} is not a member of ${argument}; members are ${known.join(", ")}${didYouMean(unknownMember, known)}`,
    );
}
