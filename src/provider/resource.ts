import { changedFields, isUid, PlatformError } from "../api";
import type { ResourceDefinition } from "../model";
import { gone, notVisible } from "./diagnostics";
import { aNoun, noun, parentAttribute, typeName } from "./names";
import { planChange } from "./plan";
import { DiagnosticsError, errorDiagnostic, type ManagedResource, type ValueRecord } from "./plugin";
import { resourceSchema } from "./schema";
import type { Session } from "./session";
import { timeoutFor, validateTimeouts } from "./timeouts";
import { validateConfig } from "./validate";
import { type JsonObject, stateOf, toJson } from "./values";
import { refuseWriteOnly, renewed } from "./write-only";

/** The managed resource of a type, all of it derived from the definition. */
export function managedResource(definition: ResourceDefinition, session: () => Session): ManagedResource {
  const { fields } = definition;
  const what = noun(definition);
  const parent = parentAttribute(definition);

  /** The state for an answer; what only says how to work is held as it is. */
  const stateFor = (answer: JsonObject, held: ValueRecord): ValueRecord => ({
    ...stateOf(definition, answer, held),
    timeouts: held.timeouts ?? null,
  });

  return {
    schema: resourceSchema(definition),

    validate: (config, { capabilities }) => [
      ...validateConfig(definition, config),
      ...validateTimeouts(config),
      ...(capabilities.writeOnlyAttributesAllowed ? [] : refuseWriteOnly(fields, config)),
    ],

    plan: (request) => planChange(definition, request),

    create: ({ planned, config }, { signal }) =>
      session().change(`Cannot create the ${what}`, definition, async ({ creator }) => {
        const body = toJson(fields, planned, config);
        const options = { signal, ...timeoutFor("create", config) };
        const created = await creator.create(definition, String(planned[parent]), body, options);
        return { state: stateFor(created, planned) };
      }),

    async update({ prior, planned, config }, { signal }) {
      const body = toJson(fields, planned, config);
      const changed = changedFields(definition, toJson(fields, prior), toJson(fields, planned));
      const updateMask = [...changed, ...renewed(fields, prior, planned).map(({ path }) => path.join("."))];
      if (updateMask.length === 0) return { state: planned };
      return session().change(`Cannot update the ${what}`, definition, async ({ client }) => {
        const names = updateMask.map((path) => path.split(".", 1)[0]!);
        const changes = Object.fromEntries(names.map((name) => [name, body[name]]));
        const options = { updateMask, signal, ...timeoutFor("update", config) };
        const updated = await client.collection(definition).update(uidOf(prior), changes, options);
        return { state: stateFor(updated, planned) };
      });
    },

    delete: ({ prior }, { signal }) =>
      session().change(`Cannot delete the ${what}`, definition, async ({ client, reader }) => {
        const uid = uidOf(prior);
        const options = { signal, ...timeoutFor("delete", prior) };
        try {
          await client.collection(definition).delete(uid, options);
        } catch (error) {
          if (!isNotFound(error)) throw error;
          if (!(await reader.isGone(definition, uid, options))) throw invisible(definition, uid);
        }
      }),

    read: ({ state }, { signal }) =>
      session().run(`Cannot read the ${what}`, definition, async ({ reader }) => {
        const uid = uidOf(state);
        const options = { signal, ...timeoutFor("read", state) };
        const answer = await reader.read(definition, uid, options);
        if (answer) return { state: stateFor(answer, state) };
        if (await reader.isGone(definition, uid, options)) return { state: null, diagnostics: [gone(what, uid)] };
        throw invisible(definition, uid);
      }),

    importState({ id }) {
      if (!isUidOf(definition, id)) throw notItsUid(definition, id);
      return { resources: [{ state: { id, uid: id } }] };
    },
  };
}

const uidOf = (state: ValueRecord): string => String(state.uid);

const isNotFound = (error: unknown): boolean => error instanceof PlatformError && error.code === "NOT_FOUND";

const invisible = (definition: ResourceDefinition, uid: string) =>
  new DiagnosticsError([notVisible(noun(definition), uid)]);

const isUidOf = (definition: ResourceDefinition, text: string): boolean =>
  isUid(text) && (definition.parent.optional || text.includes("/"));

const notItsUid = (definition: ResourceDefinition, text: string) => {
  const levels = definition.parent.optional
    ? "for every level below the top"
    : "for every level below the top, of which there is at least one";
  return new DiagnosticsError([
    errorDiagnostic(
      `${JSON.stringify(text)} is not the uid of ${aNoun(definition)}`,
      `A ${typeName(definition)} is imported by its uid: 40 hexadecimal digits, and "/" and 16 more ${levels}.`,
    ),
  ]);
};
