/**
 * The groups whose role bindings the resources of a program manage, to reject a group whose bindings are managed by a
 * GroupAccess and by RoleBindings. A process serves one command, so that no entry becomes outdated.
 */
const wholes = new Set<string>();
const singles = new Map<string, string>();

/** Records that a GroupAccess manages a group. Returns the problem if role bindings do too. */
export function wholeConflict(group: string): string | undefined {
  wholes.add(group);
  const binding = singles.get(group);
  return binding === undefined ? undefined : conflict(group, binding);
}

/** Records that a RoleBinding manages a binding in a group. Returns the problem if a GroupAccess manages them all. */
export function bindingConflict({
  groupUid,
  identityUid,
  roleUid,
}: Readonly<Record<string, unknown>>): string | undefined {
  const group = String(groupUid);
  const binding = `role ${String(roleUid)} for identity ${String(identityUid)}`;
  singles.set(group, binding);
  return wholes.has(group) ? conflict(group, binding) : undefined;
}

const conflict = (group: string, binding: string): string =>
  `GroupAccess manages all role bindings of the group ${group}, but a RoleBinding manages one of them (${binding}): each ` +
  "would undo the other. Add the grant to GroupAccess, and remove the RoleBinding with the option retainOnDelete";
