/**
 * The behavior of types beyond their definitions, one file per type. A rule hooks into a step of the operations that
 * all types share; it never handles a request or writes a response itself.
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

export { checkOutsideReferences } from "./outside-references";
export { requireOwner } from "./owners";
export type { CheckContext, Context, Rules, WriteContext } from "./rules";

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

/** Returns the rules of a type by its name; empty for types without any. */
export const rulesOf = (type: string): Rules => byType[type] ?? {};
