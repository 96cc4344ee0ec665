import { rootOf } from "../../../api";
import { registry } from "../../../model";
import { resources, type Store, type Transaction } from "../../store";
import { draft, insert, replace, uidWithSameValues } from "../operations/resource-writes";
import { timeOf } from "../operations/types";
import type { WriteContext } from "../rules";
import { ImportError, type LineProblem } from "./problems";
import { type ImportRecord, readRecord } from "./records";

/**
 * The number of lines per transaction. Resources are spread across the store's indexes, so a transaction writes nearly
 * as many pages for a few of them as for many.
 */
const BATCH = 2500;

/** The progress of an import. */
export interface ImportCount {
  readonly lines: number;
  /** The number of non-empty lines. */
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

export interface ImportOptions {
  readonly store: Store;
  /** Returns milliseconds since the Unix epoch. */
  readonly clock: () => number;
  /** Called after each batch is stored. */
  readonly onBatch?: (count: ImportCount) => void;
}

/**
 * Imports lines of JSON: `{"type": "Tag", "parent": uid of a repo, "name": …, "digest": …}`. `open` returns the lines
 * and is called twice: all lines are validated before any is written. A record that already exists, by its name in its
 * parent or by its advisory id, is updated to match its line, so that importing a file again changes nothing, and an
 * interrupted import can be resumed. Throws ImportError.
 */
export async function importLines(
  open: () => AsyncIterable<string> | Iterable<string>,
  { store, clock, onBatch }: ImportOptions,
): Promise<ImportCount> {
  const now = timeOf(clock);
  const problems: LineProblem[] = [];
  let total = 0;
  for await (const { line, record } of records(open(), now)) {
    total += 1;
    if ("problem" in record) problems.push({ line, problem: record.problem });
  }
  if (problems.length > 0) throw new ImportError(problems);

  let count: ImportCount = { lines: 0, total, created: 0, updated: 0, unchanged: 0 };
  for await (const batch of batches(records(open(), now))) {
    const run = async (tx: Transaction) => {
      const outcomes: Outcome[] = [];
      for (const { line, record } of batch) {
        const outcome = "problem" in record ? record : await write({ tx, now }, record);
        if (typeof outcome === "object") throw new ImportError([{ line, problem: outcome.problem }], count.lines);
        outcomes.push(outcome);
      }
      return outcomes;
    };
    const done = await store.transaction(run, { root: batch[0] ? rootIn(batch[0]) : "" });
    const of = (outcome: Outcome) => count[outcome] + done.filter((each) => each === outcome).length;
    count = {
      lines: count.lines + done.length,
      total,
      created: of("created"),
      updated: of("updated"),
      unchanged: of("unchanged"),
    };
    onBatch?.(count);
  }
  return count;
}

type Outcome = "created" | "updated" | "unchanged";
interface NumberedRecord {
  readonly line: number;
  readonly record: ReturnType<typeof readRecord>;
}

/** Parses the non-empty lines. */
async function* records(lines: AsyncIterable<string> | Iterable<string>, now: string): AsyncIterable<NumberedRecord> {
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() !== "") yield { line, record: readRecord(text, now) };
  }
}

/** Groups consecutive lines of the same organization into batches. */
async function* batches(all: AsyncIterable<NumberedRecord>): AsyncIterable<readonly NumberedRecord[]> {
  let batch: NumberedRecord[] = [];
  for await (const each of all) {
    if (batch.length === BATCH || (batch[0] && rootIn(batch[0]) !== rootIn(each))) {
      yield batch;
      batch = [];
    }
    batch.push(each);
  }
  if (batch.length > 0) yield batch;
}

/** Returns the organization of a line. */
const rootIn = ({ record }: NumberedRecord): string => ("problem" in record ? "" : rootOf(record.parent));

/** Creates or updates the resource of a record. */
async function write(writing: WriteContext, record: ImportRecord): Promise<Outcome | { readonly problem: string }> {
  const { definition, fields, createTime, updateTime } = record;
  const parent = await parentFor(writing, record);
  if (typeof parent === "object") return parent;

  const created = draft(definition, parent, fields, writing.now);
  const uid = await uidWithSameValues(writing.tx, definition, created);
  const found = uid === undefined ? undefined : await resources.get(writing.tx, definition.name, uid);
  if (!found) {
    await insert(writing, definition, {
      ...created,
      createTime: createTime ?? created.createTime,
      updateTime: updateTime ?? createTime ?? created.updateTime,
    });
    return "created";
  }
  const changed = Object.keys({ ...found.fields, ...fields }).filter(
    (name) => !isEqual(found.fields[name], fields[name]),
  );
  // Values used only by filters are not fields that an audit event can contain.
  const mask = changed.filter((name) => Object.hasOwn(definition.fields, name));
  const createTimeChanged = (createTime ?? found.createTime) !== found.createTime;
  const updateTimeChanged = (updateTime ?? found.updateTime) !== found.updateTime;
  if (changed.length === 0 && !createTimeChanged && !updateTimeChanged) return "unchanged";
  const next = { createTime: createTime ?? found.createTime, updateTime: updateTime ?? writing.now };
  await replace(writing, definition, { ...found, ...next, fields }, mask);
  return "updated";
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the uid of the record's parent, which must exist. */
async function parentFor({ tx }: WriteContext, record: ImportRecord): Promise<string | { readonly problem: string }> {
  const { definition, parent, repo } = record;
  if (repo === undefined) {
    const { type } = definition.parent;
    return (await resources.get(tx, type, parent)) ? parent : { problem: `${type} ${parent} does not exist` };
  }
  const uid = await uidWithSameValues(tx, registry.repos, { parent, fields: { name: repo } });
  return uid ?? { problem: `group ${parent} has no repo named ${JSON.stringify(repo)}` };
}
