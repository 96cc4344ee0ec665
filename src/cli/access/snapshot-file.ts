import { z } from "zod";
import type { Snapshot } from "../../access";
import { CommandFailure } from "../failure";
import type { ReportOrigin } from "./report-data";
import { nameOf, readJson } from "./sources";

/** A file with the access at one time; `platformctl access report` writes and compares it. */
export interface SnapshotFile extends ReportOrigin, Snapshot {
  readonly format: typeof FORMAT;
}

/** Changes with the meaning of a member; a new member keeps it. */
const FORMAT = "platform-access/1";

export const snapshotFile = (snapshot: Snapshot, { source, time }: ReportOrigin): SnapshotFile => ({
  format: FORMAT,
  source,
  time,
  ...snapshot,
});

const known = <T extends z.ZodType>(type: T) =>
  z.union([type, z.looseObject({ unknown: z.string(), oneOf: z.array(z.string()).optional() })]);
const text = known(z.string());
const entry = { id: z.string(), address: z.string().optional() };

const fileSchema = z.looseObject({
  format: z.literal(FORMAT),
  source: z.string(),
  time: z.string(),
  groups: z.array(z.looseObject({ ...entry, name: text, parent: text.optional() })),
  identities: z.array(
    z.looseObject({
      ...entry,
      name: text,
      group: text,
      disabled: known(z.boolean()),
      trust: known(z.record(z.string(), z.unknown())),
    }),
  ),
  roles: z.array(z.looseObject({ ...entry, name: text, capabilities: known(z.array(z.string())) })),
  bindings: z.array(
    z.looseObject({ ...entry, group: text, identity: text, role: text, expirationTime: text.optional() }),
  ),
  gaps: z.array(z.string()),
});

/** Reads a snapshot. Throws CommandFailure for another file. */
export async function readSnapshotFile(file: string): Promise<SnapshotFile> {
  const { success, data, error } = fileSchema.safeParse(await readJson(file));
  if (success) return data as unknown as SnapshotFile;
  const [issue] = error.issues;
  const place = issue && issue.path.length > 0 ? `${issue.path.join(".")}: ` : "";
  throw new CommandFailure(
    `${nameOf(file)} is not a snapshot of "platformctl access report --snapshot": ${place}${issue?.message}`,
  );
}
