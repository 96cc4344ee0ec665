import type { Output } from "./output";

const WIDTH = 30;

/** Reports the progress of a long operation. */
export interface Progress {
  show(done: number, of: number, what: string): void;
  /** Ends the line. */
  end(): void;
}

/** Creates a progress bar on a terminal, or writes one line per report otherwise. */
export function createProgress(output: Output, isTerminal: boolean): Progress {
  if (!isTerminal) return { show: (done, of, what) => output.stderr(`${done} of ${of} ${what}\n`), end: () => {} };
  return {
    show(done, of, what) {
      const filled = of === 0 ? WIDTH : Math.floor((done / of) * WIDTH);
      const bar = `${"█".repeat(filled)}${"░".repeat(WIDTH - filled)}`;
      output.stderr(`\r${bar} ${done} of ${of} ${what}`);
    },
    end: () => output.stderr("\n"),
  };
}
