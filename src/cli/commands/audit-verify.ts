import { type ChainPosition, verifyAuditIn } from "../../service";
import { nameOf, requireData } from "../data";
import { CommandFailure, withOperation } from "../failure";
import type { Output } from "../output";

export interface AuditVerifyOptions {
  readonly data: string;
  readonly json: boolean;
  readonly expectHead?: ChainPosition;
}

/** Verifies the hash chain of audit events and prints its head. Returns whether the chain is intact. */
export async function auditVerify({ data, json, expectHead }: AuditVerifyOptions, output: Output): Promise<boolean> {
  requireData(data);
  const report = await withOperation(`read the data in ${nameOf(data)}`, () => verifyAuditIn(data, expectHead));
  const { broken, unknown, head, events, pending } = report;
  if (unknown !== undefined) throw new CommandFailure(unknown);
  if (json) output.stdout(`${JSON.stringify({ intact: !broken, ...report })}\n`);
  else {
    const verdict = broken ? `broken at ${broken.sequence}: ${broken.kind}: ${broken.problem}` : "intact";
    output.stdout(
      `${verdict}\n${events} events verified, ${pending} not sealed yet\nhead ${head.sequence}:${head.hash}\n`,
    );
  }
  return !broken;
}
