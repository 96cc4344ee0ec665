/**
 * Who may do what, where, and through which role bindings. There are no deny rules and no conditions, so every answer is
 * a union of sets, and exact. The service, the provider, the command line and tests share these semantics. Everything
 * here is a pure function; `sources` parses documents that the caller has already read.
 */
export * from "./assertions";
export * from "./capability-set";
export { counterexample } from "./counterexample";
export * from "./diff";
export * from "./directory";
export * from "./escalation";
export { isExpired } from "./expiry";
export * from "./grants";
export * from "./graph";
export * from "./lock-out";
export * from "./matrix";
export * from "./policy";
export * from "./snapshot";
export {
  isPulumiPreview,
  isTerraformPlan,
  PlanError,
  type PlannedAccess,
  type PlannedChange,
  plannedAccess,
  pulumiPreview,
  terraformPlan,
} from "./sources";
export type { PlatformTokens, StepKind, TokenStep, UnknownTrust } from "./token-steps";
export { type ClaimRequirement, type Requirement, requirementsOf, trustFrom, trustWidening } from "./trust";
export { accessProblems } from "./validity";
