import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse, withVariable } from "../../examples/provider-in-typescript/env-file";
import { describeWith, engines, terraformEnvironment } from "../engines";

const example = path.resolve(__dirname, "../../examples/provider-in-typescript");

test("sets and removes a variable without changing other lines", () => {
  const text = "# kept\nexport A=1\nB='two words'\n";
  expect(Object.fromEntries(parse(text))).toEqual({ A: "1", B: "two words" });
  expect(withVariable(text, "A", "2")).toBe("# kept\nA=2\nB='two words'\n");
  expect(withVariable(text, "C", "3")).toBe(`${text}C=3\n`);
  expect(withVariable(text, "B", undefined)).toBe("# kept\nexport A=1\n");
});

test.each(["", "plain", 'with "quotes"', "two\nlines", "back\\slash \\n", "a # b"])(
  "reads %j as it was written",
  (value) => {
    expect(parse(withVariable("", "A", value)).get("A")).toBe(value);
  },
);

describeWith(["terraform"], "the provider in TypeScript", () => {
  const directory = mkdtempSync(path.join(tmpdir(), "dotenv-"));
  const work = path.join(directory, "work");
  const file = path.join(work, "app.env");
  const env = terraformEnvironment(path.join(directory, "machine"), { defaultInstallation: true });
  const terraform = (...args: string[]) =>
    execFileSync(engines.terraform!.path, args, { cwd: work, env, encoding: "utf8" });
  afterAll(() => rmSync(directory, { recursive: true }));

  test("creates, corrects, imports and removes variables as documented", () => {
    mkdirSync(work);
    cpSync(path.join(example, "main.tf"), path.join(work, "main.tf"));
    execFileSync(process.execPath, [path.join(example, "build.mjs"), path.join(work, "terraform.d/plugins")]);
    writeFileSync(file, "# by hand\nLOG_LEVEL=info\n");
    terraform("init");

    terraform("apply", "-auto-approve");
    const made = readFileSync(file, "utf8");
    expect(made).toContain("# by hand\nLOG_LEVEL=info\n");
    expect(Object.fromEntries(parse(made))).toEqual({
      LOG_LEVEL: "info",
      DATABASE_HOST: "db.example.com",
      DATABASE_PASSWORD: "correct horse",
    });
    expect(JSON.parse(terraform("output", "-json", "parsed"))).toEqual({ GREETING: "hello" });

    writeFileSync(file, withVariable(made, "DATABASE_HOST", "elsewhere"));
    terraform("state", "rm", "dotenv_variable.password");
    terraform("import", "dotenv_variable.password", "app.env#DATABASE_PASSWORD");
    expect(terraform("apply", "-auto-approve")).toContain("0 added, 1 changed, 0 destroyed");
    expect(readFileSync(file, "utf8")).toBe(made);

    terraform("destroy", "-auto-approve");
    expect(readFileSync(file, "utf8")).toBe("# by hand\nLOG_LEVEL=info\n");

    writeFileSync(file, "DATABASE_HOST=theirs\n");
    const refused = spawnSync(engines.terraform!.path, ["apply", "-auto-approve", "-no-color"], {
      cwd: work,
      env,
      encoding: "utf8",
    });
    expect(refused.stderr).toContain("Error: DATABASE_HOST already exists");
    expect(refused.stderr).toContain("Import it as app.env#DATABASE_HOST.");
  });
});
