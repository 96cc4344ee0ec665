import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** A checkout in which nothing is built, with PATH set to an empty folder. */
const checkout = realpathSync(mkdtempSync(path.join(os.tmpdir(), "platform-without-engines-")));
const repository = path.resolve(__dirname, "../..");

beforeAll(() => {
  for (const name of ["test/engines", "test/setup.cjs", "test/teardown.cjs", "jest.config.js", "package.json"]) {
    cpSync(path.join(repository, name), path.join(checkout, name), { recursive: true });
  }
  symlinkSync(path.join(repository, "node_modules"), path.join(checkout, "node_modules"));
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

function node(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const env = { PATH: path.join(checkout, "empty"), ...environment };
  return spawnSync(process.execPath, args, { cwd: checkout, env, encoding: "utf8" });
}

const testRun = ["node_modules/jest/bin/jest.js", "test/engines/engines.test.ts"];

describe("without engines", () => {
  it("npm run engines without Go prints its requirement in one line, builds nothing and fails", () => {
    const { status, stdout, stderr } = node(["test/engines/build.mjs"]);
    expect(stderr).toMatch(
      /^Go 1\.\S+ or newer is needed to build the test engines; npm test runs without them and names what it leaves out\n$/,
    );
    expect(stdout).toBe("");
    expect(status).toBe(1);
    expect(existsSync(path.join(checkout, ".engines"))).toBe(false);
  });

  it("npm test passes and prints the number of tests skipped for each missing engine", () => {
    const { status, stdout, stderr } = node(testRun);
    expect(stdout).toContain("hashicorp/null is missing, which leaves out 4 tests (npm run engines builds it)\n");
    expect({ status, failures: stderr.match(/●.*/g) }).toEqual({ status: 0, failures: null });
  });

  it("npm test fails in CI", () => {
    const { status, stderr } = node(testRun, { CI: "true" });
    expect(stderr).toMatch(/CI runs every test, but .*hashicorp\/null cannot be found/);
    expect(status).toBe(1);
  });
});
