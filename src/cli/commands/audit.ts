import { isUid } from "../../api";
import { auditTrail, type StoredAuditEvent } from "../../service";
import { nameOf, requireData } from "../data";
import { CommandFailure, withOperation } from "../failure";
import type { Output } from "../output";
import { shutdownSignal } from "../shutdown-signal";

export interface AuditOptions {
  readonly data: string;
  readonly follow: boolean;
  readonly json: boolean;
  readonly resource?: string;
  readonly since?: string;
}

/** Prints audit events, oldest first, one per line, as text or JSON. */
export async function showAudit({ data, follow, json, ...query }: AuditOptions, output: Output): Promise<void> {
  if (query.resource !== undefined && !isUid(query.resource))
    throw new CommandFailure(`--resource ${JSON.stringify(query.resource)} must be a uid`);
  requireData(data);
  const stop = new AbortController();
  if (follow) void shutdownSignal().then(() => stop.abort());
  const write = json ? JSON.stringify : describe;
  await withOperation(`read the data in ${nameOf(data)}`, async () => {
    for await (const entry of auditTrail({ data, ...query, follow: follow ? stop.signal : undefined }))
      output.stdout(`${write(entry)}\n`);
  });
}

function describe(event: StoredAuditEvent): string {
  const { createTime, actor, action, outcome, reason, resourceType, resource, fields = [], requestId, count } = event;
  const isMany = count !== undefined && outcome === "OK";
  const what = isMany
    ? `${count} ${resourceType} below ${resource}`
    : [resourceType, resource].filter(Boolean).join(" ");
  const details = [
    action === "update" ? `fields ${fields.join(",")}` : "",
    actor ? `by ${actor}` : "",
    requestId ? `request ${requestId}` : "",
    event.subject ? `with subject ${event.subject} from issuer ${event.issuer}` : "",
    event.tokenId ? `token ${event.tokenId}` : "",
    event.address ? `from ${event.address}` : "",
    event.replay ? "idempotent replay" : "",
    outcome === "OK" ? "" : `rejected${isMany || !count ? "" : ` ${count} times`}: ${reason}`,
  ];
  return [createTime, `${action} ${what}`.trim(), ...details.filter(Boolean)].join("  ");
}
