import { compositeDefinitions, fieldsOf, type ResourceDefinition, snakeCase } from "../../model";
import { isUnknown, type MaybeUnknown, type Unknown } from "../snapshot";
import {
  addEntry,
  type Entries,
  noEntries,
  type SnapshotPart,
  snapshotParts,
  snapshotTypes,
  terraformType,
} from "./entries";
import type { PlannedChange } from "./merge";
import { type Plan, type PlannedResource, type StateResource, stateResources, type Values } from "./terraform-json";
import { References } from "./terraform-references";

/** A plan that cannot be read. */
export class PlanError extends Error {
  override readonly name = "PlanError";
}

export const isTerraformPlan = (json: unknown): json is Plan =>
  typeof json === "object" && json !== null && "resource_changes" in json;

/**
 * Reads the output of `terraform show -json` or `tofu show -json` for a plan. Throws PlanError for the output for a
 * state, and for a format that is not supported.
 */
export function terraformPlan(plan: Plan): PlannedChange {
  if (!/^1\./.test(plan.format_version ?? ""))
    throw new PlanError(
      `the plan's format_version ${JSON.stringify(plan.format_version)} is not supported: it must be 1.x`,
    );
  const [before, after, deleted] = [noEntries(), noEntries(), new Set<string>()];
  const resolver = new Resolver(plan);
  for (const resource of stateResources(plan.prior_state?.values?.root_module ?? {})) {
    addState(before, resource);
  }
  for (const resource of plan.resource_changes ?? []) {
    const part = partOf(resource.type);
    if (part === undefined || resource.mode !== "managed") continue;
    const { before: old, after: planned, actions } = resource.change;
    if (old) addValues(before, part, old, resource.address);
    // What a plan does not touch stays as the platform has it now; so does a forgotten resource.
    if (planned && !actions.includes("no-op")) resolver.add(after, part, resource);
    if (old && actions.includes("delete")) deleted.add(String(old.uid));
  }
  return { before, after, deleted, gaps: gapsOf(plan) };
}

function gapsOf({
  errored,
  complete,
  deferred_changes: deferred = [],
  resource_changes: changes = [],
}: Plan): string[] {
  if (errored) return ["The plan is incomplete, because planning failed."];
  const composites = changes.filter(
    ({ type, change }) => compositeTypes.includes(type) && !change.actions.includes("no-op"),
  );
  return [
    ...(complete === false || deferred.length > 0
      ? ["The plan is incomplete: it contains deferred changes, or was created with -target."]
      : []),
    ...composites.map(({ address }) => `The role bindings that ${address} changes are not included.`),
  ];
}

/** Their bindings have no uids in a plan. */
const compositeTypes = compositeDefinitions.map(terraformType);

const parts = new Map(snapshotParts.map((part) => [terraformType(snapshotTypes[part]), part]));

const partOf = (type: string): SnapshotPart | undefined => parts.get(type);

const lists = new Map(
  snapshotParts.map((part) => {
    const plural = snakeCase(snapshotTypes[part].plural);
    return [`platform_${plural}`, { part, plural }];
  }),
);

/** Adds a resource of the prior state, or what a data source read. */
function addState(entries: Entries, { mode, type, address, values }: StateResource): void {
  const list = mode === "data" ? lists.get(type) : undefined;
  if (list) for (const each of listOf(values[list.plural])) addValues(entries, list.part, each, undefined);
  const part = partOf(type);
  if (part) addValues(entries, part, values, mode === "data" ? undefined : address);
}

const listOf = (value: unknown): readonly Values[] => (Array.isArray(value) ? value : []);

function addValues(entries: Entries, part: SnapshotPart, values: Values, address: string | undefined): void {
  if (typeof values.uid !== "string") return;
  addEntry(entries, part, { id: values.uid, address, read: (field) => values[snakeCase(field)] });
}

/** Reads planned values, and finds the resources that unknown ones refer to. */
class Resolver {
  readonly #references: References;

  constructor(plan: Plan) {
    this.#references = new References(
      plan,
      plan.resource_changes ?? [],
      (resource, attribute) => {
        if (attribute === "uid") {
          const id = idOf(resource);
          return { ids: new Set([id]), isKnown: id !== resource.address };
        }
        if (isKnown(resource, attribute)) return { ids: undefined, isKnown: true };
        const value = this.#value(resource, attribute);
        const ids = isUnknown(value) ? value.oneOf && new Set(value.oneOf) : new Set([String(value)]);
        return { ids, isKnown: false };
      },
      uidAttributes,
    );
  }

  add(entries: Entries, part: SnapshotPart, resource: PlannedResource): void {
    const { address } = resource;
    const read = (field: string) => this.#value(resource, snakeCase(field));
    addEntry(entries, part, { id: idOf(resource), address, read });
  }

  /** Returns a planned value; the id of the resource that it refers to if it is a uid that is not known yet. */
  #value(resource: PlannedResource, attribute: string): MaybeUnknown<unknown> {
    if (isKnown(resource, attribute)) return resource.change.after?.[attribute];
    const refersTo = typeReferredTo(resource.type, attribute);
    const found = refersTo && this.#references.candidates(resource, attribute, refersTo);
    if (!found) return { unknown: `the ${attribute} of ${resource.address} is known only after apply` };
    const [only, ...others] = found;
    return others.length === 0 ? only : oneOf(resource.address, attribute, [...found]);
  }
}

function isKnown({ change: { after_unknown: unknown = {} } }: PlannedResource, attribute: string): boolean {
  return !hasUnknown(typeof unknown === "boolean" ? unknown : unknown[attribute]);
}

const oneOf = (address: string, attribute: string, ids: readonly string[]): Unknown => ({
  unknown: `the ${attribute} of ${address} is known only after apply`,
  oneOf: ids,
});

const hasUnknown = (value: unknown): boolean =>
  value === true || (typeof value === "object" && value !== null && Object.values(value).some(hasUnknown));

/** Returns the uid of a resource, or its address if the uid is not known yet. */
function idOf({ address, change: { after, after_unknown: unknown } }: PlannedResource): string {
  const isUnknownUid = unknown === true || (typeof unknown === "object" && unknown.uid === true);
  return !isUnknownUid && typeof after?.uid === "string" ? after.uid : address;
}

const definitionOf = (type: string): ResourceDefinition | undefined => {
  const part = partOf(type);
  return part && snapshotTypes[part];
};

/** Returns the type whose uid an attribute contains. */
function typeReferredTo(type: string, attribute: string): string | undefined {
  const definition = definitionOf(type);
  if (!definition) return undefined;
  if (snakeCase(definition.parent.attribute) === attribute) return definition.parent.type;
  return fieldsOf(definition).find(([name]) => snakeCase(name) === attribute)?.[1].refersTo;
}

function uidAttributes(type: string, refersTo: string): readonly string[] {
  const definition = definitionOf(type);
  if (!definition) return [];
  const attributes = [snakeCase(definition.parent.attribute), ...fieldsOf(definition).map(([name]) => snakeCase(name))];
  const referring = attributes.filter((each) => typeReferredTo(type, each) === refersTo);
  return definition.name === refersTo ? ["uid", ...referring] : referring;
}
