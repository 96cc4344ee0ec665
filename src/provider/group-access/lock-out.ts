import { AccessGraph } from "../../access/graph";
import { bindingCapabilities, lockOut } from "../../access/lock-out";
import type { BindingEntry, MaybeUnknown, RoleEntry } from "../../access/snapshot";
import { addResource, type Entries, noEntries } from "../../access/sources/entries";
import { parentOf, selfAndAncestors } from "../../api";
import type { CallerAccess, CallOptions, PlatformClient } from "../../client";
import { type JsonObject, type Resource, type ResourceDefinition, registry } from "../../model";
import { type Binding, bindingsIn, describe, type Grant } from "./difference";

export interface LockOutQuery {
  readonly group: string;
  /** The bindings of the group before the change. */
  readonly before: readonly Binding[];
  readonly removed: readonly Binding[];
  readonly added: readonly Grant[];
  readonly isUnknown?: (value: unknown) => boolean;
}

/**
 * Returns why a change of a group's bindings must not be made: it would take the capabilities to manage them from the
 * caller, or remove the group's last owner. Includes access inherited from the groups above, as far as the caller can
 * see it; what it cannot see locks nobody out. Throws PlatformError.
 */
export async function lockOutProblems(
  { client, access }: { readonly client: PlatformClient; readonly access: CallerAccess },
  { group, before, removed, added, isUnknown = () => false }: LockOutQuery,
  options: CallOptions,
): Promise<string[]> {
  if (removed.length === 0) return [];
  const caller = await access.identityUid(options);
  const entries = noEntries();
  await addInherited(client, access, entries, group, caller, options);
  const own = (bindings: readonly Binding[]): BindingEntry[] => {
    const part = noEntries();
    for (const binding of bindings) addResource(part, "bindings", binding as Resource<ResourceDefinition>);
    return part.bindings;
  };
  const known = (value: unknown): MaybeUnknown<string> =>
    isUnknown(value) ? { unknown: "a grant is known after apply" } : String(value);
  const gone = new Set(removed);
  const was = own(before);
  const is: BindingEntry[] = [
    ...own(before.filter((each) => !gone.has(each))),
    ...added.map(({ identityUid, roleUid }, index) => ({
      id: `added ${index}`,
      group,
      identity: known(identityUid),
      role: known(roleUid),
    })),
  ];
  const all = [...entries.bindings, ...was, ...is];
  await addByUid(
    client,
    entries,
    "roles",
    all.map(({ role }) => role),
    options,
  );
  const now = new Date().toISOString();
  const graphs = () =>
    [was, is].map(
      (bindings) => new AccessGraph({ ...entries, bindings: [...entries.bindings, ...bindings], gaps: [] }, now),
    );
  const candidates = graphs().flatMap((graph) => lockOut(graph, emptied(graph), group, undefined).owners);
  await addByUid(client, entries, "identities", candidates, options);
  const [graphBefore, graphAfter] = graphs() as [AccessGraph, AccessGraph];
  const locked = lockOut(graphBefore, graphAfter, group, caller);
  const removals = (identities: readonly (string | undefined)[]) =>
    removed
      .filter(({ identityUid }) => identities.includes(identityUid))
      .map(describe)
      .join(", ");
  return [
    ...(locked.caller.length > 0
      ? [
          `The provider's own identity ${caller} would lose ${locked.caller.join(" and ")} in ${group}, and could not ` +
            `restore it: ${removals([caller])} would be removed. Add a grant that keeps it.`,
        ]
      : []),
    ...(locked.owners.length > 0
      ? [
          `The group ${group} would have no owner: ${removals(locked.owners)} would be removed. Add a grant of the role ` +
            "owner.",
        ]
      : []),
  ];
}

/** Returns a graph without role bindings, compared with which every owner is the last one. */
const emptied = ({ snapshot }: AccessGraph): AccessGraph => new AccessGraph({ ...snapshot, groups: [], bindings: [] });

/** Adds the bindings of the groups above, and what the caller inherits from where it cannot see the bindings. */
async function addInherited(
  client: PlatformClient,
  access: CallerAccess,
  entries: Entries,
  group: string,
  caller: string | undefined,
  options: CallOptions,
): Promise<void> {
  const parent = parentOf(group);
  if (parent === undefined) return;
  const inherited = caller === undefined ? undefined : await access.held(parent, bindingCapabilities, options);
  if (caller !== undefined && inherited && inherited.length > 0) {
    entries.roles.push({ id: "inherited", name: "inherited", capabilities: inherited } satisfies RoleEntry);
    entries.bindings.push({ id: "inherited", group, identity: caller, role: "inherited" });
  }
  for (const ancestor of selfAndAncestors(parent)) {
    const bindings = await bindingsIn(client, ancestor, options);
    const isHidden =
      bindings.length === 0 && (await access.canList(registry.roleBindings, ancestor, options)) !== "visible";
    if (isHidden) {
      const unknown = { unknown: `the role bindings of ${ancestor} are hidden` };
      // Whoever it is, it is not the caller if the service has stated what the caller inherits.
      const identity = inherited === undefined ? unknown : "another identity";
      entries.bindings.push({ id: "hidden", group, identity, role: unknown });
      return;
    }
    for (const binding of bindings) addResource(entries, "bindings", binding as Resource<ResourceDefinition>);
  }
}

/** The number of uids, of up to 600 characters each, that fit into a URL. */
const UIDS_PER_REQUEST = 20;

async function addByUid(
  client: PlatformClient,
  entries: Entries,
  part: "roles" | "identities",
  uids: readonly unknown[],
  options: CallOptions,
): Promise<void> {
  const wanted = [...new Set(uids)].filter((uid): uid is string => typeof uid === "string" && uid !== "inherited");
  for (let at = 0; at < wanted.length; at += UIDS_PER_REQUEST) {
    const ids = wanted.slice(at, at + UIDS_PER_REQUEST);
    const { items } = await client[part].page({ ids, pageSize: UIDS_PER_REQUEST }, options);
    for (const item of items) addResource(entries, part, item as Resource<ResourceDefinition> & JsonObject);
  }
}
