import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { AccessGraph, accessDiff, Directory, isExpired } from "../../access";
import { accessReportPage } from "../../pages/access-report";
import { type ReportComparison, type ReportOrigin, reportData } from "../access/report-data";
import { readSnapshotFile, type SnapshotFile, snapshotFile } from "../access/snapshot-file";
import {
  type Comparison,
  configurationOf,
  nameOf,
  readComparison,
  readGraph,
  type SourceOptions,
} from "../access/sources";
import { CommandFailure, withOperation } from "../failure";
import type { Output } from "../output";
import { asFailure } from "./access";

export interface ReportOptions extends SourceOptions {
  /** The file of the page, or - for standard output. */
  readonly output?: string;
  /** The file to save the access in. */
  readonly snapshot?: string;
  /** A saved snapshot to compare with. */
  readonly since?: string;
  readonly json: boolean;
}

/** Writes a page that shows who may do what, a snapshot to compare with later, or both. */
export async function accessReport(options: ReportOptions, output: Output): Promise<void> {
  if (options.output === undefined && options.snapshot === undefined && !options.json)
    throw new CommandFailure("set --output, --snapshot or --json: nothing would be written");
  if (options.snapshot !== undefined && options.plan !== undefined)
    throw new CommandFailure("--snapshot saves the access on the platform, and conflicts with --plan");
  if ([options.output === "-", options.snapshot === "-", options.json].filter(Boolean).length > 1)
    throw new CommandFailure("only one of --output -, --snapshot - and --json can write to standard output");
  const saved = options.since === undefined ? undefined : await readSnapshotFile(options.since);
  const { graph, directory, planned } = await read(options);
  const source = options.plan === undefined ? configurationOf(options).baseUrl : `After ${nameOf(options.plan)}`;
  const origin: ReportOrigin = { source, time: new Date().toISOString() };
  const compared = saved
    ? compare(graphThen(saved, graph.at), graph, `the snapshot of ${saved.time.slice(0, 16).replace("T", " ")} UTC`)
    : planned && compare(planned.before, graph, "the access before the plan");

  if (options.output !== undefined) {
    const html = accessReportPage(reportData(graph, directory, origin, compared), assets());
    await write(options.output, html, output);
  }
  const snapshot = snapshotFile(graph.snapshot, origin);
  if (options.snapshot !== undefined) await write(options.snapshot, json(snapshot), output);
  if (options.json) {
    const { changes, unknown } = compared?.diff ?? {};
    output.stdout(json({ ...snapshot, ...(compared ? { changes, unknown } : {}) }));
  }
}

interface Read {
  readonly graph: AccessGraph;
  readonly directory: Directory;
  /** Set for a plan. */
  readonly planned?: Comparison;
}

async function read(options: ReportOptions): Promise<Read> {
  if (options.plan === undefined) return asFailure(() => readGraph(options));
  const planned = await asFailure(() => readComparison(options.plan!, options));
  return { graph: planned.after, directory: planned.directory, planned };
}

/** Returns the access of a snapshot. What has expired since then counts as permanent there, so that it is a loss now. */
function graphThen(saved: SnapshotFile, now: string): AccessGraph {
  const bindings = saved.bindings
    .filter(({ expirationTime }) => !isExpired(expirationTime, saved.time))
    .map(({ expirationTime, ...binding }) =>
      isExpired(expirationTime, now) ? binding : { ...binding, expirationTime },
    );
  return new AccessGraph({ ...saved, bindings }, now);
}

function compare(before: AccessGraph, after: AccessGraph, since: string): ReportComparison {
  const directory = new Directory(before.snapshot, after.snapshot);
  return { since, comparison: { before, after, directory }, diff: accessDiff(before, after) };
}

/** The folder of the page's code: next to the bundle, or `dist` when running from source. */
const folder = path.extname(__filename) === ".ts" ? path.resolve(__dirname, "../../../dist") : __dirname;

const assets = () => ({
  script: readFileSync(path.join(folder, "access-report-page.js"), "utf8"),
  style: readFileSync(path.join(folder, "access-report-page.css"), "utf8"),
});

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

async function write(file: string, content: string, output: Output): Promise<void> {
  if (file === "-") output.stdout(content);
  else await withOperation(`write ${file}`, () => writeFileSync(file, content));
}
