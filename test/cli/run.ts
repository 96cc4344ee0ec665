import { run } from "../../src/cli/run";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process. */
export async function platformctl(...args: string[]): Promise<Ran> {
  let stdout = "";
  let stderr = "";
  const output = {
    stdout: (text: string) => {
      stdout += text;
    },
    stderr: (text: string) => {
      stderr += text;
    },
  };
  return { code: await run(args, output), stdout, stderr };
}
