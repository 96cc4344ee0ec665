import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describeWith, engines, pulumiEnvironment, terraformEnvironment } from "../engines";
import { Browser } from "../service/auth/login/browser";
import { read, root } from "./pages";

const page = read("docs/guides/getting-started.md");

/** The page's blocks, with the file that the line before a block names. */
const blocks = [...page.matchAll(/(?:Write `([^`]+)`[^\n]*\n\n)?```(\w+)\n(.*?)^```$/gms)].map(
  ([, file, language, text = ""]) => ({ file, language, text }),
);

describeWith(["terraform", "pulumi"], "getting started", () => {
  const directory = realpathSync(mkdtempSync(path.join(tmpdir(), "start-")));
  const project = path.join(directory, "access");
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  beforeAll(() => {
    // The clone, which contains the packed package.
    mkdirSync(path.join(directory, "platform-iac"));
    const pack = ["pack", "--ignore-scripts", "--pack-destination", path.join(directory, "platform-iac")];
    execFileSync("npm", pack, { cwd: root, stdio: "ignore" });
    for (const { file, text } of blocks) {
      if (file === undefined) continue;
      mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
      writeFileSync(path.join(project, file), text);
    }
  });

  test("runs every command as printed, and prints what the page shows", async () => {
    const ports = new Map(await Promise.all([8787, 8788].map(async (port) => [port, await freePort()] as const)));
    const here = (text: string) => text.replaceAll(/\b878[78]\b/g, (port) => String(ports.get(Number(port))));
    const commands = blocks.filter(({ language }) => language === "sh");
    const script = commands
      .map(({ text }, index) => `${here(linked(text))}\nprintf '\\n${MARK}${index}\\n'\n`)
      .join("");
    writeFileSync(path.join(directory, "page.sh"), script);

    const { code, stdout, stderr } = await runAsJane(path.join(directory, "page.sh"), project, {
      ...pulumiEnvironment(path.join(directory, "machine")),
      ...terraformEnvironment(path.join(directory, "machine"), { defaultInstallation: true }),
      PATH: [path.dirname(engines.terraform!.path), path.dirname(engines.pulumi!.path), searchPath()].join(":"),
      npm_config_cache: execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim(),
      npm_config_prefer_offline: "true",
      DISABLE_VERSION_CHECK: "1",
      // Opened by the test.
      BROWSER: "true",
    });
    expect({ code, stderr: code === 0 ? "" : stderr + stdout }).toEqual({ code: 0, stderr: "" });

    const printed = stdout.split(new RegExp(`\n${MARK}\\d+\n`));
    const different = commands.flatMap(({ text }, index) => {
      const sample = blocks[blocks.indexOf(commands[index]!) + 1];
      const isPrinted = sample?.language !== "text" || patternOf(here(sample.text)).test(printed[index]!);
      return isPrinted ? [] : [{ text, sample: sample?.text, printed: printed[index] }];
    });
    expect(different).toEqual([]);
  });
});

const MARK = "=== end of block ";

/** The folders of Pulumi's programs are also those of Node and the system. */
const searchPath = () => pulumiEnvironment(mkdtempSync(path.join(tmpdir(), "start-path-"))).PATH;

/** Replaces the installation of CDKTF and Pulumi, which are large, by links to those of the repository. */
function linked(commands: string): string {
  return commands.replace(/^npm install ((?!\.).*)$/m, (_, names: string) =>
    names
      .split(" ")
      .flatMap((name) => [
        `mkdir -p ${path.dirname(`node_modules/${name}`)}`,
        `ln -s ${path.join(root, "node_modules", name)} node_modules/${name}`,
        ...(name === "cdktf-cli"
          ? [`ln -s ${path.join(root, "node_modules/.bin/cdktf")} node_modules/.bin/cdktf`]
          : []),
      ])
      .join("\n"),
  );
}

/** Matches the lines of a sample in their order; `…` stands for anything, also after the first digits of a uid. */
const patternOf = (sample: string): RegExp =>
  new RegExp(
    sample
      .trim()
      .split("\n")
      .map((line) =>
        line
          .replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
          .replaceAll(/\b[0-9a-f]{4}…/g, "[0-9a-f]+(…|)")
          .replaceAll("…", ".*")
          .replaceAll(/ +/g, " +"),
      )
      .join(".*\n(?:.*\n)*? *"),
  );

/** Runs a script; logs in as jane when a command prints the address of a login. */
function runAsJane(script: string, cwd: string, env: NodeJS.ProcessEnv) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    let isVisited = false;
    const child = spawn("bash", ["-eu", script], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
      const [url] = /http\S+\/oauth\?\S+/.exec(stderr) ?? [];
      if (!url || isVisited) return;
      isVisited = true;
      logIn(url).catch(reject);
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout: stripVTControlCharacters(stdout), stderr }));
  });
}

async function logIn(url: string) {
  const browser = new Browser();
  // The page offers the organization's only identity provider.
  return browser.logIn(await browser.follow(await browser.open(url), ""), "jane");
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
