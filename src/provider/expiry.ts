import { changedFields, PlatformError, sameValue } from "../api";
import { configuredExpiry, hasPassed, type JsonObject, type ResourceDefinition, snakeCase, withPeriod } from "../model";
import { noun } from "./names";
import {
  type Diagnostic,
  DiagnosticsError,
  errorDiagnostic,
  type PlanResult,
  type ValueRecord,
  warningDiagnostic,
} from "./plugin";
import { toJson } from "./values";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long before the expiry plans begin to warn. */
const WARNING_MS = 7 * DAY_MS;

/** Returns the attribute that states when a resource expires; undefined if configurations do not state it. */
export function expiryAttribute(definition: ResourceDefinition): string | undefined {
  const field = configuredExpiry(definition);
  return field && snakeCase(field);
}

/** Returns whether a resource in the state has expired by its configuration, so that it is not needed any more. */
export function hasExpired(definition: ResourceDefinition, state: ValueRecord): boolean {
  const attribute = expiryAttribute(definition);
  return attribute !== undefined && hasPassed(state[attribute]);
}

/**
 * Plans the change of an expired resource as a replacement, because the service may have deleted it. Throws
 * DiagnosticsError unless the change is a later expiry, without which nothing can be created.
 */
export function planExpired(definition: ResourceDefinition, prior: ValueRecord, result: PlanResult): PlanResult {
  const attribute = expiryAttribute(definition);
  const { planned, requiresReplace = [] } = result;
  if (attribute === undefined || !hasPassed(prior[attribute])) return result;
  const { fields } = definition;
  const changed = changedFields(definition, toJson(fields, prior), toJson(fields, planned));
  if (changed.length === 0 && requiresReplace.length === 0) return result;
  if (planned[attribute] !== prior[attribute]) return { ...result, requiresReplace: [...requiresReplace, [attribute]] };
  throw new DiagnosticsError([
    errorDiagnostic(
      `The ${noun(definition)} has expired`,
      `${attribute} is ${JSON.stringify(prior[attribute])}, which has passed, so the ${noun(definition)} cannot be changed. ` +
        `Set ${attribute} to a later time to grant the access again, or remove the resource from the configuration.`,
      [attribute],
    ),
  ]);
}

/** Returns warnings about a resource that has expired, will soon, or is about to be ended by its configuration. */
export function expiryWarnings(definition: ResourceDefinition, prior: ValueRecord, planned: ValueRecord): Diagnostic[] {
  const attribute = expiryAttribute(definition);
  const time = attribute === undefined ? undefined : planned[attribute];
  if (attribute === undefined || typeof time !== "string") return [];
  const what = noun(definition);
  const warning = (summary: string, detail: string) => [
    warningDiagnostic(`The ${what} ${summary}`, detail, [attribute]),
  ];
  if (hasPassed(time) && !hasPassed(prior[attribute]))
    return warning(
      "ends with this apply",
      `${attribute} is ${time}, which has passed. The apply deletes ${String(prior.uid)}.`,
    );
  if (hasPassed(time))
    return warning(
      "has expired",
      `${String(prior.uid)} granted access until ${time}. It stays in the state and is not created again. Remove it from the configuration.`,
    );
  const left = Date.parse(time) - Date.now();
  if (left > WARNING_MS) return [];
  return warning(
    `expires ${left < DAY_MS ? "within a day" : `in ${Math.floor(left / DAY_MS)} ${left < 2 * DAY_MS ? "day" : "days"}`}`,
    `${String(prior.uid)} grants access until ${time}. Set ${attribute} to a later time to extend the access.`,
  );
}

/**
 * Returns an error if a service ignored the expiry of a request, as deployments without this field may, and undefined
 * if it stored it.
 */
export function ignoredExpiry(
  definition: ResourceDefinition,
  body: JsonObject,
  response: JsonObject,
): string | undefined {
  const name = configuredExpiry(definition);
  const field = name === undefined ? undefined : definition.fields[name];
  if (name === undefined || !field || !body[name] || sameValue(field, body[name], response[name])) return undefined;
  return `The service ignored ${snakeCase(name)}: it does not support temporary access.`;
}

/** Returns whether a service rejected a request because it does not know the field of the expiry. */
export function rejectsExpiry(
  definition: ResourceDefinition,
  body: JsonObject,
  error: unknown,
): error is PlatformError {
  const name = configuredExpiry(definition);
  if (name === undefined || !body[name] || !(error instanceof PlatformError)) return false;
  const violations = error.detail("BadRequest")?.fieldViolations ?? [];
  const texts = [error.message, ...violations.map(({ field, description }) => `${field} ${description}`)];
  return (
    error.code === "INVALID_ARGUMENT" &&
    texts.some((text) => text.includes(name) && /unknown|not a known|cannot find|unrecognized/i.test(text))
  );
}

/** Describes a resource that the service created without its expiry, and whose deletion failed. */
export const permanentRemains = (what: string, problem: string): string =>
  `${what} was created without it, grants permanent access and must be deleted, but deleting it failed: ${withPeriod(problem)}`;

/** The error for a service without temporary access. */
export const unsupportedExpiry = (failure: string, definition: ResourceDefinition, detail: string): DiagnosticsError =>
  new DiagnosticsError([
    errorDiagnostic(
      failure,
      `${detail} Use a newer deployment, or remove ${expiryAttribute(definition)} and remove the access yourself when it is no longer needed.`,
      [expiryAttribute(definition)!],
    ),
  ]);
