import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { openPlatform } from "../../src/service";

const built = path.resolve(__dirname, "../../dist/service.js");
const program = `
  // It does not outlive the tests.
  process.stdin.resume().on("end", () => process.exit());
  const [data, port, identityUid] = process.argv.slice(1);
  require(${JSON.stringify(built)}).startService({ data, port: Number(port) }).then(async ({ port, platform }) =>
    console.log(JSON.stringify({ port, token: await platform.tokens.mint({ identityUid }) })));
`;

/** A service in a separate process with its store in a directory, which can be killed and restarted. */
export class ServiceProcess {
  /** The same port after each restart. */
  port = 0;
  /** The owner's access token. */
  token = "";
  #child: ChildProcess | undefined;
  #starting: Promise<void> | undefined;

  private constructor(
    private readonly directory: string,
    readonly groupUid: string,
    private readonly identityUid: string,
  ) {}

  /** Creates a store with one organization in an empty directory, and starts the service. */
  static async begin(directory: string): Promise<ServiceProcess> {
    const platform = await openPlatform({ data: directory });
    const { groupUid, identityUid } = await platform.createOrganization({ name: "acme" });
    await platform.close();
    const service = new ServiceProcess(directory, groupUid, identityUid);
    await service.start();
    return service;
  }

  /** Resolves once it is ready. */
  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  /** Kills the process. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#starting = undefined;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  async #start(): Promise<void> {
    const args = ["-e", program, this.directory, String(this.port), this.identityUid];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout! })) {
      const { port, token } = JSON.parse(line) as { port: number; token: string };
      this.port = port;
      this.token = token;
      return;
    }
    throw new Error("the service did not start");
  }
}
