import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { packageVersion } from "../../src/provider/package-info";
import { createCertificate } from "../../src/provider/plugin/transport/certificate";
import { ownPlatform } from "../../src/provider/release";
import { describeWith, engines, terraformEnvironment } from "../engines";
import { blocksIn, root } from "./pages";

/** Runs the guide's commands, for this machine's platform. `registry.e2e` tests what the platform serves. */

const page = "docs/guides/installing.md";
const LONG = 180_000; // compressing an executable takes several seconds

describeWith(["terraform", "standalone", "gnupg"], "the installing guide", () => {
  const directory = mkdtempSync(path.join(tmpdir(), "installing-"));
  const inDirectory = (name: string) => path.join(directory, name);
  const home = inDirectory("machine/home");
  const base = terraformEnvironment(inDirectory("machine"), { defaultInstallation: true });
  const env = { ...base, PATH: `${inDirectory("bin")}:${base.PATH}`, GNUPGHOME: inDirectory("gnupg") };

  beforeAll(() => {
    mkdirSync(inDirectory("bin"));
    const program = `#!/bin/sh\nexec '${process.execPath}' '${root}/dist/platformctl.js' "$@"\n`;
    writeFileSync(inDirectory("bin/platformctl"), program, { mode: 0o755 });
    mkdirSync(path.join(home, ".cache/platform-iac"), { recursive: true });
    symlinkSync(engines.standalone!.path, path.join(home, ".cache/platform-iac/runtimes"));
    mkdirSync(env.GNUPGHOME, { mode: 0o700 });
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const run = (work: string, program: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}) =>
    new Promise<string>((resolve, reject) => {
      mkdirSync(work, { recursive: true });
      execFile(program, args, { cwd: work, env: { ...env, ...variables } }, (error, stdout, stderr) =>
        error ? reject(new Error(`${program} ${args.join(" ")}: ${stdout}${stderr}`)) : resolve(`${stdout}${stderr}`),
      );
    });

  /** Runs the lines of the page's block that contains a text. */
  const runBlock = (text: string, work: string, isRun: (line: string) => boolean = () => true) => {
    const block = blocksIn(page, "sh").find((each) => each.includes(text))!;
    const commands = block
      .split("\n")
      .filter(isRun)
      .join("\n")
      .replaceAll("linux_amd64", ownPlatform())
      .replaceAll(/provider package(?!.* --platform)/g, `provider package --platform ${ownPlatform()}`);
    return run(work, "sh", ["-e", "-c", commands]);
  };

  const requireProvider = (work: string) => {
    mkdirSync(work, { recursive: true });
    const source = `{ source = "registry.terraform.io/platform-iac/platform" }`;
    writeFileSync(
      path.join(work, "main.tf"),
      `terraform {\n  required_providers {\n    platform = ${source}\n  }\n}\n`,
    );
  };
  /** Initializes a configuration and starts the provider, without Node.js in PATH. */
  const startProvider = async (work: string, variables: NodeJS.ProcessEnv = {}) => {
    const terraform = (...args: string[]) =>
      run(work, engines.terraform!.path, args, { ...variables, PATH: inDirectory("empty") });
    await terraform("init", "-no-color");
    expect(await terraform("providers", "schema", "-json")).toContain('"platform_group"');
  };

  test(
    "builds a release, signed with OpenSSL's key or with GnuPG",
    async () => {
      const work = inDirectory("release");
      await runBlock("openssl genrsa", work);
      const name = `releases/terraform-provider-platform_${packageVersion()}`;
      const verify = () => run(work, "gpg", ["--verify", `${name}_SHA256SUMS.sig`, `${name}_SHA256SUMS`]);
      await run(work, "gpg", ["--import", `${name}_signing_key.asc`]);
      expect(await verify()).toContain("Good signature");

      rmSync(path.join(work, `${name}_SHA256SUMS.sig`));
      rmSync(path.join(work, `${name}_signing_key.asc`));
      const key = ["--batch", "--passphrase", "", "--quick-generate-key", "release@example.com", "rsa3072", "sign"];
      await run(work, "gpg", key);
      // The release without its signature is the same, so it is not built again.
      await runBlock("gpg --detach-sign", work, (line) => line.startsWith("gpg"));
      expect(readFileSync(path.join(work, `${name}_signing_key.asc`), "utf8")).toContain("PGP PUBLIC KEY BLOCK");
      expect(await verify()).toContain("release@example.com");
    },
    LONG,
  );

  test(
    "adds the executable to a configuration, as HCP Terraform requires",
    async () => {
      const work = inDirectory("configuration");
      requireProvider(work);
      await runBlock("-fs-mirror=terraform.d/plugins", work);
      await startProvider(work);
    },
    LONG,
  );

  test(
    "installs a mirror in a home directory, and over https",
    async () => {
      const work = inDirectory("runner");
      await runBlock("--out plugins", work);
      const plugins = path.join(home, ".terraform.d/plugins");
      cpSync(path.join(work, "plugins"), plugins, { recursive: true });
      const project = path.join(work, "project");
      requireProvider(project);
      await startProvider(project);

      rmSync(plugins, { recursive: true });
      const mirrored = path.join(work, "mirrored");
      requireProvider(mirrored);
      await expect(startProvider(mirrored)).rejects.toThrow(/registry\.terraform\.io/);
      const mirror = await serveMirror(path.join(work, "plugins"));
      try {
        const [settings = ""] = blocksIn(page, "hcl").filter((block) => block.includes("network_mirror"));
        const configuration = inDirectory("network.tfrc");
        writeFileSync(configuration, settings.replace("https://mirror.example.com/providers/", mirror.url));
        writeFileSync(inDirectory("ca.pem"), mirror.certificate);
        await startProvider(mirrored, {
          TF_CLI_CONFIG_FILE: configuration,
          SSL_CERT_FILE: inDirectory("ca.pem"),
        });
      } finally {
        mirror.close();
      }
    },
    LONG,
  );
});

/** Serves a directory over https, with JSON files as the guide says. */
async function serveMirror(directory: string) {
  const { certificate, privateKey } = createCertificate();
  const server = createServer({ cert: certificate, key: privateKey }, ({ url = "" }, response) => {
    const file = path.join(directory, path.normalize(url));
    if (!existsSync(file)) return void response.writeHead(404).end();
    if (file.endsWith(".json")) response.setHeader("content-type", "application/json");
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `https://localhost:${port}/`, certificate, close: () => server.close() };
}
