import { type PlatformError, parentUidOf, resolveName } from "../api";
import { listingNeeds, OutcomeUnknownError, TokenRefusedError } from "../client";
import { type Field, type Fields, type ResourceDefinition, sentence } from "../model";
import { noun, parentAttribute } from "./names";
import { type Diagnostic, errorDiagnostic, formatPath, type Path, warningDiagnostic } from "./plugin";
import { attributePath, shown } from "./validate";

/** What the service refused, for people: one diagnostic, or one for each attribute that it found wrong. */
export function diagnosticsFor(failure: string, error: PlatformError, definition?: ResourceDefinition): Diagnostic[] {
  // What an exchange found wrong is about no attribute: who asked for something else never wrote it.
  const isOfAttributes = error.code === "INVALID_ARGUMENT" && !(error instanceof TokenRefusedError);
  const violations = isOfAttributes ? (error.detail("BadRequest")?.fieldViolations ?? []) : [];
  if (violations.length === 0) return [errorDiagnostic(failure, detailOf(error))];
  return violations.map(({ field, description }) => {
    const path = definition ? pathOf(definition, field) : [];
    if (path.length === 0) return errorDiagnostic(failure, sentence(description));
    const problem = description.startsWith(field) ? description.slice(field.length) : ` ${description}`;
    return errorDiagnostic(failure, sentence(`${formatPath(path)}${problem}`), shown(path));
  });
}

/** What holds a resource is not there for it to be created in: `parent` is the attribute that names it. */
export const orphaned = (failure: string, error: PlatformError, parent: string): Diagnostic[] =>
  diagnosticsFor(failure, error).map((diagnostic) => ({ ...diagnostic, path: [parent] }));

/** The error's message, and what can be done about it. */
function detailOf(error: PlatformError): string {
  const advice = adviceFor(error);
  const message = sentence(error.message);
  return advice === undefined ? message : `${message}\n\n${advice}`;
}

function adviceFor(error: PlatformError): string | undefined {
  if (error instanceof OutcomeUnknownError)
    return (
      "Apply again in this directory, as the same user and identity: the provider repeats the request with the same key, " +
      "and the service returns what it created. Anywhere else, import the resource if it exists, or delete it. To wait " +
      'longer, set timeouts = { create = "5m" } on the resource.'
    );
  switch (error instanceof TokenRefusedError ? "UNAUTHENTICATED" : error.code) {
    case "UNAUTHENTICATED":
      return (
        "No further API calls will be made in this run. Check token, or identity, organization and the identity token, and that " +
        "base_url and auth_url belong to the same platform. TF_LOG=DEBUG shows which credentials were used."
      );
    case "PERMISSION_DENIED":
      // A proxy forbids as well, and knows of no capability.
      return error.detail("ErrorInfo")
        ? "Someone has to grant the identity that the provider acts as a role with this capability, there or above."
        : undefined;
    case "FAILED_PRECONDITION":
      return adviceOn(error.detail("PreconditionFailure")?.violations[0]);
    case "NOT_FOUND":
      return "It may exist but be hidden from the provider's identity.";
    case "ALREADY_EXISTS": {
      const uid = error.detail("ResourceInfo")?.resourceName;
      if (!uid) return undefined;
      return (
        `To manage it from here, import it by its uid: ${uid}. If it is managed already, either two blocks ask for the ` +
        "same thing, or create_before_destroy asks for the new one while the old one is still there."
      );
    }
    default:
      return undefined;
  }
}

function adviceOn(violation: { readonly type: string; readonly subject?: string } | undefined): string | undefined {
  switch (violation?.type) {
    case "RESOURCE_NOT_EMPTY":
      return (
        `What it holds has to go first${violation.subject ? `, such as ${violation.subject}` : ""}. It is not managed ` +
        "with it, or nothing in the configuration refers from it to what holds it, so that its turn comes later."
      );
    case "ROOT_GROUP":
      return 'To manage it no longer, take it out of the state: a removed block with destroy = false, or "state rm".';
    default:
      return undefined;
  }
}

/** Reads `claimMatch.issuer` or `capabilities[0]`, in either case; empty for what is no attribute. */
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
  // The key of a map may hold any character; where more lies inside it is a number, as of a list.
  const pattern = kind === "map" && !element.members ? /^(.+)()$/s : /^\[?(\d+)\]?\.?(.*)$/s;
  const [, step, rest = ""] = pattern.exec(text) ?? [];
  return step === undefined ? [] : [kind === "map" ? step : Number(step), ...stepsInside(element, rest)];
}

/** A resource is in the state, and it is not known whether it still exists. */
export function notVisible(definition: ResourceDefinition, uid: string, visibility: "hidden" | "unknown"): Diagnostic {
  const what = noun(definition);
  const place = parentUidOf(definition, uid) ?? uid;
  return errorDiagnostic(
    `The ${what} is not visible to this identity`,
    `The service returns NOT_FOUND for ${uid}, ${lackOf(definition, visibility)} at ${place}. The ${what} may still ` +
      `exist, so it stays in the state.\n\n${grantAdvice(definition, place)} If the ${what} was deleted, or to stop ` +
      'managing it, remove it from the state: with a removed block that has destroy = false, or with "terraform state rm".',
  );
}

/** What keeps it from being known whether something exists, to be read before the place. */
export const lackOf = (definition: ResourceDefinition, visibility: "hidden" | "unknown"): string =>
  visibility === "hidden"
    ? `and the provider's identity does not have ${needsOf(definition)}`
    : `and it could not be verified that the provider's identity has ${needsOf(definition)}`;

export const grantAdvice = (definition: ResourceDefinition, place: string): string =>
  `Grant the identity a role with ${needsOf(definition)} at ${place} or above, and check that base_url is the right platform.`;

const needsOf = (definition: ResourceDefinition): string => listingNeeds(definition).join(" and ");

/**
 * A resource is in the state, and something else deleted it. `what` tells it from others of its type: of several
 * warnings with one summary, an engine shows the first.
 */
export const gone = (what: string, uid: string): Diagnostic =>
  warningDiagnostic(
    `The ${what} was deleted elsewhere`,
    `The service no longer has ${uid}. As long as it is configured, it is planned to be created again.`,
  );

/** A resource is in the state, and has come to the end of its time. */
export const expired = (what: string, uid: string): Diagnostic =>
  warningDiagnostic(
    `The ${what} has expired`,
    `${uid} can no longer be redeemed. The plan creates a new one while it is configured.`,
  );

/** The same of what was there when the plan was made. */
export const goneSince = (what: string, uid: string): Diagnostic =>
  errorDiagnostic(
    `The ${what} was deleted elsewhere`,
    `The service no longer has ${uid}, which the plan was to change. Plan again, to have it created anew.`,
  );
