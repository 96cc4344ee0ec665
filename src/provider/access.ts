import { capabilityNames, capabilitySet } from "../access/capability-set";
import { isExpired } from "../access/expiry";
import { Grants } from "../access/grants";
import { isAtOrBelow, MAX_PAGE_SIZE, PlatformError, parentOf, selfAndAncestors } from "../api";
import type { CallerAccess, ListPage, ListQuery, PlatformClient } from "../client";
import { findCapability, type Registry, type Resource, type ResourceDefinition, registry } from "../model";
import { missingCapability } from "./diagnostics";
import { type Attribute, type DataSource, type Diagnostic, set, type ValueRecord, warningDiagnostic } from "./plugin";
import { invalidUids } from "./validate";

/** The part of a session that the data source uses. */
export interface AccessSession {
  run<T>(
    failure: string,
    definition: ResourceDefinition,
    calls: (connection: { readonly client: PlatformClient; readonly access: CallerAccess }) => Promise<T>,
  ): Promise<T>;
}

/** The `platform_access` data source: what an identity may do, where, and through which role bindings. */
export function access(session: () => AccessSession): DataSource {
  return {
    schema: {
      description:
        "What an identity may do, and through which role bindings. Includes only what the provider's identity can see; a warning reports possible gaps.",
      attributes: {
        identity_uid: { type: "string", required: true, description: "The uid of the identity." },
        group_uid: {
          type: "string",
          optional: true,
          description:
            "The uid of a group. Limits the bindings to those in the group and above it, which are the ones that apply there.",
        },
        bindings: {
          computed: true,
          description: "The role bindings that have not expired, ordered from the organization down.",
          nested: { nesting: "list", attributes: bindingAttributes },
        },
        capabilities: {
          type: set("string"),
          computed: true,
          description:
            "The short names of the identity's capabilities in the group `group_uid`. Null if `group_uid` is not set.",
        },
      },
    },

    validate: (config) => invalidUids(config, "identity_uid", "group_uid"),

    read: ({ config }, { signal }) =>
      session().run("Cannot read the access", registry.roleBindings, async ({ client, access: caller }) => {
        const groupUid = config.group_uid === null ? undefined : String(config.group_uid);
        const { bindings, diagnostics } = await readAccess(client, String(config.identity_uid), groupUid, { signal });
        const capabilities = groupUid === undefined ? null : capabilityNames(grantsOf(bindings).at(groupUid)).sort();
        const hidden =
          bindings.length === 0 && groupUid !== undefined ? await listingWarning(caller, groupUid, signal) : [];
        return { state: { ...config, bindings, capabilities }, diagnostics: [...diagnostics, ...hidden] };
      }),
  };
}

const text = (description: string): Attribute => ({ type: "string", computed: true, description });

const bindingAttributes: Readonly<Record<string, Attribute>> = {
  uid: text("The uid of the binding."),
  group_uid: text("The uid of the group in which the role is granted."),
  group_name: text("The group's name."),
  group_path: text("The path of names from the organization to the group, separated by slashes."),
  role_uid: text("The uid of the role."),
  role_name: text("The role's name."),
  expiration_time: text("The time at which the access ends. Not set for permanent access."),
  capabilities: {
    type: set("string"),
    computed: true,
    description: "The role's capabilities, by short name; empty if the provider's identity cannot see the role.",
  },
};

interface Binding extends ValueRecord {
  readonly group_uid: string;
  readonly capabilities: readonly string[];
}

const grantsOf = (bindings: readonly Binding[]): Grants =>
  new Grants(bindings.map((each) => ({ group: each.group_uid, capabilities: capabilitySet(each.capabilities) })));

interface Options {
  readonly signal: AbortSignal;
}

/**
 * Reads what an identity may do. Throws PlatformError: NOT_FOUND if the group, or an identity without bindings, does
 * not exist or is hidden from the caller.
 */
async function readAccess(
  client: PlatformClient,
  identity: string,
  groupUid: string | undefined,
  options: Options,
): Promise<{ readonly bindings: readonly Binding[]; readonly diagnostics: readonly Diagnostic[] }> {
  const bindings = await bindingsOf(client, identity, groupUid, options);
  // Distinguishes an identity without access from one that does not exist.
  if (bindings.length === 0) await client.identities.get(identity, options);
  const inherited = groupUid === undefined ? [] : selfAndAncestors(groupUid);
  const [roleByUid, groupByUid] = await Promise.all([
    byUid(
      client.roles,
      bindings.map(({ roleUid }) => roleUid),
      options,
    ),
    byUid(client.groups, [...bindings.flatMap((binding) => selfAndAncestors(groupOf(binding))), ...inherited], options),
  ]);
  if (groupUid !== undefined && !groupByUid.has(groupUid))
    throw new PlatformError("NOT_FOUND", `Not found: Group ${groupUid}`);
  const nameOf = (uid: string): string => groupByUid.get(uid)?.name ?? uid;
  const hidden = {
    groups: inherited.filter((uid) => !groupByUid.has(uid)),
    roles: [...new Set(bindings.map(({ roleUid }) => roleUid))].filter((uid) => !roleByUid.has(uid)),
  };
  return {
    bindings: bindings.map((binding) => {
      const group = groupOf(binding);
      const allowed = roleByUid.get(binding.roleUid)?.capabilities ?? [];
      return {
        uid: binding.uid,
        group_uid: group,
        group_name: nameOf(group),
        group_path: selfAndAncestors(group).reverse().map(nameOf).join("/"),
        role_uid: binding.roleUid,
        role_name: roleByUid.get(binding.roleUid)?.name ?? "",
        expiration_time: binding.expirationTime || null,
        capabilities: allowed.map((each) => findCapability(each) ?? each),
      };
    }),
    diagnostics: Object.entries(hidden).flatMap(([kind, uids]) => (uids.length > 0 ? [hiddenWarning(kind, uids)] : [])),
  };
}

/** Returns a warning if no bindings were found and the caller may not list them. Throws PlatformError. */
async function listingWarning(caller: CallerAccess, groupUid: string, signal: AbortSignal): Promise<Diagnostic[]> {
  const visibility = await caller.canList(registry.roleBindings, groupUid, { signal });
  if (visibility === "visible") return [];
  const lack = missingCapability(registry.roleBindings, visibility);
  return [
    warningDiagnostic("The reported access may be incomplete", `No role binding was found, ${lack} at ${groupUid}.`),
  ];
}

const hiddenWarning = (kind: string, uids: readonly string[]): Diagnostic =>
  warningDiagnostic(
    "The reported access may be incomplete",
    `The provider's identity cannot see these ${kind}, so what they grant is not included: ${uids.join(", ")}.`,
  );

/** Lists the identity's role bindings that have not expired, those of outer groups first. Throws PlatformError. */
async function bindingsOf(
  client: PlatformClient,
  identity: string,
  groupUid: string | undefined,
  options: Options,
): Promise<Resource<Registry["roleBindings"]>[]> {
  const query = { identity, orderBy: "uid", pageSize: MAX_PAGE_SIZE };
  const bindings: Resource<Registry["roleBindings"]>[] = [];
  const now = new Date().toISOString();
  for await (const binding of client.roleBindings.list(query, options)) {
    const isHere = groupUid === undefined || isAtOrBelow(groupUid, groupOf(binding));
    if (isHere && !isExpired(binding.expirationTime, now)) bindings.push(binding);
  }
  const order = (binding: { readonly uid: string }) => `${groupOf(binding)} ${binding.uid}`;
  return bindings.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

const groupOf = ({ uid }: { readonly uid: string }): string => parentOf(uid)!;

/** The number of uids per request; 20 uids of up to 600 characters each fit into a URL. */
const UIDS_PER_REQUEST = 20;

interface PagedCollection<R> {
  page(query: ListQuery, options: Options): Promise<ListPage<R>>;
}

async function byUid<R extends { readonly uid: string }>(
  collection: PagedCollection<R>,
  uids: readonly string[],
  options: Options,
): Promise<ReadonlyMap<string, R>> {
  const wanted = [...new Set(uids)];
  const chunks = Array.from({ length: Math.ceil(wanted.length / UIDS_PER_REQUEST) }, (_, index) =>
    wanted.slice(index * UIDS_PER_REQUEST, (index + 1) * UIDS_PER_REQUEST),
  );
  const pages = await Promise.all(chunks.map((ids) => collection.page({ ids, pageSize: UIDS_PER_REQUEST }, options)));
  return new Map(pages.flatMap(({ items }) => items.map((item) => [item.uid, item] as const)));
}
