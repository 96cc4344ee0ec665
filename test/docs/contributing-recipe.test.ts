import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { blocksIn, root } from "./pages";

/** Performs the steps to add a resource type in a copy of the sources. */
test("the steps to add a resource type give one that compiles and passes the tests of its operations", () => {
  const copy = mkdtempSync(path.join(tmpdir(), "recipe-"));
  try {
    const folders = ["src", "constructs", "examples", "scripts", "test", "bench", "docs"];
    const files = [
      "package.json",
      "tsconfig.json",
      "tsconfig.check.json",
      "jest.config.js",
      "README.md",
      "CHANGELOG.md",
    ];
    for (const name of [...folders, ...files, "CONTRIBUTING.md"])
      cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
    for (const name of ["node_modules", "dist"]) symlinkSync(path.join(root, name), path.join(copy, name));

    const write = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
      writeFileSync(path.join(copy, file), text);
    };
    const insert = (file: string, after: RegExp, text: string) => {
      const before = readFileSync(path.join(copy, file), "utf8");
      const { index, 0: found } = after.exec(before)!;
      const end = index + found.length;
      write(file, `${before.slice(0, end)}\n${text}${before.slice(end)}`);
    };
    const [definition = ""] = blocksIn("CONTRIBUTING.md", "ts");
    const [capabilities, program, resource, sample, row, input] = blocksIn("CONTRIBUTING.md", "typescript") as string[];
    const [managed, single, list] = blocksIn("CONTRIBUTING.md", "terraform") as string[];

    write("src/model/types/webhook.ts", definition);
    insert("src/model/capabilities.ts", /^ {2}"audit_events\.list": \d+,/m, capabilities!);
    insert("src/model/registry.ts", /^import .* from "\.\/types\/tag";/m, 'import { webhook } from "./types/webhook";');
    insert("src/model/registry.ts", /^ {2}tags: tag,?/m, "  webhooks: webhook,");
    write("examples/resources/webhook/main.tf", managed!);
    write("examples/data-sources/webhook/main.tf", single!);
    write("examples/data-sources/webhooks/main.tf", list!);
    write("examples/pulumi/webhook.ts", program!);

    const run = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
      return { status, output: stdout + stderr };
    };
    expect(run("scripts/generate.mjs")).toMatchObject({ status: 0 });

    const tag = readFileSync(path.join(copy, "constructs/pulumi/resources.ts"), "utf8");
    write(
      "constructs/pulumi/resources.ts",
      tag.replace(/^ {2}TagOutputs,/m, "  TagOutputs,\n  WebhookArgs,\n  WebhookOutputs,"),
    );
    insert("constructs/pulumi/resources.ts", /^export class Tag .*$/m, resource!);
    insert("constructs/pulumi/index.ts", /^ {2}Tag,$/m, "  Webhook,");
    insert("test/conformance/world.ts", /^export const samples: .*$/m, sample!);
    insert("test/provider/acceptance/rows.ts", /^export const rows.*\[$/m, row!);
    insert("test/constructs/pulumi/apply.test.ts", /^ {2}const inputs: .*$/m, input!);

    expect(run("node_modules/typescript/bin/tsc", "-p", "tsconfig.check.json", "--noEmit")).toEqual({
      status: 0,
      output: "",
    });
    const tested = run(
      "node_modules/jest/bin/jest.js",
      "--rootDir",
      copy,
      "test/conformance/operations",
      "-t",
      "Webhook",
    );
    expect(tested.output).toMatch(/^Tests: .* [1-9]\d* passed/m);
    expect(tested).toMatchObject({ status: 0 });
  } finally {
    rmSync(copy, { recursive: true });
  }
});
