import { type ExecFileException, execFile } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describeWith } from "../../engines";

const repository = path.resolve(__dirname, "../../..");
const program = "examples/pulumi-quickstart/quickstart.mjs";

function run(directory: string, PATH: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program],
      { cwd: directory, env: { PATH, TMPDIR: os.tmpdir() } },
      (error: ExecFileException | null, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describeWith(["pulumi"], "the Pulumi quickstart", () => {
  it("prints the created resources, a second run without changes, and the correction of drift", async () => {
    const { code, stdout, stderr } = await run(repository, process.env.PATH!);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const line of [
      "+ 6 created",
      "build (repo:octo-org/payments:ref:refs/heads/main) has the role registry.push in payments.",
      "review (repo:octo-org/payments:pull_request) has the role viewer in payments.",
      "  6 unchanged",
      "- 6 deleted",
    ])
      expect(stdout).toContain(line);
    const corrections = stdout.match(/^ {2}PATCH .*$/gm);
    expect(corrections).toEqual([expect.stringMatching(/groups\S+ with updateMask=description -> 200$/)]);
  });
});

it("prints in one line what to install if Pulumi is missing", async () => {
  const clone = realpathSync(mkdtempSync(path.join(os.tmpdir(), "platform-without-pulumi-")));
  try {
    for (const name of ["examples", "package.json"])
      cpSync(path.join(repository, name), path.join(clone, name), { recursive: true });
    for (const name of ["node_modules", "dist"]) symlinkSync(path.join(repository, name), path.join(clone, name));
    const { code, stdout, stderr } = await run(clone, path.join(clone, "empty"));
    expect(stderr).toMatch(/^This example needs `pulumi` on the PATH: .*\n$/);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});
