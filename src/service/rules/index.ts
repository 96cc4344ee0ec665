/**
 * How types behave beyond what their definitions say, one file for each that does. A rule hangs on a step of the
 * operations, which all types run through; it never answers a request or writes an answer itself.
 */
import { group } from "./group";
import { identity } from "./identity";
import { role } from "./role";
import { roleBinding } from "./role-binding";
import type { Rules } from "./rules";

export type { Context, Rules, Writing } from "./rules";

const byType: Readonly<Record<string, Rules>> = {
  Group: group,
  Identity: identity,
  Role: role,
  RoleBinding: roleBinding,
};

/** The rules of a type, by its name; none for one that only keeps what it is given. */
export const rulesOf = (type: string): Rules => byType[type] ?? {};
