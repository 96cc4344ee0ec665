import type { ChainPosition } from "../../store/audit-event";

/** The first error in the chain. */
export interface BrokenLink {
  readonly sequence: number;
  readonly kind: "missing" | "altered" | "reordered" | "truncated" | "added" | "head" | "anchor" | "expected head";
  readonly problem: string;
}

export interface ChainReport {
  /** Undefined if the chain is intact. */
  readonly broken?: BrokenLink;
  /** Why verification could not decide whether the chain is intact or contained the expected head. */
  readonly unknown?: string;
  /** The last event. Store it elsewhere to verify later that the chain still contains it. */
  readonly head: ChainPosition;
  /** The last event that retention deleted; sequence 0 if there is none. */
  readonly anchor: ChainPosition;
  /** The number of verified events. */
  readonly events: number;
  /** The number of unsealed events, which are not part of the chain. */
  readonly pending: number;
}
