/**
 * How types behave beyond what their definitions say, one file for each that does. A rule hangs on a step of the
 * operations, which all types run through; it never answers a request or writes an answer itself.
 */
import { advisory } from "./advisory";
import { group } from "./group";
import { groupInvite } from "./group-invite";
import { identity } from "./identity";
import { identityProvider } from "./identity-provider";
import { repo } from "./repo";
import { role } from "./role";
import { roleBinding } from "./role-binding";
import type { Rules } from "./rules";
import { tag } from "./tag";

export { checkNamedOutside } from "./named-outside";
export { keepAnOwner } from "./owners";
export type { Checking, Context, Rules, Writing } from "./rules";

const byType: Readonly<Record<string, Rules>> = {
  Advisory: advisory,
  Group: group,
  GroupInvite: groupInvite,
  Identity: identity,
  IdentityProvider: identityProvider,
  Repo: repo,
  Role: role,
  RoleBinding: roleBinding,
  Tag: tag,
};

/** The rules of a type, by its name; none for one that only keeps what it is given. */
export const rulesOf = (type: string): Rules => byType[type] ?? {};
