import type { CallOptions } from "../../client";
import { groupAccess, type JsonObject, registry, snakeCase } from "../../model";
import { deletedWarning, grantAdvice, missingCapability, notVisibleError } from "../diagnostics";
import { identityOf, parseImport, resolvePath, uidIdentity } from "../import";
import { equalRecords } from "../members";
import { noun } from "../names";
import { planChange } from "../plan";
import {
  type Diagnostic,
  DiagnosticsError,
  errorDiagnostic,
  type ManagedResource,
  type PlanResult,
  rejectAny,
  type StateResult,
  unknown,
  type ValueRecord,
  warningDiagnostic,
} from "../plugin";
import { resourceSchema } from "../schema";
import type { Connection, Session } from "../session";
import { timeoutFor, validateTimeouts } from "../timeouts";
import { validateConfig } from "../validate";
import { stateOf, toJson } from "../values";
import { applyDifference } from "./change";
import {
  type Binding,
  bindingsIn,
  compare,
  currentGrants,
  type Difference,
  describe,
  type Grant,
  keyOf,
  removedBinding,
} from "./difference";
import { lockOutProblems } from "./lock-out";

const { fields } = groupAccess;
const what = noun(groupAccess);
const REMOVED = "removed_bindings";

/**
 * The `platform_group_access` resource: all role bindings directly in a group. A refresh reads them into the grants, so
 * that a plan shows those that the configuration does not contain as removed. A plan also reads them itself if it
 * changes anything, and lists what it removes; an apply removes nothing else.
 *
 * Longer than 80 lines because it lists a resource's operations.
 */
export function groupAccessResource(session: () => Session): ManagedResource {
  /** Throws unless nothing has changed since the plan that it does not state, and nobody is locked out. */
  const apply = (
    { planned, plannedPrivate, config }: { planned: ValueRecord; plannedPrivate: Uint8Array; config: ValueRecord },
    operation: "create" | "update",
    signal: AbortSignal,
  ): Promise<StateResult> =>
    session().runWrite(`Cannot ${operation} the ${what}`, groupAccess, async (connection) => {
      const options = { signal, ...timeoutFor(operation, config) };
      const group = String(planned.group_uid);
      const grants = grantsOf(planned);
      rejectAny(await session().claims.applyWhole(group, grants, operation === "create"));
      const bindings = await visibleBindings(connection, group, options);
      const difference = compare(bindings, grants);
      rejectAny(unplanned(group, difference.strangers, plannedRemovals(planned, plannedPrivate)));
      await rejectLockOut(connection, group, bindings, difference, options);
      await applyDifference(connection, group, difference, options);
      const state = stateFor(group, grants, planned);
      const removed = planned[REMOVED] === unknown ? removedState(difference.strangers) : planned[REMOVED]!;
      return { state: { ...state, [REMOVED]: removed }, identity: identityOf({ uid: group }), private: noPrivate };
    });

  return {
    schema: resourceSchema(groupAccess),
    identity: uidIdentity,

    validate: (config) => [...validateConfig(groupAccess, config), ...validateTimeouts(config)],

    async plan(request, { signal }): Promise<PlanResult> {
      const { prior, config } = request;
      const result = planChange(groupAccess, request);
      const group = result.planned.group_uid;
      // Terraform plans a replacement again, as a create.
      if (typeof group !== "string" || (result.requiresReplace ?? []).length > 0) return result;
      rejectAny(session().claims.planWhole(group, config, prior === null));
      if (session().hasUnknownSettings || result.planned === prior) return result;
      return session().run(`Cannot plan the ${what}`, groupAccess, async (connection) => {
        const options = { signal, ...timeoutFor("read", config) };
        const bindings = await visibleBindings(connection, group, options);
        const isUnknown = (value: unknown) => value === unknown;
        const grants = result.planned.grants === unknown ? undefined : grantsOf(result.planned);
        const { strangers, uncertain, missing, changed } = compare(bindings, grants ?? [], isUnknown);
        const possible = grants === undefined ? strangers : uncertain;
        const query = { group, before: bindings, removed: strangers.filter((each) => !possible.includes(each)) };
        rejectAny(lockOutErrors(await lockOutProblems(connection, { ...query, added: missing, isUnknown }, options)));
        return {
          ...result,
          planned: { ...result.planned, [REMOVED]: possible.length > 0 ? unknown : removedState(strangers) },
          private: possible.length > 0 ? Buffer.from(JSON.stringify(strangers.map(({ uid }) => uid))) : noPrivate,
          diagnostics: [
            ...removalWarnings(group, strangers, possible),
            ...(prior === null && changed.length > 0 ? [changeWarning(group, changed)] : []),
          ],
        };
      });
    },

    create: (request, { signal }) => apply(request, "create", signal),
    update: (request, { signal }) => apply(request, "update", signal),

    delete: ({ prior }, { signal }) =>
      session().runWrite(`Cannot delete the ${what}`, groupAccess, async (connection) => {
        const options = { signal, ...timeoutFor("delete", prior) };
        const group = String(prior.uid);
        const bindings = await listed(connection, group, options);
        if (bindings === undefined) return [];
        const managed = new Set(grantsOf(prior).map(keyOf));
        const isManaged = (each: Binding) => managed.has(keyOf(each)) && !session().claims.isApplied(group, each);
        const strangers = bindings.filter(isManaged);
        const difference = { missing: [], changed: [], uncertain: [], strangers };
        await rejectLockOut(connection, group, bindings, difference, options);
        await applyDifference(connection, group, difference, options);
        const left = bindings.filter((each) => !managed.has(keyOf(each)));
        return left.length > 0 ? [leftWarning(group, left)] : [];
      }),

    read: ({ state }, { signal }) =>
      session().run(`Cannot read the ${what}`, groupAccess, async (connection) => {
        const group = String(state.uid);
        const bindings = await listed(connection, group, { signal, ...timeoutFor("read", state) });
        if (bindings === undefined)
          return { state: null, diagnostics: [deletedWarning(`group of the ${what}`, group)] };
        const current = stateFor(group, currentGrants(bindings, grantsOf(state)), state);
        // Returning the same object avoids encoding it again.
        return { state: equalRecords(current, state) ? state : current, identity: identityOf({ uid: group }) };
      }),

    async importState(request, { signal }) {
      const target = parseImport(groupAccess, request);
      const uid =
        typeof target === "string"
          ? target
          : await session().run(`Cannot import the ${what}`, groupAccess, ({ client }) =>
              resolvePath(client, groupAccess, target, { signal }),
            );
      return { resources: [{ state: { id: uid, uid }, identity: identityOf({ uid }) }] };
    },
  };
}

const noPrivate = new Uint8Array();

const grantsOf = (values: ValueRecord): Grant[] => (toJson(fields, values).grants ?? []) as Grant[];

const removedState = (bindings: readonly Binding[]) => stateFor("", [], {}, bindings.map(removedBinding))[REMOVED]!;

/** Returns the state of a group with these grants; removed bindings and timeouts are kept from the prior state. */
function stateFor(
  group: string,
  grants: readonly Grant[],
  prior: ValueRecord,
  removedBindings?: readonly JsonObject[],
) {
  const state = stateOf(groupAccess, { uid: group, grants, removedBindings }, prior);
  if (removedBindings === undefined) state[REMOVED] = prior[REMOVED] ?? null;
  state.timeouts = prior.timeouts ?? null;
  return state;
}

/** Returns the bindings of a group; undefined if it is known to be deleted. Throws if they may be hidden. */
async function listed(
  { client, access, reader }: Connection,
  group: string,
  options: CallOptions,
): Promise<Binding[] | undefined> {
  const bindings = await bindingsIn(client, group, options);
  if (bindings.length > 0) return bindings;
  const visibility = await access.canList(groupAccess, group, options);
  if (visibility !== "visible") throw new DiagnosticsError([notVisibleError(groupAccess, group, visibility)]);
  return (await reader.read(registry.groups, group, options)) ? bindings : undefined;
}

/** Returns the bindings of a group that must exist. */
async function visibleBindings(connection: Connection, group: string, options: CallOptions): Promise<Binding[]> {
  const bindings = await bindingsIn(connection.client, group, options);
  if (bindings.length > 0) return bindings;
  const visibility = await connection.access.canList(groupAccess, group, options);
  if (visibility === "visible") return bindings;
  throw new DiagnosticsError([
    errorDiagnostic(
      "The role bindings of the group are not visible to this identity",
      `The service lists no role binding of ${group}, ${missingCapability(groupAccess, visibility)} there. ` +
        `${grantAdvice(groupAccess, group)}`,
      ["group_uid"],
    ),
  ]);
}

/** Returns the uids of the bindings that the plan removes, or may remove. */
function plannedRemovals(planned: ValueRecord, plannedPrivate: Uint8Array): ReadonlySet<string> {
  if (planned[REMOVED] !== unknown)
    return new Set((planned[REMOVED] as readonly ValueRecord[]).map(({ uid }) => String(uid)));
  // Written by `plan`.
  return new Set(plannedPrivate.length > 0 ? (JSON.parse(Buffer.from(plannedPrivate).toString()) as string[]) : []);
}

function unplanned(group: string, strangers: readonly Binding[], planned: ReadonlySet<string>): Diagnostic[] {
  const unexpected = strangers.filter(({ uid }) => !planned.has(uid));
  if (unexpected.length === 0) return [];
  return [
    errorDiagnostic(
      `The group has role bindings that the plan does not remove`,
      `Nothing was changed. The group ${group} has role bindings that are neither among the grants nor in the plan: ` +
        `${unexpected.map(describe).join(", ")}. They were added after the plan, or the group was not known then. Plan ` +
        "again, and add them to the grants to keep them.",
    ),
  ];
}

async function rejectLockOut(
  connection: Connection,
  group: string,
  before: readonly Binding[],
  { strangers, missing }: { readonly strangers: readonly Binding[]; readonly missing: readonly Grant[] },
  options: CallOptions,
): Promise<void> {
  const query = { group, before, removed: strangers, added: missing };
  rejectAny(lockOutErrors(await lockOutProblems(connection, query, options)));
}

const lockOutErrors = (problems: readonly string[]): Diagnostic[] =>
  problems.map((problem) => errorDiagnostic("The change would lock out the group", problem));

/** Names what a plan removes. Each warning has its own summary, since engines show only the first of several. */
function removalWarnings(group: string, strangers: readonly Binding[], possible: readonly Binding[]): Diagnostic[] {
  const certain = strangers.filter((each) => !possible.includes(each));
  const list = (bindings: readonly Binding[]) => bindings.map((each) => `  - ${describe(each)}`).join("\n");
  return [
    ...(certain.length > 0
      ? [
          warningDiagnostic(
            `This removes ${count(certain)} of ${group}`,
            `The grants do not contain:\n${list(certain)}`,
            ["grants"],
          ),
        ]
      : []),
    ...(possible.length > 0
      ? [
          warningDiagnostic(
            `This may remove ${count(possible)} of ${group}`,
            `Grants that are known after apply may turn out to be these; otherwise they are removed:\n${list(possible)}`,
            ["grants"],
          ),
        ]
      : []),
  ];
}

/** A create has no prior state in which a plan could show what it changes. */
const changeWarning = (group: string, changed: Difference["changed"]): Diagnostic =>
  warningDiagnostic(
    `This changes ${count(changed)} of ${group}`,
    `They differ from the grants:\n${changed.map(({ binding, names }) => `  - ${describe(binding)}: ${names.map(snakeCase).join(", ")}`).join("\n")}`,
    ["grants"],
  );

const count = ({ length }: readonly unknown[]): string => `${length} role binding${length === 1 ? "" : "s"}`;

const leftWarning = (group: string, left: readonly Binding[]): Diagnostic =>
  warningDiagnostic(
    `${count(left)} of ${group} ${left.length === 1 ? "was" : "were"} not deleted`,
    `They were not in the state:\n${left.map((each) => `  - ${describe(each)}`).join("\n")}`,
  );
