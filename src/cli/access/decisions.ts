import type { AccessGraph, Answer, Decision } from "../../access";
import { capabilityProblem, findCapability } from "../../model";
import { CommandFailure } from "../failure";

/** A role binding that grants something. */
export interface Via {
  /** The uid of the role binding, or its address if its uid is not known yet. */
  readonly binding: string;
  readonly role: string;
  readonly group: string;
  /** When the access ends; not set if it is permanent. */
  readonly expirationTime?: string;
}

/** What every answer in JSON contains. */
export interface Context {
  /** What was not seen, in sentences. Access that stems from it is not considered. */
  readonly gaps: readonly string[];
  /** The names of groups, identities and roles, by uid or address. */
  readonly names: Readonly<Record<string, string>>;
}

/** The JSON output of `platformctl access why`. */
export interface WhyReport extends Context {
  readonly identity: string;
  readonly capability: string;
  readonly group: string;
  readonly answer: Answer;
  readonly via: readonly Via[];
  /** Why the answer is unknown, in clauses. */
  readonly because: readonly string[];
  /** For the answer no: the groups below, at the highest level, where the identity has the capability. */
  readonly below: readonly string[];
  /** For the answer no: the role bindings that granted the capability until they expired. */
  readonly expired: readonly Via[];
}

export const viaOf = ({ via }: Pick<Decision, "via">): readonly Via[] =>
  via.map(({ binding, role, group, expirationTime }) => ({
    binding: binding.id,
    role,
    group,
    ...(expirationTime ? { expirationTime } : {}),
  }));

/** Parses a capability: its short name or its name in the API. A newer platform may have others. */
export function parseCapability(graph: AccessGraph, text: string): string {
  const known = findCapability(text);
  if (known) return known;
  const isGranted = graph.snapshot.roles.some(
    ({ capabilities }) => Array.isArray(capabilities) && capabilities.includes(text),
  );
  if (!isGranted) throw new CommandFailure(`${JSON.stringify(text)} ${capabilityProblem(text)}`);
  return text;
}

export const notes = (graph: AccessGraph): string => graph.snapshot.gaps.map((gap) => `\nNote: ${gap}\n`).join("");
