import type { Output } from "./output";

const WIDTH = 30;

/** Tells how far a long piece of work has come. */
export interface Progress {
  show(done: number, of: number, what: string): void;
  /** Ends the line. */
  end(): void;
}

/** A bar that stays on its line where a person watches; a line for each report where nobody does. */
export function progressOn(output: Output, isTerminal: boolean): Progress {
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
