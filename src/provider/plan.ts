import { isRoot } from "../api";
import {
  checkNewTimes,
  configuredExpiry,
  type Field,
  type Fields,
  forcesReplacement,
  hasPassed,
  type ResourceDefinition,
  snakeCase,
  type Violation,
} from "../model";
import { equalRecords, isServiceChosen, isWriteOnly, membersOf } from "./members";
import { noun, nouns, parentAttribute, topLevelNoun, versionAttribute } from "./names";
import {
  DiagnosticsError,
  emptyRecord,
  errorDiagnostic,
  isRecord,
  mapRecord,
  type Path,
  type PlanRequest,
  type PlanResult,
  unknown,
  type Value,
  type ValueRecord,
} from "./plugin";
import { attributePath, invalidAttribute, validateCreation } from "./validate";
import { areEquivalent } from "./values";
import { changedVersions, versionPath } from "./write-only";

/**
 * Plans a create or an update without a request. Inputs are as configured, or as in the prior state if both are
 * equivalent. Values that the service assigns are unknown on create and keep their values on update, so that a plan
 * shows only real differences. If a type shares its parent's uid, the planned
 * uid is the parent's.
 */
export function planChange(
  definition: ResourceDefinition,
  { prior, config }: Pick<PlanRequest, "prior" | "config">,
): PlanResult {
  const parent = parentAttribute(definition);
  if (prior === null) requireComplete(definition, config);
  else rejectRootMove(definition, prior, config);
  rejectInvalidTimes(definition, prior, config);
  const members = plannedMembers(definition.fields, prior, config);
  const keptAttributes: ValueRecord = { [parent]: config[parent] ?? null, timeouts: config.timeouts ?? null };
  const uid = prior === null && definition.uid === "parent" ? keptAttributes[parent]! : members.uid!;
  const planned: ValueRecord = { ...members, id: uid, uid, ...keptAttributes };
  // Returning the same object avoids encoding it again.
  if (prior !== null && equalRecords(planned, prior)) return { planned: prior, requiresReplace: [] };
  return { planned, requiresReplace: prior === null ? [] : replacements(definition, prior, planned) };
}

function requireComplete(definition: ResourceDefinition, config: ValueRecord): void {
  const hasNoParent = config[parentAttribute(definition)] === null;
  const problems = hasNoParent ? [missingParentError(definition)] : validateCreation(definition, config);
  if (problems.length > 0) throw new DiagnosticsError(problems);
}

const missingParentError = (definition: ResourceDefinition) =>
  errorDiagnostic(
    `A ${noun(definition)} cannot be created without ${parentAttribute(definition)}`,
    `A ${topLevelNoun(definition)} cannot be created. Set ${parentAttribute(definition)} to the uid of the parent ` +
      `${definition.parent.type.toLowerCase()}, or import the existing ${noun(definition)}.`,
    [parentAttribute(definition)],
  );

/** The service does not delete root groups, so a replacement would fail there, after everything inside was deleted. */
function rejectRootMove(definition: ResourceDefinition, prior: ValueRecord, config: ValueRecord): void {
  const parent = parentAttribute(definition);
  const isRootGroup = definition.parent.optional && isRoot(String(prior.uid));
  if (!isRootGroup || (config[parent] ?? null) === null) return;
  throw new DiagnosticsError([
    errorDiagnostic(
      `A root ${noun(definition)} cannot be moved`,
      `Moving ${String(prior.uid)} would require deleting it and everything below it, and the service does not delete ` +
        `root ${nouns(definition)}. Remove ${parent}.`,
      [parent],
    ),
  ]);
}

function rejectInvalidTimes(definition: ResourceDefinition, prior: ValueRecord | null, config: ValueRecord): void {
  const { fields } = definition;
  const expiry = configuredExpiry(definition);
  // An update to a time that has passed ends the access, also if somebody else has extended it.
  const isEnding = (violation: Violation) =>
    prior !== null &&
    violation.path[0] === expiry &&
    hasPassed(violation.value) &&
    !hasPassed(prior[snakeCase(expiry!)]);
  const violations = checkNewTimes(fields, prior ?? {}, config, snakeCase).filter((each) => !isEnding(each));
  if (violations.length > 0)
    throw new DiagnosticsError(
      violations.map(({ path, problem, value }) => invalidAttribute(attributePath(fields, path), problem, value)),
    );
}

function plannedMembers(members: Fields, prior: ValueRecord | null, config: ValueRecord): ValueRecord {
  const planned = emptyRecord<Value>();
  for (const { attribute, field, isInput, isManaged } of membersOf(members)) {
    if (!isManaged) continue;
    const before = prior?.[attribute] ?? null;
    if (isInput && !isServiceChosen(field, config[attribute]))
      planned[attribute] = plannedInput(field, before, config[attribute] ?? null);
    else planned[attribute] = prior === null ? unknown : before;
    if (isWriteOnly(field)) planned[versionAttribute(attribute)] = config[versionAttribute(attribute)] ?? null;
  }
  return planned;
}

function plannedInput(field: Field, prior: Value, config: Value): Value {
  if (isWriteOnly(field)) return null;
  if (config === null) return field.unsetMeans === undefined ? null : plannedInput(field, prior, field.unsetMeans);
  if (field.members && isRecord(config)) {
    return plannedMembers(field.members, isRecord(prior) ? prior : null, config);
  }
  if (field.kind === "list" && field.element?.members && Array.isArray(config)) {
    const before = Array.isArray(prior) ? prior : [];
    return config.map((each, index) => plannedInput(field.element!, before[index] ?? null, each));
  }
  if (field.kind === "map" && field.element?.members && isRecord(config)) {
    const before = isRecord(prior) ? prior : {};
    return mapRecord(config, (each, key) => plannedInput(field.element!, before[key] ?? null, each));
  }
  return prior !== null && areEquivalent(field, prior, config) ? prior : config;
}

/** Returns the paths of changed values, and of possibly changed ones, that require replacement. */
function replacements(definition: ResourceDefinition, prior: ValueRecord, planned: ValueRecord): Path[] {
  const parent = parentAttribute(definition);
  const isMoved = prior[parent] !== planned[parent];
  const versions = changedVersions(definition.fields, prior, planned)
    .filter(({ field }) => forcesReplacement(definition, field))
    .map(versionPath);
  const changed = replacingChanges(definition, definition.fields, prior, planned, []);
  return [...(isMoved ? [[parent]] : []), ...changed, ...versions];
}

function replacingChanges(
  definition: ResourceDefinition,
  members: Fields,
  prior: ValueRecord,
  planned: ValueRecord,
  prefix: Path,
): Path[] {
  return membersOf(members).flatMap(({ attribute, field, isInput }) => {
    const before: Value = prior[attribute] ?? null;
    const after: Value = planned[attribute] ?? null;
    const path = [...prefix, attribute];
    if (!isInput || areEquivalent(field, before, after)) return [];
    // After an import from a service that does not return the times.
    if (field.startAndEnd && before === null) return [];
    if (forcesReplacement(definition, field)) return [path];
    return field.members && isRecord(before) && isRecord(after)
      ? replacingChanges(definition, field.members, before, after, path)
      : [];
  });
}
