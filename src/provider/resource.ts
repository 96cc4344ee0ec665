import { changedFields, PlatformError } from "../api";
import type { CallOptions } from "../client";
import { hasPassed, type JsonObject, type ResourceDefinition, snakeCase, withPeriod } from "../model";
import { deletedSincePlan, deletedWarning, expiredWarning, notVisibleError, parentNotFound } from "./diagnostics";
import {
  expiryAttribute,
  expiryWarnings,
  hasExpired,
  ignoredExpiry,
  permanentRemains,
  planExpired,
  rejectsExpiry,
  unsupportedExpiry,
} from "./expiry";
import { identityOf, parseImport, resolvePath, uidIdentity } from "./import";
import { equalRecords } from "./members";
import { moveState } from "./move";
import { noun, parentAttribute } from "./names";
import { planChange } from "./plan";
import { DiagnosticsError, type ManagedResource, rejectAny, type StateResult, type ValueRecord } from "./plugin";
import type { Reader } from "./reader";
import { resourceSchema } from "./schema";
import type { Session } from "./session";
import { timeoutFor, validateTimeouts } from "./timeouts";
import { validateConfig } from "./validate";
import { stateOf, toJson } from "./values";
import { changedVersions, rejectWriteOnly, removalWarnings } from "./write-only";

/**
 * The managed resource of a type, derived entirely from its definition. Longer than 80 lines because it lists a
 * resource's operations.
 */
export function managedResource(definition: ResourceDefinition, session: () => Session): ManagedResource {
  const { fields } = definition;
  const what = noun(definition);
  const parent = parentAttribute(definition);

  /** Returns the state for a response; `timeouts` are kept from the prior state. */
  const stateFor = (response: JsonObject, prior: ValueRecord): StateResult => {
    const state = stateOf(definition, response, prior);
    state.timeouts = prior.timeouts ?? null;
    // Returning the same object avoids encoding it again.
    return { state: equalRecords(state, prior) ? prior : state, identity: identityOf(response) };
  };

  /** Throws DiagnosticsError unless a missing resource is known to be deleted. */
  const requireVisible = async (reader: Reader, uid: string, options: CallOptions): Promise<void> => {
    const visibility = await reader.visibility(definition, uid, options);
    if (visibility !== "visible") throw new DiagnosticsError([notVisibleError(definition, uid, visibility)]);
  };

  /** Rethrows the error of a change unless the resource is known to be deleted. */
  const rethrowUnlessDeleted = async (
    error: unknown,
    reader: Reader,
    prior: ValueRecord,
    options: CallOptions,
  ): Promise<void> => {
    if (!isNotFound(error)) throw error;
    // Cached access may be outdated after the failed change.
    reader.clearCache();
    await requireVisible(reader, uidOf(prior), options);
  };

  return {
    schema: resourceSchema(definition),
    identity: uidIdentity,

    validate: (config, { capabilities }) => [
      ...validateConfig(definition, config),
      ...validateTimeouts(config),
      ...(capabilities.writeOnlyAttributesAllowed ? [] : rejectWriteOnly(fields, config)),
    ],

    async plan(request, { signal }) {
      const result = planChange(definition, request);
      rejectAny(session().claims.manageBinding(definition, result.planned));
      if (request.prior === null) {
        const body = () => toJson(fields, result.planned, request.config);
        return { ...result, diagnostics: await session().warnOfDuplicates(definition, result.planned, body, signal) };
      }
      const { prior, config } = request;
      session().recordManaged(String(prior.uid));
      const expiring = expiryWarnings(definition, prior, result.planned);
      if (result.planned === prior) return { ...result, diagnostics: expiring };
      const removals = removalWarnings(definition, { prior, planned: result.planned, config });
      return { ...planExpired(definition, prior, result), diagnostics: [...expiring, ...removals] };
    },

    create({ planned, config }, { signal }) {
      const failure = `Cannot create the ${what}`;
      rejectAny(session().claims.manageBinding(definition, planned));
      return session().runWrite(failure, definition, async ({ creator, client }) => {
        const body = toJson(fields, planned, config);
        const options = { signal, ...timeoutFor("create", config) };
        const parentUid = String(planned[parent]);
        const created = await creator.create(definition, parentUid, body, options).catch((error: unknown) => {
          if (rejectsExpiry(definition, body, error))
            throw unsupportedExpiry(failure, definition, withPeriod(error.message));
          if (!isNotFound(error) || (resourceOf(error) ?? parentUid) !== parentUid) throw error;
          throw new DiagnosticsError([parentNotFound(failure, definition, parentUid)]);
        });
        const ignored = ignoredExpiry(definition, body, created);
        if (ignored === undefined) return stateFor(created, planned);
        // Without the signal: an interrupted run must not leave permanent access behind.
        const problem = await client
          .collection(definition)
          .delete(created.uid, timeoutFor("delete", config))
          .then(() => undefined, problemOf);
        if (problem === undefined)
          throw unsupportedExpiry(failure, definition, `${ignored} The ${what} was deleted again.`);
        // With an error, the engine keeps the state and marks the resource as tainted.
        const remains = `${ignored} ${permanentRemains(`The ${what} ${created.uid}`, problem)} The next apply tries to delete it again.`;
        const { diagnostics } = unsupportedExpiry(failure, definition, remains);
        return { ...stateFor(created, planned), diagnostics };
      });
    },

    async update({ prior, planned, config }, { signal }) {
      const body = toJson(fields, planned, config);
      const changedInputs = changedFields(definition, toJson(fields, prior), toJson(fields, planned));
      const changed = changedInputs.filter((name) => !fields[name]?.startAndEnd);
      const updateMask = [...changed, ...changedVersions(fields, prior, planned).map(({ path }) => path.join("."))];
      if (updateMask.length === 0) return { state: planned };
      const failure = `Cannot update the ${what}`;
      return session().runWrite(failure, definition, async ({ client, reader }) => {
        const names = updateMask.map((path) => path.split(".", 1)[0]!);
        const changes = Object.fromEntries(names.map((name) => [name, body[name]]));
        const options = { signal, ...timeoutFor("update", config) };
        if (hasExpired(definition, planned)) {
          await client
            .collection(definition)
            .delete(uidOf(prior), options)
            .catch(async (error: unknown) => {
              if (isNotFound(error) && hasExpired(definition, prior)) return;
              await rethrowUnlessDeleted(error, reader, prior, options);
            });
          return { state: planned };
        }
        const updated = await client
          .collection(definition)
          .update(uidOf(prior), changes, { updateMask, ...options })
          .catch(async (error: unknown) => {
            if (rejectsExpiry(definition, changes, error))
              throw unsupportedExpiry(failure, definition, withPeriod(error.message));
            await rethrowUnlessDeleted(error, reader, prior, options);
            throw new DiagnosticsError([deletedSincePlan(`${what} ${label(prior)}`, uidOf(prior))]);
          });
        const ignored = ignoredExpiry(definition, changes, updated);
        if (ignored !== undefined) throw unsupportedExpiry(failure, definition, ignored);
        return stateFor(updated, planned);
      });
    },

    delete: ({ prior }, { signal }) =>
      session().runWrite(`Cannot delete the ${what} ${label(prior)}`, definition, async ({ client, reader }) => {
        const options = { signal, ...timeoutFor("delete", prior) };
        const deletion = () =>
          client
            .collection(definition)
            .delete(uidOf(prior), options)
            .catch((error: unknown) => rethrowUnlessDeleted(error, reader, prior, options));
        rejectAny(await session().claims.deleteBinding(definition, prior, deletion));
      }),

    read: ({ state }, context) =>
      session().run(`Cannot read the ${what}`, definition, async ({ reader }) => {
        const uid = uidOf(state);
        session().recordManaged(uid);
        // A getter, because most reads are served from a list and need no signal.
        const options = {
          ...timeoutFor("read", state),
          get signal() {
            return context.signal;
          },
        };
        const response = await reader.read(definition, uid, options);
        const isConfigured = expiryAttribute(definition) !== undefined;
        if (response && (isConfigured || !hasPassed(response[definition.expires ?? ""])))
          return stateFor(response, state);
        if (hasExpired(definition, state)) return { state, identity: identityOf({ uid }) };
        if (hasPassed(definition.expires && state[snakeCase(definition.expires)]))
          return { state: null, diagnostics: [expiredWarning(`${what} ${label(state)}`, uid)] };
        await requireVisible(reader, uid, options);
        return { state: null, diagnostics: [deletedWarning(`${what} ${label(state)}`, uid)] };
      }),

    async importState(request, { signal }) {
      const target = parseImport(definition, request);
      const uid =
        typeof target === "string"
          ? target
          : await session().run(`Cannot import the ${what}`, definition, ({ client }) =>
              resolvePath(client, definition, target, { signal }),
            );
      session().recordImport(uid);
      return { resources: [{ state: { id: uid, uid }, identity: identityOf({ uid }) }] };
    },

    moveState: (request) => moveState(definition, request),
  };
}

const uidOf = (state: ValueRecord): string => String(state.uid);

/** Identifies the resource in messages for which the engine does not show its address. */
const label = ({ name, uid }: ValueRecord): string => (typeof name === "string" ? JSON.stringify(name) : String(uid));

const isNotFound = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && error.code === "NOT_FOUND";

/** Returns why a deletion failed; undefined if there is nothing to delete. */
const problemOf = (error: unknown): string | undefined =>
  isNotFound(error) ? undefined : error instanceof Error ? error.message : String(error);

const resourceOf = (error: PlatformError): string | undefined => error.detail("ResourceInfo")?.resourceName;
