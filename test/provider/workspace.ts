import { type ChildProcess, execFile } from "node:child_process";
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PlatformClient } from "../../src/client";
import { installProvider, providerSource } from "../../src/provider/install";
import { packageVersion } from "../../src/provider/package-info";
import { ownPlatform } from "../../src/provider/release";
import { startPlatform, type TestPlatform, type TestPlatformOptions } from "../../src/testing";
import { engines, terraformEnvironment } from "../engines";
import { standaloneExecutable } from "./standalone";

/** The program that plugins run as: the files for Node.js, or the standalone executable, without Node.js in PATH. */
export type ProviderProgram = "node" | "standalone";

/** `TEST_PROVIDER=standalone` runs all tests with Terraform on the executable. */
export const testedProgram: ProviderProgram = process.env.TEST_PROVIDER === "standalone" ? "standalone" : "node";

export type EngineName = "terraform" | "tofu";

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  /** Standard error without frames and line breaks, so that it can be searched for sentences. */
  readonly errors: string;
}

/**
 * A directory with a configuration, in which an engine runs with the built plugin and without this machine's settings.
 */
export class Workspace {
  /** The plugin's directory for each platform. */
  readonly pluginDirectories: readonly string[];
  /** The configuration's directory. */
  readonly directory = mkdtempSync(path.join(tmpdir(), "workspace-"));
  private readonly program: string;
  private readonly environment: NodeJS.ProcessEnv;

  /** `environment` contains the provider's variables: `PLATFORM_…` and those of a pipeline. */
  constructor(engine: EngineName, environment: NodeJS.ProcessEnv, program = testedProgram) {
    this.program = engines[engine]!.path;
    this.environment = {
      ...terraformEnvironment(path.join(this.directory, "machine"), { defaultInstallation: true }),
      ...(program === "standalone" ? { PATH: path.join(this.directory, "empty") } : {}),
      ...environment,
    };
    const plugins = path.join(this.directory, "terraform.d/plugins");
    if (program === "standalone") this.pluginDirectories = [linkExecutable(plugins)];
    else this.pluginDirectories = Object.values(installProvider(plugins).directories);
  }

  /** Writes the whole configuration, and initializes the directory if needed. */
  async configure(configuration: string): Promise<void> {
    const required = `terraform {\n  required_providers {\n    platform = { source = "${providerSource}" }\n  }\n}\n`;
    writeFileSync(path.join(this.directory, "main.tf"), `${required}${configuration}`);
    if (!existsSync(path.join(this.directory, ".terraform"))) await this.succeed("init");
  }

  /** Returns the same workspace with additional environment variables. */
  with(environment: NodeJS.ProcessEnv): Workspace {
    const other: Workspace = Object.create(Workspace.prototype);
    return Object.assign(other, this, { environment: { ...this.environment, ...environment } });
  }

  /** Runs a command, whatever its outcome. */
  run(...args: readonly string[]): Promise<Outcome> {
    return this.start(args).outcome;
  }

  /**
   * Runs a command and interrupts it like Ctrl-C once `condition` returns true; `confirmed` resolves when the command
   * has confirmed this.
   */
  interrupt(
    condition: () => boolean,
    ...args: readonly string[]
  ): { confirmed: Promise<void>; outcome: Promise<Outcome> } {
    const { child, outcome } = this.stop("SIGINT", condition, args);
    let said = "";
    const confirmed = new Promise<void>((resolve) => {
      child.stdout!.on("data", (chunk) => {
        said += chunk;
        if (said.includes("Interrupt received")) resolve();
      });
    });
    return { confirmed, outcome };
  }

  /** Runs a command and kills it once `condition` returns true. */
  kill(condition: () => boolean, ...args: readonly string[]): Promise<Outcome> {
    return this.stop("SIGKILL", condition, args).outcome;
  }

  private stop(signal: NodeJS.Signals, condition: () => boolean, args: readonly string[]) {
    const { child, outcome } = this.start(args);
    const waiting = setInterval(() => !child.killed && condition() && child.kill(signal), 20);
    return { child, outcome: outcome.finally(() => clearInterval(waiting)) };
  }

  /** Starts a command, whose process can be sent signals. */
  start([command = "", ...rest]: readonly string[]): { child: ChildProcess; outcome: Promise<Outcome> } {
    const flags = withoutColor.has(command) ? ["-no-color"] : [];
    const options = { cwd: this.directory, env: this.environment, maxBuffer: 1 << 26 };
    let child!: ChildProcess;
    const outcome = new Promise<Outcome>((resolve) => {
      child = execFile(this.program, [command, ...flags, ...rest], options, (error, stdout, stderr) => {
        const code = typeof error?.code === "number" ? error.code : error ? -1 : 0;
        resolve({ code, stdout, errors: stderr.replace(/[│╵╷\s]+/g, " ") });
      });
    });
    return { child, outcome };
  }

  /** Runs a command and returns its output; throws its standard error if it fails. */
  async succeed(...args: readonly string[]): Promise<string> {
    const { code, stdout, errors } = await this.run(...args);
    if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${errors}\n${stdout}`);
    return stdout;
  }

  apply = (...args: readonly string[]): Promise<string> => this.succeed("apply", "-auto-approve", ...args);

  /** Returns whether a plan, which reads everything, has no changes. */
  async isSettled(...args: readonly string[]): Promise<boolean> {
    const { code, stdout, errors } = await this.run("plan", "-detailed-exitcode", ...args);
    if (code !== 0 && code !== 2) throw new Error(`plan ended with ${code}: ${errors}\n${stdout}`);
    return code === 0;
  }

  /** Returns the attributes of each resource in the state, by address such as `platform_group.team`. */
  state(): Record<string, Record<string, unknown>> {
    const { resources } = JSON.parse(this.stateText()) as StateFile;
    return Object.fromEntries(
      resources.map(({ mode, type, name, instances }) => [
        `${mode === "data" ? "data." : ""}${type}.${name}`,
        instances[0]?.attributes ?? {},
      ]),
    );
  }

  stateText(): string {
    return readFileSync(path.join(this.directory, "terraform.tfstate"), "utf8");
  }

  /** Replaces the state by one with these resources, in the format of a state file. */
  writeState(resources: readonly object[]): void {
    const state = { version: 4, terraform_version: "1.9.0", serial: 1, lineage: "example", outputs: {}, resources };
    this.replaceState(JSON.stringify(state));
  }

  replaceState(text: string): void {
    writeFileSync(path.join(this.directory, "terraform.tfstate"), text);
  }

  close(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** What the tests of a block share: a platform, the client of its owner, and a workspace. */
export interface SharedWorkspace {
  readonly platform: TestPlatform;
  readonly client: PlatformClient;
  readonly workspace: Workspace;
}

/** Starts a platform and a workspace before the tests of a block, passes them to `use`, and closes them afterwards. */
export function shareWorkspace(
  engine: EngineName,
  use: (shared: SharedWorkspace) => void,
  options: TestPlatformOptions = {},
): void {
  let shared: SharedWorkspace | undefined;
  beforeAll(async () => {
    const platform = await startPlatform(options);
    shared = { platform, client: platform.client(), workspace: new Workspace(engine, platform.environment()) };
    use(shared);
  });
  afterAll(async () => {
    shared?.workspace.close();
    await shared?.platform.close();
  });
}

/** Installs the executable for this machine; returns its directory. A link, because it has a hundred megabytes. */
function linkExecutable(plugins: string): string {
  const directory = path.join(plugins, ...providerSource.split("/"), packageVersion(), ownPlatform());
  mkdirSync(directory, { recursive: true });
  linkSync(standaloneExecutable(), path.join(directory, `terraform-provider-platform_v${packageVersion()}`));
  return directory;
}

const withoutColor = new Set(["init", "validate", "plan", "apply", "destroy", "import", "test"]);

interface StateFile {
  readonly resources: readonly {
    readonly mode: string;
    readonly type: string;
    readonly name: string;
    readonly instances: readonly { readonly attributes: Record<string, unknown> }[];
  }[];
}
