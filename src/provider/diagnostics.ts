import { type PlatformError, parentUidOf, resolveName } from "../api";
import { OutcomeUnknownError, requiredToList, TokenRejectedError } from "../client";
import { type Field, type Fields, type ResourceDefinition, withPeriod } from "../model";
import { noun, parentAttribute } from "./names";
import { type Diagnostic, errorDiagnostic, formatPath, type Path, warningDiagnostic } from "./plugin";
import { attributePath, engineAttributePath } from "./validate";

/** Converts an error of the service to diagnostics: one, or one per invalid attribute. */
export function diagnosticsFor(failure: string, error: PlatformError, definition?: ResourceDefinition): Diagnostic[] {
  // Violations of a token exchange refer to no attribute of the configuration.
  const hasFieldViolations = error.code === "INVALID_ARGUMENT" && !(error instanceof TokenRejectedError);
  const violations = hasFieldViolations ? (error.detail("BadRequest")?.fieldViolations ?? []) : [];
  if (violations.length === 0) return [errorDiagnostic(failure, detailOf(error))];
  return violations.map(({ field, description }) => {
    const path = definition ? pathOf(definition, field) : [];
    if (path.length === 0) return errorDiagnostic(failure, withPeriod(description));
    const problem = description.startsWith(field) ? description.slice(field.length) : ` ${description}`;
    return errorDiagnostic(failure, withPeriod(`${formatPath(path)}${problem}`), engineAttributePath(path));
  });
}

/** The error for a create whose parent does not exist or is hidden, at the attribute that names the parent. */
export function parentNotFound(failure: string, definition: ResourceDefinition, uid: string): Diagnostic {
  const attribute = parentAttribute(definition);
  const type = definition.parent.type.toLowerCase();
  return errorDiagnostic(
    failure,
    `${attribute} is ${JSON.stringify(uid)}, but no ${type} with this uid exists, or it is hidden from the ` +
      `provider's identity. Set ${attribute} to the uid of an existing ${type}, or grant the identity a role there.`,
    [attribute],
  );
}

/** Returns the error's message, followed by advice if there is any. */
function detailOf(error: PlatformError): string {
  const advice = adviceFor(error);
  const message = withPeriod(error.message);
  return advice === undefined ? message : `${message}\n\n${advice}`;
}

function adviceFor(error: PlatformError): string | undefined {
  if (error instanceof OutcomeUnknownError)
    return (
      "Apply again in this directory, as the same user and identity: the provider repeats the request with the same key, " +
      "and the service returns what it created. From another directory, import the resource if it exists, or delete it. To wait " +
      'longer, set timeouts = { create = "5m" } on the resource.'
    );
  switch (error instanceof TokenRejectedError ? "UNAUTHENTICATED" : error.code) {
    case "UNAUTHENTICATED":
      return (
        "No further API calls will be made in this run. Check token, or identity, organization and the identity token, and that " +
        "base_url and auth_url belong to the same platform. TF_LOG=DEBUG shows which credentials were used."
      );
    case "PERMISSION_DENIED":
      // Proxies return 403 too, but without an ErrorInfo.
      return error.detail("ErrorInfo")
        ? "Grant the provider's identity a role with this capability at that group or above."
        : undefined;
    case "FAILED_PRECONDITION":
      return adviceForPrecondition(error.detail("PreconditionFailure")?.violations[0]);
    case "NOT_FOUND":
      return "It may exist but be hidden from the provider's identity.";
    case "ALREADY_EXISTS": {
      const uid = error.detail("ResourceInfo")?.resourceName;
      if (!uid) return undefined;
      return (
        `To manage it here, import it by its uid: ${uid}. If it is already managed, either two blocks declare the same ` +
        "resource, or create_before_destroy creates the new one before the old one is deleted."
      );
    }
    default:
      return undefined;
  }
}

function adviceForPrecondition(
  violation: { readonly type: string; readonly subject?: string } | undefined,
): string | undefined {
  switch (violation?.type) {
    case "RESOURCE_NOT_EMPTY":
      return (
        `Delete the resources in it first${violation.subject ? `, such as ${violation.subject}` : ""}. If this configuration ` +
        "manages them, refer to the parent from each of them, or add depends_on, so that they are deleted before it."
      );
    case "ROOT_GROUP":
      return 'To stop managing it, remove it from the state: with a removed block that has destroy = false, or with "terraform state rm".';
    default:
      return undefined;
  }
}

/**
 * Parses a path such as `claimMatch.issuer` or `capabilities[0]`, in camelCase or snake_case; empty if it names no
 * attribute.
 */
function pathOf(definition: ResourceDefinition, text: string): Path {
  if (text === definition.parent.attribute) return [parentAttribute(definition)];
  return attributePath(definition.fields, stepsOf(definition.fields, text));
}

type Steps = readonly (string | number)[];

function stepsOf(members: Fields, text: string): Steps {
  const [, first = "", rest = ""] = /^([^.[]*)\.?(.*)$/s.exec(text)!;
  const name = resolveName(members, first);
  return name === undefined ? [] : [name, ...stepsInside(members[name]!, rest)];
}

function stepsInside({ kind, members, element }: Field, text: string): Steps {
  if (members) return stepsOf(members, text);
  if (!element) return [];
  // A map key may contain any character. If the elements have members, keys are numbers, as in a list.
  const pattern = kind === "map" && !element.members ? /^(.+)()$/s : /^\[?(\d+)\]?\.?(.*)$/s;
  const [, step, rest = ""] = pattern.exec(text) ?? [];
  return step === undefined ? [] : [kind === "map" ? step : Number(step), ...stepsInside(element, rest)];
}

/** Returns the error for a resource in the state that the service no longer returns but that may still exist. */
export function notVisibleError(
  definition: ResourceDefinition,
  uid: string,
  visibility: "hidden" | "unknown",
): Diagnostic {
  const what = noun(definition);
  const place = parentUidOf(definition, uid) ?? uid;
  return errorDiagnostic(
    `The ${what} is not visible to this identity`,
    `The service returns NOT_FOUND for ${uid}, ${missingCapability(definition, visibility)} at ${place}. The ${what} may still ` +
      `exist, so it stays in the state.\n\n${grantAdvice(definition, place)} If the ${what} was deleted, or to stop ` +
      'managing it, remove it from the state: with a removed block that has destroy = false, or with "terraform state rm".',
  );
}

/** Returns the clause that explains why existence cannot be determined; the place follows it. */
export const missingCapability = (definition: ResourceDefinition, visibility: "hidden" | "unknown"): string =>
  visibility === "hidden"
    ? `and the provider's identity does not have ${requiredCapabilities(definition)}`
    : `and it could not be verified that the provider's identity has ${requiredCapabilities(definition)}`;

export const grantAdvice = (definition: ResourceDefinition, place: string): string =>
  `Grant the identity a role with ${requiredCapabilities(definition)} at ${place} or above, and check base_url.`;

const requiredCapabilities = (definition: ResourceDefinition): string => requiredToList(definition).join(" and ");

/**
 * The warning for a resource in the state that was deleted outside of Terraform. `what` identifies the resource, since engines
 * show only the first of several warnings with the same summary.
 */
export const deletedWarning = (what: string, uid: string): Diagnostic =>
  warningDiagnostic(
    `The ${what} was deleted outside of Terraform`,
    `The service no longer has ${uid}. The next apply will recreate it, because it is still in the configuration.`,
  );

/** The warning for a resource in the state that has expired. */
export const expiredWarning = (what: string, uid: string): Diagnostic =>
  warningDiagnostic(
    `The ${what} has expired`,
    `${uid} can no longer be redeemed. The next apply will create a new one, because it is still in the configuration.`,
  );

/** The error for a resource that was deleted between plan and apply. */
export const deletedSincePlan = (what: string, uid: string): Diagnostic =>
  errorDiagnostic(
    `The ${what} was deleted outside of Terraform`,
    `The service no longer has ${uid}, which the plan would change. Plan again to recreate it.`,
  );
