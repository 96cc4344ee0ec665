import { isUid } from "../../api";
import { type AuditEntry, auditTrail } from "../../service";
import { nameOf, requireData } from "../data";
import { attempting, CommandFailure } from "../failure";
import type { Output } from "../output";
import { stopped } from "../stopped";

export interface AuditOptions {
  readonly data: string;
  readonly follow: boolean;
  readonly json: boolean;
  readonly resource?: string;
  readonly since?: string;
}

/** Prints who wrote what, oldest first: a line for each write, for people or as JSON. */
export async function showAudit({ data, follow, json, ...query }: AuditOptions, output: Output): Promise<void> {
  if (query.resource !== undefined && !isUid(query.resource))
    throw new CommandFailure(`--resource ${JSON.stringify(query.resource)} must be a uid`);
  requireData(data);
  const stop = new AbortController();
  if (follow) void stopped().then(() => stop.abort());
  const write = json ? JSON.stringify : describe;
  await attempting(`read the data in ${nameOf(data)}`, async () => {
    for await (const entry of auditTrail({ data, ...query, follow: follow ? stop.signal : undefined }))
      output.stdout(`${write(entry)}\n`);
  });
}

function describe({ time, caller, action, type, uid, mask, requestId, replay, count }: AuditEntry): string {
  const fields = action === "update" ? [`fields ${mask.join(",")}`] : [];
  const what = count === undefined ? `${type} ${uid}` : `${count} ${type} below ${uid}`;
  const again = replay ? ["repeated: nothing was written"] : [];
  const request = requestId ? [`request ${requestId}`] : [];
  return [time, `${action} ${what}`, ...fields, `by ${caller}`, ...request, ...again].join("  ");
}
