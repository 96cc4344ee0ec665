import { type AccessGraph, type ClaimRequirement, type Directory, isUnknown } from "../../access";
import { capabilities as allCapabilities } from "../../model";

/** Phrases that several access commands print. */

/** Joins names: `a`, `a and b`, `a, b and c`. */
export function enumerate(items: readonly string[], conjunction: "and" | "or" = "and"): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} ${conjunction} ${items.at(-1)}`;
}

/** The number of capabilities up to which they are listed even if they are all those of a role. */
const MAX_LISTED = 6;

/** Describes capabilities: by name, or as those of a role if there are many and it has exactly these. */
export function describeCapabilities(
  capabilities: readonly string[],
  roles: readonly NamedRole[] = [],
  format: (name: string) => string = (name) => name,
): string {
  const set = new Set(capabilities);
  if (allCapabilities.every((each) => set.has(each))) return `all ${capabilities.length} capabilities`;
  if (capabilities.length > MAX_LISTED) {
    const role = roles.find(
      (each) => each.capabilities.length === set.size && each.capabilities.every((one) => set.has(one)),
    );
    if (role) return `the ${set.size} capabilities of ${format(role.name)}`;
  }
  return enumerate([...capabilities].sort().map(format));
}

/** A role with its capabilities, as far as they are known. */
export interface NamedRole {
  readonly name: string;
  readonly capabilities: readonly string[];
}

/** Returns a function that returns the roles of bindings. */
export function rolesByBinding(
  graphs: readonly AccessGraph[],
  directory: Directory,
): (bindings: readonly string[]) => readonly NamedRole[] {
  const roles = new Map<string, NamedRole[]>();
  for (const graph of graphs)
    for (const { id, role } of graph.snapshot.bindings) {
      const found = isUnknown(role) ? undefined : graph.role(role);
      if (!found || isUnknown(found.capabilities)) continue;
      const named = { name: directory.role(found.id), capabilities: found.capabilities as readonly string[] };
      roles.set(id, [...(roles.get(id) ?? []), named]);
    }
  return (bindings) => bindings.flatMap((id) => roles.get(id) ?? []);
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Returns the names of ids, for readers of JSON. */
export function namesOf(
  directory: Directory,
  ids: Readonly<Record<"groups" | "identities" | "roles", Iterable<string>>>,
) {
  const named = [
    ...[...ids.groups].map((id) => [id, directory.group(id)]),
    ...[...ids.identities].map((id) => [id, directory.identity(id)]),
    ...[...ids.roles].map((id) => [id, directory.role(id)]),
  ].filter(([id, name]) => id !== name);
  return Object.fromEntries(named) as Readonly<Record<string, string>>;
}

/** Describes what a token must have to assume an identity. */
export const describeClaim = ({ claim, literal, pattern }: ClaimRequirement): string =>
  literal !== undefined
    ? `${claim} ${JSON.stringify(literal)}`
    : pattern !== undefined
      ? `${claim} that matches ${JSON.stringify(pattern)}`
      : `${claim} of the token service`;
