/** A problem in a line of the file. */
export interface LineProblem {
  /** One-based. */
  readonly line: number;
  /** For example `digest must be "sha256:" followed by 64 lowercase hexadecimal digits`. */
  readonly problem: string;
}

/** Thrown for lines that cannot be imported. The message lists the first problems, one per line. */
export class ImportError extends Error {
  override readonly name = "ImportError";

  /** `done`: the number of lines stored before the error. */
  constructor(
    readonly problems: readonly LineProblem[],
    readonly done = 0,
  ) {
    const listed = problems.slice(0, MAX_LISTED).map(({ line, problem }) => `line ${line}: ${problem}`);
    const more = problems.length - listed.length;
    super([...listed, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"));
  }
}

/** The maximum number of problems in a message. */
const MAX_LISTED = 20;
