import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { build, type Metafile } from "esbuild";

/** The license texts and the bill of materials that the package contains. */

const root = path.resolve(__dirname, "../..");
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const lock = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly { license?: { id: string }; expression?: string }[];
  readonly hashes: readonly { alg: string; content: string }[];
}

interface BillOfMaterials {
  readonly bomFormat: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
}

/** Bundles entry points anew, and returns the folders of the packages whose code is used. */
async function packagesIn(entryPoints: readonly string[]): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    outdir: "unused",
    write: false,
    metafile: true,
    external: [...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }), manifest.name, "pg-native"],
    logLevel: "error",
  });
  return [...new Set(Object.values(metafile.outputs).flatMap(usedBy))].sort();
}

const usedBy = ({ inputs }: Metafile["outputs"][string]): string[] =>
  Object.entries(inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([file]) => /^(.*node_modules\/(@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);

const exported = Object.values<{ types?: string }>(manifest.exports).flatMap(({ types }) => types ?? []);
const sources = exported.map((types) => types.replace("./dist/types/", "").replace(".d.ts", ".ts"));

describe.each([
  ["package", "dist", [...sources, "src/cli/platformctl.ts", "src/service/rest/openapi/viewer/index.mjs"]],
  ["plugin", "dist/plugin", ["src/provider/main.ts"]],
])("the %s", (_, folder, entryPoints) => {
  const read = (name: string) => readFileSync(path.join(root, folder, name), "utf8");
  const bill: BillOfMaterials = JSON.parse(read("sbom.cdx.json"));
  let bundled: readonly { readonly name: string; readonly version: string; readonly directory: string }[];
  beforeAll(async () => {
    bundled = (await packagesIn(entryPoints)).map((directory) => ({
      directory,
      ...JSON.parse(readFileSync(path.join(root, directory, "package.json"), "utf8")),
    }));
  });

  test("lists each bundled library with its version, license and hash", () => {
    expect(bundled.length).toBeGreaterThan(2);
    const listed = bill.components.map(({ name, version }) => `${name}@${version}`);
    expect(listed.sort()).toEqual(bundled.map(({ name, version }) => `${name}@${version}`).sort());
    expect(bill).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { version: manifest.version } } });
    for (const { purl, licenses, hashes, name } of bill.components) {
      expect(purl).toMatch(/^pkg:npm\/(%40[a-z0-9-]+\/)?[a-z0-9._-]+@\d/);
      expect(licenses[0]!.license?.id ?? licenses[0]!.expression).toMatch(/[A-Z]/);
      const { directory } = bundled.find((library) => library.name === name && purl.endsWith(`@${library.version}`))!;
      const [algorithm, digest] = lock.packages[directory].integrity.split("-");
      const content = Buffer.from(digest, "base64").toString("hex");
      expect(hashes).toEqual([{ alg: algorithm.replace("sha", "SHA-"), content }]);
    }
  });

  test("contains the license texts of each bundled library", () => {
    const texts = read("THIRD-PARTY-LICENSES.txt");
    for (const { name, version, directory } of bundled) {
      expect(texts).toContain(`${name} ${version} (`);
      for (const file of readdirSync(path.join(root, directory)).filter((entry) => /^licen[cs]e/i.test(entry)))
        expect(texts).toContain(readFileSync(path.join(root, directory, file), "utf8").trim());
    }
    for (const section of texts.split(/\n-{80}\n/)) expect(section).toMatch(/copyright|licen[cs]e/i);
  });
});
