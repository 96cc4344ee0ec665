import { rootOf } from "../../../api";
import { definitionNamed } from "../../../model";
import { type Database, resources, type Store } from "../../store";
import { draft, holderOf, insert, replace } from "../operations/records";
import { timeOf } from "../operations/types";
import type { Writing } from "../rules";
import { ImportError, type LineProblem } from "./problems";
import { type ImportRecord, readRecord } from "./records";

/**
 * How many lines are written in one transaction. Resources lie all over the store's indexes: a transaction writes nearly
 * as many pages for few of them as for many.
 */
const BATCH = 2500;

/** What became of the lines so far. */
export interface ImportCount {
  readonly lines: number;
  /** How many there are, but for empty ones. */
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

export interface ImportOptions {
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Told after each batch, once it is stored. */
  readonly onBatch?: (count: ImportCount) => void;
}

/**
 * Imports lines of JSON: `{"type": "Tag", "parent": uid of a repo, "name": …, "digest": …}`. `open` gives the lines,
 * and is called twice: all are checked before any is written. A record that is there already, by its name in its
 * parent or by an advisory's id, is brought to what its line says, so that the same file again changes nothing and one
 * that was interrupted goes on where it stopped. Throws ImportError.
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
    const run = async (tx: Database) => {
      const outcomes: Outcome[] = [];
      for (const { line, record } of batch) {
        const outcome = "problem" in record ? record : await write({ tx, now }, record);
        if (typeof outcome === "object") throw new ImportError([{ line, problem: outcome.problem }], count.lines);
        outcomes.push(outcome);
      }
      return outcomes;
    };
    const done = await store.transaction(run, { root: rootIn(batch[0]!) });
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
interface Placed {
  readonly line: number;
  readonly record: ReturnType<typeof readRecord>;
}

/** The records of the lines that are not empty. */
async function* records(lines: AsyncIterable<string> | Iterable<string>, now: string): AsyncIterable<Placed> {
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() !== "") yield { line, record: readRecord(text, now) };
  }
}

/** Batches of lines that follow each other and are about one organization. */
async function* batches(all: AsyncIterable<Placed>): AsyncIterable<readonly Placed[]> {
  let batch: Placed[] = [];
  for await (const each of all) {
    if (batch.length === BATCH || (batch[0] && rootIn(batch[0]) !== rootIn(each))) {
      yield batch;
      batch = [];
    }
    batch.push(each);
  }
  if (batch.length > 0) yield batch;
}

/** The organization that a line is about. */
const rootIn = ({ record }: Placed): string => ("problem" in record ? "" : rootOf(record.parent));

/** Makes what a record says true. */
async function write(writing: Writing, record: ImportRecord): Promise<Outcome | { readonly problem: string }> {
  const { definition, fields, createTime, updateTime } = record;
  const parent = await parentFor(writing, record);
  if (typeof parent === "object") return parent;

  const drawn = draft(definition, parent, fields, writing.now);
  const uid = await holderOf(writing.tx, definition, drawn);
  const found = uid === undefined ? undefined : await resources.get(writing.tx, definition.name, uid);
  if (!found) {
    await insert(writing, definition, {
      ...drawn,
      createTime: createTime ?? drawn.createTime,
      updateTime: updateTime ?? createTime ?? drawn.updateTime,
    });
    return "created";
  }
  const changed = Object.keys({ ...found.fields, ...fields }).filter((name) => !same(found.fields[name], fields[name]));
  // What only filters know is no field that the audit trail could tell of.
  const mask = changed.filter((name) => Object.hasOwn(definition.fields, name));
  const isMoved = (createTime ?? found.createTime) !== found.createTime;
  const isTouched = (updateTime ?? found.updateTime) !== found.updateTime;
  if (changed.length === 0 && !isMoved && !isTouched) return "unchanged";
  const next = { createTime: createTime ?? found.createTime, updateTime: updateTime ?? writing.now };
  await replace(writing, definition, { ...found, ...next, fields }, mask);
  return "updated";
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The uid of what a record is to stand in, which must be there. */
async function parentFor({ tx }: Writing, record: ImportRecord): Promise<string | { readonly problem: string }> {
  const { definition, parent, repo } = record;
  if (repo === undefined) {
    const { type } = definition.parent;
    return (await resources.get(tx, type, parent)) ? parent : { problem: `there is no ${type} ${parent}` };
  }
  const holder = definitionNamed("Repo")!;
  const uid = await holderOf(tx, holder, { parent, fields: { name: repo } });
  return uid ?? { problem: `Group ${parent} has no repo with name ${repo}` };
}
