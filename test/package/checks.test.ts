import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const scripts = path.resolve(__dirname, "../../scripts");
let tree: string;
beforeEach(() => {
  tree = mkdtempSync(path.join(tmpdir(), "checks-"));
  for (const folder of ["src/model/types", "src/provider/plugin", "constructs"])
    mkdirSync(path.join(tree, folder), { recursive: true });
});
afterEach(() => rmSync(tree, { recursive: true }));

/** Runs a check on a tree with these files; returns its exit code and its lines. */
function check(script: string, files: Readonly<Record<string, string>>) {
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(tree, file), text);
  execFileSync("git", ["init", "--quiet"], { cwd: tree });
  execFileSync("git", ["add", "."], { cwd: tree });
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(scripts, script), tree], {
    encoding: "utf8",
  });
  return { status, lines: `${stderr}${stdout}`.trim().split("\n") };
}

describe("the check of imports", () => {
  const imports = (files: Readonly<Record<string, string>>) => check("check-imports.mjs", files);

  it("accepts a tree without cycles", () => {
    expect(
      imports({
        "src/model/field.ts": "export type Field = string;",
        "src/model/types/group.ts": 'import type { Field } from "../field";\nexport const name: Field = "";',
        "src/model/index.ts": 'export * from "./field";\nexport * from "./types/group";',
        "src/provider/plan.ts": 'import { name } from "../model";\nexport const planned = name;',
      }),
    ).toEqual({ status: 0, lines: ["imports: ok"] });
  });

  it("rejects a cycle, also of types, through an index or by re-export", () => {
    expect(
      imports({
        "src/model/field.ts": 'import type { Group } from "./types/group";\nexport type Field = Group;',
        "src/model/types/group.ts": 'import type { Field } from "..";\nexport type Group = Field;',
        "src/model/index.ts": 'export * from "./field";',
        "src/model/apart.ts": 'import "./field";',
      }),
    ).toEqual({
      status: 1,
      lines: [
        expect.stringMatching(/^import cycle: (src\/model\/[\w/]+\.ts -> ){3}src\/model\/[\w/]+\.ts$/),
        "imports: 1 violations",
      ],
    });
  });

  it("rejects imports against the direction, of libraries, and files in unknown folders", () => {
    mkdirSync(path.join(tree, "src/elsewhere"));
    expect(
      imports({
        "src/model/field.ts": 'import { plan } from "../provider/plan";\nimport "lodash";',
        "src/provider/plan.ts": "export const plan = 1;",
        "src/elsewhere/file.ts": "",
      }),
    ).toEqual({
      status: 1,
      lines: expect.arrayContaining([
        "src/model/field.ts imports ../provider/plan: src/model may import nothing from src",
        "src/model/field.ts imports lodash: src/model may use Node's own modules and zod only",
        "src/elsewhere/file.ts is in a folder that mayImport does not list",
        "imports: 3 violations",
      ]),
    });
  });
});

describe("the check of functions", () => {
  const functionOf = (lines: number) => `function f() {\n${"  f();\n".repeat(lines - 2)}}\n`;
  const lengths = (text: string) => check("check-functions.mjs", { "src/model/field.ts": text });

  it("accepts functions of at most 80 lines, and longer ones with a reason", () => {
    const reason = "/**\n * Does all of it. Longer than 80 lines\n * because its steps share state.\n */\n";
    expect(lengths(`${functionOf(80)}${reason}${functionOf(81)}`)).toEqual({ status: 0, lines: ["functions: ok"] });
  });

  it("rejects a longer function without a reason of its own", () => {
    const reason = "// Longer than 80 lines because its steps share state.\n";
    expect(
      lengths(`${functionOf(81)}\n${reason}${functionOf(82)}\nconst g = () => {${"\n  g();".repeat(80)}\n};\n`),
    ).toEqual({
      status: 1,
      lines: [
        "src/model/field.ts:1: function has 81 lines (maximum 80)",
        "src/model/field.ts:167: function has 82 lines (maximum 80)",
        "functions: 2 longer than 80 lines",
      ],
    });
  });
});
