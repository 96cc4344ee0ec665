import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import ts from "typescript";
import { clientDefinitions } from "../../src/model";
import { blocksIn, read, root } from "./pages";

const page = "docs/guides/pulumi.md";

/** Deployments of the same code are in test/constructs/pulumi. */
test("the Pulumi guide's programs run with the guide's mocks", () => {
  const directory = realpathSync(mkdtempSync(path.join(tmpdir(), "guide-")));
  try {
    mkdirSync(path.join(directory, "node_modules"));
    symlinkSync(root, path.join(directory, "node_modules/platform-iac"));
    symlinkSync(path.join(root, "node_modules/@pulumi"), path.join(directory, "node_modules/@pulumi"));
    const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
    const blocks = blocksIn(page, "ts").map((block) => ts.transpileModule(block, { compilerOptions }).outputText);
    const mocks = blocks.findIndex((block) => block.includes("setMocks"));
    for (const [index, block] of blocks.entries()) writeFileSync(path.join(directory, `${index}.js`), block);
    const programs = [...blocks.keys()].filter((index) => index !== mocks);
    // Mocks of lists return their member.
    const main = `
      const pulumi = require("@pulumi/pulumi");
      const { setMocks } = pulumi.runtime;
      pulumi.runtime.setMocks = ({ newResource, call }) =>
        setMocks({ newResource, call: (args) => ({ ...call(args), identities: [] }) });
      require("./${mocks}");
      for (const index of ${JSON.stringify(programs)}) require("./" + index);
    `;
    writeFileSync(path.join(directory, "main.js"), main);
    const { status, stderr } = spawnSync(process.execPath, ["main.js"], { cwd: directory, env: {}, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(programs.length).toBeGreaterThan(2);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("the Pulumi guide names every resource", () => {
  const creatable = clientDefinitions.filter(({ operations }) => operations.includes("create"));
  for (const { name } of creatable) expect(read(page)).toContain(`[${name}](../pulumi/`);
});
