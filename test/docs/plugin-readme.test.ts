import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describeWith, engines, terraformEnvironment } from "../engines";

const root = path.resolve(__dirname, "../..");
const readme = readFileSync(path.join(root, "src/provider/plugin/README.md"), "utf8");

test("the plugin layer's README links only to existing files", () => {
  for (const [, target = ""] of readme.matchAll(/\]\(([^)]+)\)/g))
    expect(existsSync(path.resolve(root, "src/provider/plugin", target))).toBe(true);
});

describeWith(["terraform"], "the plugin layer's README", () => {
  // Within the repository, so that the package resolves by name.
  const cache = path.join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const directory = mkdtempSync(path.join(cache, "readme-"));
  const work = mkdtempSync(path.join(tmpdir(), "readme-"));
  const env = terraformEnvironment(path.join(work, "machine"), { defaultInstallation: true });
  const terraform = (...args: string[]) =>
    execFileSync(engines.terraform!.path, args, { cwd: work, env, encoding: "utf8" });
  afterAll(() => {
    for (const each of [directory, work]) rmSync(each, { recursive: true });
  });

  test("contains a complete provider that builds as documented and works", () => {
    const block = (language: string, index: number) =>
      [...readme.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))][index]?.[1] ?? "";
    writeFileSync(path.join(directory, "main.ts"), block("ts", 0));
    writeFileSync(path.join(directory, "provider.ts"), block("ts", 1));
    const machine = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;
    const build = block("sh", 0)
      .replace("linux_amd64", machine)
      .replace("directory=", `directory=${work}/`)
      .replace("npx esbuild", path.join(root, "node_modules/.bin/esbuild"));
    execFileSync("sh", ["-ec", build], { cwd: directory, stdio: "pipe" });

    writeFileSync(
      path.join(work, "main.tf"),
      'terraform {\n  required_providers {\n    files = { source = "registry.terraform.io/examples/files" }\n  }\n}\n' +
        'resource "files_file" "greeting" {\n  path    = "greeting.txt"\n  content = "hello\\n"\n}\n' +
        'output "lines" {\n  value = files_file.greeting.lines\n}\n',
    );
    terraform("init");
    terraform("apply", "-auto-approve");
    expect(readFileSync(path.join(work, "greeting.txt"), "utf8")).toBe("hello\n");
    expect(terraform("output", "lines").trim()).toBe("1");
    terraform("plan", "-detailed-exitcode");
  });
});
