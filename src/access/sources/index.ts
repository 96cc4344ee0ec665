/** Sources of snapshots: parsers of what the API, Terraform and Pulumi return. */

export { addResource, noEntries, type SnapshotPart, snapshotParts, snapshotTypes } from "./entries";
export { type PlannedAccess, type PlannedChange, plannedAccess } from "./merge";
export { isPulumiPreview, pulumiPreview } from "./pulumi-preview";
export { configuredAccess, isTerraformConfiguration } from "./terraform-configuration";
export type { TerraformConfiguration } from "./terraform-expressions";
export { isTerraformPlan, PlanError, terraformPlan } from "./terraform-plan";
export { escaped, hasExpression, unescaped } from "./terraform-strings";
