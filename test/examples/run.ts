import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const repository = path.resolve(__dirname, "../..");

const directory = realpathSync(mkdtempSync(path.join(os.tmpdir(), "platform-examples-")));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

export interface ExampleRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The files that the example left in the directory for temporary files. */
  readonly left: readonly string[];
}

/** Runs an example's runner with only these programs and the system's on PATH. */
export function runExample(
  runner: string,
  programs: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): ExampleRun {
  const place = mkdtempSync(path.join(directory, "run-"));
  const [bin, temporary] = ["bin", "tmp"].map((name) => path.join(place, name)) as [string, string];
  for (const folder of [bin, temporary]) mkdirSync(folder);
  // cdktf starts programs through a shell.
  for (const [name, file] of Object.entries({ node: process.execPath, sh: "/bin/sh", ...programs }))
    symlinkSync(file, path.join(bin, name));
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(repository, "examples", runner)], {
    env: { PATH: bin, TMPDIR: temporary, ...environment },
    encoding: "utf8",
  });
  return { status, stdout, stderr, left: readdirSync(temporary) };
}
