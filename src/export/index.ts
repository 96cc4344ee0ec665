/**
 * Writes existing resources as code: a snapshot of a group and everything below it becomes the files of a Terraform
 * configuration, or of a CDKTF or Pulumi program, that imports all of them and changes nothing. Pure functions without
 * requests or files. Fields, types and references come from the model, presets from the workloads; nothing here lists
 * them again.
 */
import { cdktfFiles } from "./cdktf";
import { pulumiFiles } from "./pulumi";
import type { Export, Names, PackageInfo, Snapshot } from "./snapshot";
import { terraformFiles } from "./terraform";

export {
  type Export,
  exportedDefinitions,
  type Files,
  type Names,
  type PackageInfo,
  type Snapshot,
  withoutPeople,
} from "./snapshot";

/** The languages that an export writes. */
export const targets = {
  terraform: terraformFiles,
  cdktf: cdktfFiles,
  pulumi: pulumiFiles,
} as const satisfies Readonly<Record<string, (snapshot: Snapshot, info: PackageInfo, previous?: Names) => Export>>;

export type Target = keyof typeof targets;
