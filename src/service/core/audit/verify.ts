import { objectOrEmpty } from "../../../model";
import {
  audit,
  auditChain,
  ChainDamage,
  type ChainPosition,
  type ChainRow,
  type Database,
  FIRST_HASH,
  hashAfter,
  parseAuditEvent,
  type StoredAuditEvent,
} from "../../store";
import type { BrokenLink, ChainReport } from "./chain-report";

/** The number of rows read per statement. */
const PAGE = 1000;

/**
 * Verifies the chain from its start: the sequence number and hash of every event, that it ends at the recorded head,
 * and that retention announced its start. `expected` is a head recorded elsewhere, which must still be in the chain.
 */
export async function verifyAudit(db: Database, expected?: ChainPosition): Promise<ChainReport> {
  try {
    for (;;) {
      const anchor = await auditChain.positionOf(db, "anchor");
      const report = await verifyFrom(db, anchor, expected);
      // Retention may have deleted events that were about to be read.
      if (!report.broken || (await auditChain.positionOf(db, "anchor")).sequence === anchor.sequence) return report;
    }
  } catch (error) {
    if (error instanceof ChainDamage) return withoutPosition(db, error);
    throw error;
  }
}

/** Returns the report for a chain without a recorded position, which the service always writes. */
async function withoutPosition(db: Database, { position, message }: ChainDamage): Promise<ChainReport> {
  const head = (await auditChain.lastEvent(db)) ?? BEGINNING;
  const [first] = await auditChain.rowsAfter(db, 0, 1);
  const at = position === "head" ? head.sequence : (first?.sequence ?? 1) - 1;
  return {
    broken: broken(at, position, `${message}, which the service never deletes`),
    head,
    anchor: BEGINNING,
    events: 0,
    pending: await audit.countPending(db),
  };
}

const BEGINNING: ChainPosition = { sequence: 0, hash: FIRST_HASH };

async function verifyFrom(db: Database, anchor: ChainPosition, expected?: ChainPosition): Promise<ChainReport> {
  const head = await auditChain.positionOf(db, "head");
  const walk = new ChainWalk(anchor, head, expected);
  let rows: readonly ChainRow[] = [];
  do {
    rows = await auditChain.rowsAfter(db, walk.last.sequence, PAGE);
    walk.read(rows.filter(({ sequence }) => sequence <= head.sequence));
  } while (!walk.broken && rows.length === PAGE && (rows.at(-1)?.sequence ?? 0) <= head.sequence);
  const pending = await audit.countPending(db);
  const unsealed = await audit.pendingOf(db, "audit.prune");
  const isHeadUnchanged = (await auditChain.positionOf(db, "head")).sequence === head.sequence;
  const broken = walk.finish(isHeadUnchanged ? rows.at(-1)?.sequence : undefined);
  const unknown = inconclusiveReason(walk, broken, unsealed);
  const events = walk.last.sequence - anchor.sequence;
  const isBroken = broken && !unknown;
  return { ...(isBroken ? { broken } : {}), ...(unknown ? { unknown } : {}), head, anchor, events, pending };
}

/**
 * Returns why verification cannot decide whether a chain is intact. An unsealed announcement proves nothing, because
 * nothing protects it; earlier versions may have deleted events before their announcement was sealed.
 */
function inconclusiveReason(
  walk: ChainWalk,
  broken: BrokenLink | undefined,
  unsealed: readonly Pick<StoredAuditEvent, "values">[],
): string | undefined {
  if (broken?.kind === "anchor" && unsealed.some(({ values }) => walk.isAnnouncedBy(announcedPosition(values))))
    return `only an unsealed event announces the deletion of the events up to ${broken.sequence}; verify again while the service runs`;
  return broken ? undefined : walk.expectedUnknown();
}

class ChainWalk {
  broken: BrokenLink | undefined;
  last: ChainPosition;
  #isExpectedFound = false;
  /** The last position up to which retention announced a deletion. */
  #announcement: ChainPosition | undefined;

  constructor(
    private readonly anchor: ChainPosition,
    private readonly head: ChainPosition,
    private readonly expected: ChainPosition | undefined,
  ) {
    this.last = anchor;
    this.#compare(anchor);
  }

  read(rows: readonly ChainRow[]): void {
    for (const row of rows) {
      this.broken ??= linkProblem(row, this.last);
      if (this.broken) return;
      this.last = { sequence: row.sequence, hash: row.hash };
      this.#compare(this.last);
      if (row.action === "audit.prune") this.announced(objectOrEmpty(JSON.parse(row.event)).values);
    }
  }

  /** Records an event in which retention announces what it deletes. */
  announced(values: unknown): void {
    const { sequence, hash } = announcedPosition(values);
    if (sequence >= (this.#announcement?.sequence ?? 0)) this.#announcement = { sequence, hash };
  }

  /** Returns the first error; `after` is the last existing sequence number, if no event was sealed meanwhile. */
  finish(after: number | undefined): BrokenLink | undefined {
    const { sequence, hash } = this.last;
    const { head } = this;
    if (this.broken) return this.broken;
    if (sequence < head.sequence)
      return broken(sequence + 1, "truncated", `the chain ends before its recorded head ${head.sequence}`);
    if (hash !== head.hash) return broken(sequence, "head", "the hash of the recorded head differs");
    if (after !== undefined && after > head.sequence)
      return broken(head.sequence + 1, "added", "there are events after the recorded head");
    return this.#anchorProblem() ?? this.#expectedProblem();
  }

  /** Returns whether an announcement covers the deleted events. */
  isAnnouncedBy({ sequence, hash }: ChainPosition): boolean {
    const { anchor } = this;
    return sequence === anchor.sequence ? hash === anchor.hash : sequence > anchor.sequence;
  }

  /** Returns why an intact chain cannot prove that it contained the expected head. */
  expectedUnknown(): string | undefined {
    const { expected, anchor } = this;
    if (!expected || this.#isExpectedFound || expected.sequence >= anchor.sequence) return undefined;
    return `--expect-head ${expected.sequence} cannot be verified: retention has deleted the events up to ${anchor.sequence}; use a later head`;
  }

  #anchorProblem(): BrokenLink | undefined {
    const { anchor } = this;
    const announced = this.#announcement;
    if (anchor.sequence === 0 || (announced && this.isAnnouncedBy(announced))) return undefined;
    return broken(
      anchor.sequence,
      "anchor",
      "no event in the chain records that retention deleted the events before it",
    );
  }

  #expectedProblem(): BrokenLink | undefined {
    const { expected } = this;
    if (!expected || this.#isExpectedFound || expected.sequence < this.anchor.sequence) return undefined;
    return broken(expected.sequence, "expected head", "the chain does not contain the expected head");
  }

  #compare({ sequence, hash }: ChainPosition): void {
    const { expected } = this;
    if (expected?.sequence === sequence) this.#isExpectedFound = expected.hash === hash;
  }
}

const broken = (sequence: number, kind: BrokenLink["kind"], problem: string): BrokenLink => ({
  sequence,
  kind,
  problem,
});

function linkProblem(row: ChainRow, before: ChainPosition): BrokenLink | undefined {
  const { sequence, event: text, hash } = row;
  const expected = before.sequence + 1;
  if (sequence !== expected) return broken(expected, "missing", `the event is missing; the next is ${sequence}`);
  const event = parsed(text);
  if (!event) return broken(sequence, "altered", "the event is not JSON");
  if (event.sequence !== sequence)
    return broken(sequence, "reordered", `the event at this position has sequence ${event.sequence}`);
  if (hash !== hashAfter(before.hash, text))
    return broken(sequence, "altered", "the event's hash does not match the event and the previous hash");
  const stored: Readonly<Record<string, unknown>> = { ...row };
  const columns = Object.entries(auditChain.indexOf(event.uid, event));
  const [altered] = columns.find(([name, value]) => stored[name] !== value) ?? [];
  if (altered) return broken(sequence, "altered", `the column ${altered} differs from the event`);
  return undefined;
}

/** Returns the position in the values of an event that announces a deletion. Anything else announces none. */
function announcedPosition(values: unknown): ChainPosition {
  const { sequence, hash } = objectOrEmpty(values);
  return { sequence: Number(sequence), hash: String(hash) };
}

function parsed(text: string): StoredAuditEvent | undefined {
  try {
    // Only sealed events have a position, and the chain contains no others.
    return parseAuditEvent(text) as StoredAuditEvent;
  } catch {
    return undefined;
  }
}
