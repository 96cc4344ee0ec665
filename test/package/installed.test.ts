import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(__dirname, "../..");
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const subpaths = Object.keys(manifest.exports).filter((subpath) => subpath !== "./package.json");

/** The last is that of `cdktf init` projects, which uses typesVersions instead of exports. */
const resolutions = [
  { module: "nodenext", skipLibCheck: false },
  { module: "node16", skipLibCheck: true },
  { module: "esnext", moduleResolution: "bundler", skipLibCheck: true },
  { module: "commonjs", moduleResolution: "node10", skipLibCheck: true },
];

/** Installs the package like a user: the tarball in an empty project. */
describe("the packed package, installed in an empty project", () => {
  let project: string;
  let printed: string;
  let tarball: string;
  const installed = (...parts: string[]) => path.join(project, "node_modules", ...parts);

  beforeAll(() => {
    project = mkdtempSync(path.join(tmpdir(), "platform-package-"));
    const [{ filename }] = JSON.parse(
      execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", project], {
        cwd: root,
        encoding: "utf8",
      }),
    );
    tarball = path.join(project, filename);
    writeFileSync(
      path.join(project, "package.json"),
      JSON.stringify({ name: "empty", version: "1.0.0", private: true }),
    );
    const install = spawnSync("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball], {
      cwd: project,
      encoding: "utf8",
    });
    printed = install.stdout + install.stderr;
    expect(install.status).toBe(0);
  });

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  it("installs without a warning of its own", () => {
    // npm warns of unknown settings in a user's configuration.
    const warnings = printed
      .split("\n")
      .filter((line) => /warn/i.test(line) && !/Unknown (user|project|global|env) config/.test(line));
    expect(warnings).toEqual([]);
  });

  it("installs neither CDKTF nor Pulumi, and few packages overall", () => {
    for (const peer of Object.keys(manifest.peerDependencies))
      expect(existsSync(installed(...peer.split("/")))).toBe(false);
    const packages = readdirSync(installed()).filter((name) => !name.startsWith("."));
    expect(packages.length).toBeLessThan(12);
  });

  it("contains the plugin layer's README and its example, which builds in a separate project", () => {
    expect(existsSync(installed("platform-iac/src/provider/plugin/README.md"))).toBe(true);
    const example = path.join(project, "dotenv");
    cpSync(installed("platform-iac/examples/provider-in-typescript"), example, { recursive: true });
    symlinkSync(path.join(root, "node_modules/esbuild"), installed("esbuild"));
    const build = spawnSync(process.execPath, ["build.mjs"], { cwd: example, encoding: "utf8" });
    expect(build.stderr).toBe("");
    expect(readdirSync(path.join(example, "terraform.d/plugins"), { recursive: true })).toContainEqual(
      expect.stringMatching(/terraform-provider-dotenv_v1\.0\.0$/),
    );
  });

  it("loads every subpath in Jest without configuration", () => {
    for (const peer of Object.keys(manifest.peerDependencies)) {
      mkdirSync(path.dirname(installed(...peer.split("/"))), { recursive: true });
      symlinkSync(path.join(root, "node_modules", peer), installed(...peer.split("/")));
    }
    const test = subpaths.map((subpath) => {
      const specifier = path.posix.join(manifest.name, subpath);
      return `test("${specifier} loads", () => expect(Object.keys(require("${specifier}")).length).toBeGreaterThan(0));`;
    });
    writeFileSync(path.join(project, "subpaths.test.js"), test.join("\n"));
    const jest = spawnSync(
      process.execPath,
      [path.join(root, "node_modules/jest/bin/jest.js"), "--ci", "--rootDir", project],
      {
        cwd: project,
        encoding: "utf8",
        env: { ...process.env, CI: "true", FORCE_COLOR: "0" },
      },
    );
    expect(jest.stderr).toContain(`${subpaths.length} passed, ${subpaths.length} total`);
    expect(jest.status).toBe(0);
  });

  it.each(resolutions)(
    "declares types that resolve with $module $moduleResolution, without bundled libraries",
    (resolution) => {
      const uses = subpaths.map(
        (subpath, index) =>
          `import * as m${index} from "${path.posix.join(manifest.name, subpath)}"; export { m${index} };`,
      );
      writeFileSync(path.join(project, "types.ts"), uses.join("\n"));
      copyFileSync(path.join(root, "examples/quickstart/main.ts"), path.join(project, "main.ts"));
      const programs = readdirSync(path.join(root, "examples/pulumi"));
      for (const program of programs)
        copyFileSync(path.join(root, "examples/pulumi", program), path.join(project, `pulumi-${program}`));
      const options = {
        strict: true,
        noEmit: true,
        ...resolution,
        target: "ES2022",
        types: ["node"],
        typeRoots: [path.join(root, "node_modules/@types")],
      };
      writeFileSync(
        path.join(project, "tsconfig.json"),
        JSON.stringify({
          compilerOptions: options,
          files: ["types.ts", "main.ts", ...programs.map((each) => `pulumi-${each}`)],
        }),
      );
      const tsc = spawnSync(
        process.execPath,
        [path.join(root, "node_modules/typescript/bin/tsc"), "-p", project, "--pretty", "false"],
        {
          encoding: "utf8",
        },
      );
      const ours = tsc.stdout
        .split("\n")
        .filter(
          (line) => line.includes(`node_modules/${manifest.name}/`) || /^(types|main|pulumi-[\w-]+)\.ts/.test(line),
        );
      expect(ours).toEqual([]);
    },
  );

  it("passes publint and Are the types wrong?", () => {
    const lint = spawnSync(process.execPath, [path.join(__dirname, "lint.mjs"), tarball], { encoding: "utf8" });
    expect(lint.stderr).toBe("");
    expect(JSON.parse(lint.stdout)).toEqual({ publint: [], types: [] });
  });

  it("contains the docs pages that its README links to", () => {
    const readme = readFileSync(installed(manifest.name, "README.md"), "utf8");
    const pages = [...readme.matchAll(/\]\((docs\/[^)#]+)/g)].map(([, page]) => page!);
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.filter((page) => !existsSync(installed(manifest.name, page)))).toEqual([]);
  });

  it("has the commands of its manifest, which run from the installation", () => {
    for (const [command, file] of Object.entries<string>(manifest.bin)) {
      expect(existsSync(installed(manifest.name, file))).toBe(true);
      expect(existsSync(installed(".bin", command))).toBe(true);
    }
    const version = spawnSync(installed(".bin", "platformctl"), ["--version"], { encoding: "utf8" });
    expect(version.stdout.trim()).toBe(manifest.version);
  });
});
