import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { createProvider } from "../../src/provider/provider";
import { describeWith } from "../engines";
import { Workspace } from "./workspace";

/** A repo on a platform that does not respond. */
const unreachable = `
provider "platform" {
  base_url = "http://127.0.0.1:9"
  token    = "token"
}
resource "platform_repo" "images" {
  group_uid = "0123456789abcdef0123456789abcdef01234567"
  name      = "images"
}
`;

describeWith(["terraform"], "the program that Terraform starts", () => {
  let base: string;
  let workspace: Workspace;
  beforeEach(() => {
    base = mkdtempSync(path.join(tmpdir(), "program-"));
    workspace = new Workspace("terraform", { XDG_RUNTIME_DIR: base, PLATFORM_RUNTIME: "node" }, "node");
  });
  afterEach(() => {
    workspace.close();
    rmSync(base, { recursive: true });
  });

  /** Removes a file of the program. */
  const remove = (part: string) => {
    for (const directory of workspace.pluginDirectories) rmSync(path.join(directory, part));
  };

  /** Zeroes the second half of the file, which V8 does not detect. */
  const damaged = (bytes: Buffer): Buffer => Buffer.from(bytes).fill(0, bytes.length / 2);

  test("returns its schema without loading the provider", async () => {
    remove("provider.cjs");
    await workspace.configure("");
    const { provider_schemas: schemas } = JSON.parse(await workspace.succeed("providers", "schema", "-json"));
    const { resource_schemas: resources, data_source_schemas: sources } = Object.values(schemas)[0] as Record<
      string,
      object
    >;
    const provider = createProvider({});
    expect(Object.keys(resources!).sort()).toEqual(Object.keys(provider.resources).sort());
    expect(Object.keys(sources!).sort()).toEqual(Object.keys(provider.dataSources).sort());
  });

  test("loads undici only for the first request, not to plan a create", async () => {
    remove("client-http-undici.cjs");
    await workspace.configure(unreachable);
    expect(await workspace.succeed("plan")).toContain("1 to add");
    expect((await workspace.run("apply", "-auto-approve")).errors).toContain("client-http-undici.cjs");
  });

  const hasCompileCache = "enableCompileCache" in nodeModule;

  (hasCompileCache ? test : test.skip)("caches compiled code in a private directory with Node.js", async () => {
    await workspace.configure(unreachable);
    expect(await workspace.succeed("plan")).toContain("1 to add");
    const cache = path.join(base, `platform-iac-${process.getuid!()}`, "compile-cache");
    expect(statSync(cache).mode & 0o777).toBe(0o700);
    expect(readdirSync(cache, { recursive: true }).length).toBeGreaterThan(1);
  });

  (hasCompileCache ? test.skip : test)(
    "caches compiled code for later processes, and replaces unusable caches",
    async () => {
      await workspace.configure(unreachable);
      const directory = path.join(base, `platform-iac-${process.getuid!()}`);
      const listed = () =>
        readdirSync(directory)
          .filter((name) => name.startsWith("compiled-"))
          .map((name) => path.join(directory, name))
          .map((file) => ({ file, ino: statSync(file).ino, mode: statSync(file).mode & 0o777 }));
      const planned = async () => {
        expect(await workspace.succeed("plan")).toContain("1 to add");
        return listed();
      };
      const kept = await planned();
      expect(new Set(kept.map(({ mode }) => mode))).toEqual(new Set([0o600]));
      expect(await planned()).toEqual(kept);
      for (const { file } of kept) writeFileSync(file, "what no V8 has made");
      const anew = await planned();
      expect(anew.map(({ file }) => file)).toEqual(kept.map(({ file }) => file));
      expect(await planned()).toEqual(anew);
      for (const { file } of anew) writeFileSync(file, damaged(readFileSync(file)));
      const mended = await planned();
      expect(mended.map(({ file }) => file)).toEqual(anew.map(({ file }) => file));
      expect(mended.filter(({ file }) => damaged(readFileSync(file)).equals(readFileSync(file)))).toEqual([]);

      const asked = async () => {
        expect((await workspace.run("apply", "-auto-approve")).errors).toContain("Cannot reach");
        return listed();
      };
      const withClient = await asked();
      expect(withClient.length).toBeGreaterThan(kept.length);
      expect(await asked()).toEqual(withClient);
    },
  );

  /** A directory for the start of PATH, containing a `node` script if its text is given. */
  const pathWith = (node?: string): string => {
    const directory = path.join(base, "bin");
    mkdirSync(directory);
    if (node) writeFileSync(path.join(directory, "node"), node, { mode: 0o755 });
    return directory;
  };

  test("reports in one line that Node.js is missing", async () => {
    await workspace.configure(unreachable);
    const without = workspace.with({ PATH: pathWith() });
    expect((await without.run("plan")).errors).toContain(
      "the platform provider needs Node.js 20.19 or later, but node is not in PATH",
    );
  });

  test("reports in one line that Node.js is too old", async () => {
    await workspace.configure(unreachable);
    writeFileSync(path.join(base, "old.cjs"), `Object.defineProperty(process.versions, "node", { value: "18.20.4" });`);
    const PATH = pathWith(`#!/bin/sh\nexec "${process.execPath}" --require "${base}/old.cjs" "$@"\n`);
    expect((await workspace.with({ PATH }).run("plan")).errors).toContain(
      "the platform provider needs Node.js 20.19 or later, but node in PATH is 18.20.4",
    );
  });
});
