import { describeGrant, type IdentityEntry } from "../../access";
import { notes, type Via, viaOf } from "../access/decisions";
import { removalConfiguration, type UnusedIdentity } from "../access/removal";
import { readRoleMappings } from "../access/role-mappings";
import { callerOf, readGraph } from "../access/sources";
import { namesOf, plural } from "../access/wording";
import type { Output } from "../output";
import { asFailure } from "./access";

export interface UnusedOptions {
  readonly days: number;
  readonly json: boolean;
  /** Prints a configuration that removes the role bindings. */
  readonly to?: "terraform";
  readonly session?: string;
}

/** The JSON output of `platformctl access unused`. */
export interface UnusedReport {
  readonly days: number;
  /** The uid of the identity that runs the command, which is never listed. */
  readonly caller?: string;
  /** The identities that obtained no token in these days, longest unused first. */
  readonly identities: readonly UnusedIdentity[];
  readonly gaps: readonly string[];
  readonly names: Readonly<Record<string, string>>;
}

const DAY_MS = 86_400_000;

/** Prints the identities that obtained no token for some days, and their role bindings. */
export async function accessUnused({ days, json, to, ...options }: UnusedOptions, output: Output): Promise<void> {
  const { graph, directory } = await asFailure(() => readGraph(options));
  const before = new Date(Date.now() - days * DAY_MS).toISOString();
  const caller = await asFailure(() => callerOf(options));
  const found = graph.snapshot.identities.flatMap((each) => unusedSince(each, before));
  const unused = found.filter(({ id }) => id !== caller).sort((a, b) => (lastUse(a) < lastUse(b) ? -1 : 1));
  const identities = unused.map((each): UnusedIdentity => {
    const { lastSeenTime, createTime } = each;
    const seen = lastSeenTime === createTime ? {} : { lastSeenTime };
    return { identity: each.id, ...seen, createTime, bindings: viaOf({ via: graph.bindingsOf(each.id) }) };
  });
  const remarks =
    caller === undefined
      ? ["The access token does not state its identity, so the identity that runs this command may be listed."]
      : found.length > unused.length
        ? [`${directory.identity(caller)} is not listed, because it runs this command.`]
        : [];
  if (json) {
    const via = identities.flatMap(({ bindings }) => bindings);
    const names = namesOf(directory, {
      identities: identities.map(({ identity }) => identity),
      groups: new Set(via.map(({ group }) => group)),
      roles: new Set(via.map(({ role }) => role)),
    });
    const report: UnusedReport = { days, ...(caller ? { caller } : {}), identities, gaps: graph.snapshot.gaps, names };
    output.stdout(`${JSON.stringify(report, undefined, 2)}\n`);
    return;
  }
  if (to === "terraform") {
    const mappings = await asFailure(() => readRoleMappings(options));
    const entries = new Map(unused.map((each) => [each.id, each]));
    const mappedBy = (identity: string, binding: Via) => {
      const entry = entries.get(identity);
      return entry && mappings(entry, binding);
    };
    output.stdout(removalConfiguration({ identities, days, directory, mappedBy, remarks }));
    for (const gap of graph.snapshot.gaps) output.stderr(`Note: ${gap}\n`);
    return;
  }
  const lines = identities.flatMap(({ identity, lastSeenTime, createTime }) => [
    `${directory.identity(identity)}  ${lastSeenTime ? `last used ${lastSeenTime}` : `never used since ${createTime}`}`,
    ...graph.bindingsOf(identity).map((each) => `  ${describeGrant(each, directory)}`),
  ]);
  const none = `every identity obtained a token in the last ${plural(days, "day")}`;
  output.stdout(
    `${lines.length > 0 ? lines.join("\n") : none}\n${remarks.map((each) => `\nNote: ${each}\n`).join("")}${notes(graph)}`,
  );
}

type Seen = IdentityEntry & { readonly lastSeenTime: string; readonly createTime: string };

/** A deployment that does not record the use of an identity says nothing about it. */
function unusedSince(identity: IdentityEntry, time: string): Seen[] {
  const { lastSeenTime, createTime } = identity;
  return lastSeenTime !== undefined && createTime !== undefined && lastSeenTime < time
    ? [{ ...identity, lastSeenTime, createTime }]
    : [];
}

const lastUse = ({ lastSeenTime }: Seen): string => lastSeenTime;
