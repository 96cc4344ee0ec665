/** What is wrong with a line of a file. */
export interface LineProblem {
  /** Counted from 1. */
  readonly line: number;
  /** Such as `digest must match ^sha256:[0-9a-f]{64}$`. */
  readonly problem: string;
}

/** Lines that cannot be imported. Its message has one line for each of the first of them. */
export class ImportError extends Error {
  override readonly name = "ImportError";

  /** `done`: how many lines were stored before. */
  constructor(
    readonly problems: readonly LineProblem[],
    readonly done = 0,
  ) {
    const said = problems.slice(0, MAX_SAID).map(({ line, problem }) => `line ${line}: ${problem}`);
    const more = problems.length - said.length;
    super([...said, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"));
  }
}

/** How many problems a message names. */
const MAX_SAID = 20;
