import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(__dirname, "../..");

test("npm pack in a clone without dependencies tells to install them", () => {
  const clone = mkdtempSync(path.join(tmpdir(), "fresh-clone-"));
  mkdirSync(path.join(clone, "scripts"));
  for (const file of ["package.json", "scripts/require-dependencies.cjs", "scripts/build.mjs"])
    copyFileSync(path.join(root, file), path.join(clone, file));
  const { status, stderr } = spawnSync("npm", ["pack"], { cwd: clone, encoding: "utf8" });
  rmSync(clone, { recursive: true });
  expect(status).not.toBe(0);
  expect(stderr).toContain("error: the dependencies are not installed; run `npm ci` first\n");
});
