/**
 * Rules across the fields of one object, as data. One function evaluates them in every interface: request bodies, plans
 * (where values may be unknown), constructs and Pulumi inputs.
 */
export type Rule =
  | { readonly rule: "exactlyOneOf" | "atMostOneOf" | "atLeastOneOf"; readonly fields: readonly string[] }
  | { readonly rule: "requires"; readonly field: string; readonly needs: string };

export const exactlyOneOf = (...fields: string[]): Rule => ({ rule: "exactlyOneOf", fields });
export const atMostOneOf = (...fields: string[]): Rule => ({ rule: "atMostOneOf", fields });
export const atLeastOneOf = (...fields: string[]): Rule => ({ rule: "atLeastOneOf", fields });
/** If `field` is set, `needs` must be set too. */
export const requires = (field: string, needs: string): Rule => ({ rule: "requires", field, needs });

/** Whether a field is set; unknown during a plan. */
export type Presence = "set" | "unset" | "unknown";

/** A broken rule: the field at fault, and the error message without the field's name. */
export interface BrokenRule {
  readonly field: string;
  readonly problem: string;
}

/**
 * Evaluates rules given only the presence of fields. `formatName` formats a field's name as the interface writes it.
 * Rules that an unknown value may still satisfy are not reported.
 */
export function brokenRules(
  rules: readonly Rule[],
  presence: (field: string) => Presence,
  formatName = (field: string) => field,
): BrokenRule[] {
  return rules.flatMap((rule) => {
    const broken = evaluate(rule, presence, formatName);
    return broken ? [broken] : [];
  });
}

function evaluate(
  rule: Rule,
  presence: (field: string) => Presence,
  formatName: (field: string) => string,
): BrokenRule | undefined {
  if (rule.rule === "requires") {
    const broken = presence(rule.field) === "set" && presence(rule.needs) === "unset";
    return broken ? { field: rule.needs, problem: `is required when ${formatName(rule.field)} is set` } : undefined;
  }
  const [one, other] = rule.fields.filter((field) => presence(field) === "set");
  const couldBeSet = rule.fields.some((field) => presence(field) === "unknown");
  const choice = `${phrase[rule.rule]} ${rule.fields.map(formatName).join(", ")}`;
  if (rule.rule !== "atLeastOneOf" && one !== undefined && other !== undefined)
    return { field: other, problem: `conflicts with ${formatName(one)}: ${choice} may be set` };
  if (rule.rule !== "atMostOneOf" && one === undefined && !couldBeSet)
    return { field: rule.fields[0] ?? "", problem: `is missing: ${choice} must be set` };
  return undefined;
}

const phrase = {
  exactlyOneOf: "exactly one of",
  atMostOneOf: "at most one of",
  atLeastOneOf: "at least one of",
} as const;
