import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import type { TestPlatform } from "../../src/testing";
import { platformctl, usePlatform } from "../cli/run";
import { describeWith, type EngineName, engines, pulumiEnvironment, terraformEnvironment } from "../engines";
import { fillOrganization } from "./organization";

const repository = path.resolve(__dirname, "../..");
const directory = realpathSync(mkdtempSync(path.join(os.tmpdir(), "platform-export-")));
const run = promisify(execFile);

let platform: TestPlatform;
usePlatform(async (started) => {
  platform = started;
  await fillOrganization(platform);
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Exports a group; returns the directory and the number of resources. */
async function exported(to: string, name = to, group = "acme"): Promise<{ out: string; count: number }> {
  const out = path.join(directory, name);
  const { code, stdout, stderr } = await platformctl("export", "--group", group, "--to", to, "--out", out);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return { out, count: Number(/^wrote (\d+) resources/.exec(stdout)?.[1]) };
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.\w+$/.test(name))
    .sort();

const writes = () =>
  platform.requests.filter(({ method, path }) => method !== "GET" && !path.startsWith("/sts/")).length;

/** Plans an adoption of everything, applies it, and plans again. */
async function adoptWith(engine: EngineName, folder: string, count: number): Promise<void> {
  const machine = path.join(directory, `machine of ${path.basename(folder)} ${engine}`);
  const env = { ...terraformEnvironment(machine, { defaultInstallation: true }), ...platform.environment() };
  await run(process.execPath, [path.join(repository, "dist/platformctl.js"), "provider", "install"], { env });
  const terraform = async (...args: string[]) => {
    const options = { cwd: folder, env, maxBuffer: 1 << 26 };
    const { stdout } = await run(engines[engine]!.path, [...args, "-no-color"], options).catch((error) => {
      throw new Error(`${args.join(" ")}: ${error.stderr}\n${error.stdout}`);
    });
    return stdout;
  };
  const before = writes();
  await terraform("init");
  const plan = await terraform("apply", "-auto-approve");
  expect(plan).toContain(`Plan: ${count} to import, 0 to add, 0 to change, 0 to destroy.`);
  await terraform("plan", "-detailed-exitcode");
  expect(writes()).toBe(before);
}

describeWith(["terraform"], "an export to Terraform", () => {
  test("is adopted by an empty workspace without changes, and formatted", async () => {
    const { out, count } = await exported("terraform");
    expect(count).toBeGreaterThanOrEqual(60);
    await run(engines.terraform!.path, ["fmt", "-check", "-diff", "-recursive"], { cwd: out });
    await adoptWith("terraform", out, count);
  });
});

describeWith(["terraform"], "an export of a group to Terraform", () => {
  test("is adopted without what is outside of the group", async () => {
    const { out, count } = await exported("terraform", "subtree", "acme/payments/dev");
    await adoptWith("terraform", out, count);
  });
});

describeWith(["tofu"], "an export to Terraform", () => {
  test("is adopted by OpenTofu", async () => {
    const { out, count } = await exported("terraform", "opentofu");
    await adoptWith("tofu", out, count);
  });
});

/** Checks a program's types and its format, and compiles it. */
async function compile(out: string): Promise<void> {
  mkdirSync(path.join(out, "node_modules"));
  for (const name of readdirSync(path.join(repository, "node_modules")))
    if (!name.startsWith("."))
      symlinkSync(path.join(repository, "node_modules", name), path.join(out, "node_modules", name));
  symlinkSync(repository, path.join(out, "node_modules/platform-iac"));
  const sources = filesIn(out).filter((name) => name.endsWith(".ts") && !name.startsWith("node_modules"));
  const { config } = ts.readConfigFile(path.join(out, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: sources }, ts.sys, out);
  const program = ts.createProgram(
    sources.map((name) => path.join(out, name)),
    { ...options, noUnusedLocals: true, typeRoots: [path.join(repository, "node_modules/@types")], types: ["node"] },
  );
  const problems = ts.getPreEmitDiagnostics(program);
  expect(
    ts.formatDiagnostics(problems, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => out,
      getNewLine: () => "\n",
    }),
  ).toBe("");
  program.emit();
  const settings = {
    root: true,
    formatter: { indentStyle: "space" },
    linter: { enabled: false },
    assist: { enabled: false },
  };
  const biome = path.join(directory, "biome");
  mkdirSync(biome, { recursive: true });
  writeFileSync(path.join(biome, "biome.json"), JSON.stringify(settings));
  const formatted = sources.map((name) => path.join(out, name));
  await run(path.join(repository, "node_modules/.bin/biome"), ["format", `--config-path=${biome}`, ...formatted]).catch(
    (error) => {
      throw new Error(`${error.stdout}${error.stderr}`);
    },
  );
}

describeWith(["terraform"], "an export to CDKTF", () => {
  test("compiles, and is adopted by an empty workspace without changes", async () => {
    const { out, count } = await exported("cdktf");
    await compile(out);
    const env = {
      ...terraformEnvironment(path.join(directory, "cdktf machine"), { defaultInstallation: true }),
      ...platform.environment(),
    };
    await run(process.execPath, ["main.js"], { cwd: out, env });
    await adoptWith("terraform", path.join(out, "cdktf.out/stacks/acme"), count);
    expect(readFileSync(path.join(out, "groups/payments.ts"), "utf8")).toContain(
      "payments.grant(paymentsDeployer, Role.viewer);",
    );
  });
});

describeWith(["pulumi"], "an export to Pulumi", () => {
  test("compiles, and is adopted by an empty stack without changes", async () => {
    const { out, count } = await exported("pulumi");
    await compile(out);
    const env = { ...pulumiEnvironment(path.join(directory, "pulumi home")), ...platform.environment() };
    const pulumi = async (...args: string[]) => {
      const options = { cwd: out, env, maxBuffer: 1 << 26 };
      const { stdout } = await run(engines.pulumi!.path, [...args, "--non-interactive"], options).catch((error) => {
        throw new Error(`${args.join(" ")}: ${error.stderr}\n${error.stdout}`);
      });
      return stdout;
    };
    // The compiled program starts without a compiler.
    writeFileSync(
      path.join(out, "Pulumi.yaml"),
      "name: acme\nruntime: { name: nodejs, options: { typescript: false } }\nmain: index.js\n",
    );
    await pulumi("stack", "init", "test");
    const before = writes();
    expect(await pulumi("up", "--yes", "--skip-preview")).toContain(`+ ${count + 1} created`);
    expect(await pulumi("preview", "--expect-no-changes")).toContain(`${count + 1} unchanged`);
    expect(writes()).toBe(before);
  });
});
