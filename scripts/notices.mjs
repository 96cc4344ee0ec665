/**
 * Writes the notices that redistributors need: the license texts of bundled libraries, and a CycloneDX bill of
 * materials. Both follow from what the bundler put into its files, and are the same for every build.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Returns the libraries with code in a bundle, in order: `name`, `version`, `license` and `directory`. */
export function bundledLibraries(root, metafiles) {
  const directories = new Set();
  for (const { outputs } of metafiles)
    for (const { inputs } of Object.values(outputs))
      for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
        const [directory] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
        if (directory && bytesInOutput > 0) directories.add(directory);
      }
  return [...directories].sort().map((directory) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(root, directory, "package.json"), "utf8"));
    return { name, version, license, directory };
  });
}

/** Returns the license texts of libraries, with the notices that accompany them. Throws if a library has none. */
export function licenseTexts(root, libraries) {
  return libraries
    .map((library) => {
      const texts = textsOf(root, library).map((text) => text.trim());
      return [`${library.name} ${library.version} (${library.license})`, ...texts].join("\n\n");
    })
    .join(`\n\n${"-".repeat(80)}\n\n`)
    .concat("\n");
}

/** Reads a library's license from its own files, from its README, or from scripts/licenses if it comes without. */
function textsOf(root, { name, version, license, directory }) {
  const read = (file) => readFileSync(path.join(root, directory, file), "utf8");
  const files = readdirSync(path.join(root, directory)).sort();
  const own = files.filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  if (own.length > 0) return [...own.map(read), ...nested(root, name, path.join(root, directory))];
  const readme = files.find((file) => /^readme/i.test(file));
  const [section] = (readme && /^#+ licen[cs]e\n[^#]*Permission is hereby granted[^#]*/im.exec(read(readme))) || [];
  if (section) return [section];
  const supplied = path.join(root, "scripts/licenses", `${name.replace("/", "__")}.txt`);
  if (existsSync(supplied)) return [readFileSync(supplied, "utf8")];
  throw new Error(`${name} ${version} (${license}) has no license text; add it as ${path.relative(root, supplied)}`);
}

/** Returns the texts for the libraries inside a library that is a bundle itself, whose source map names them. */
function nested(root, name, directory) {
  const map = path.join(directory, "swagger-ui-es-bundle.js.map");
  if (name !== "swagger-ui-dist") return [];
  const file = path.join(root, "scripts/licenses/swagger-ui-dist.txt");
  const text = readFileSync(file, "utf8");
  const sources = JSON.parse(readFileSync(map, "utf8")).sources.join("\n");
  for (const [, library] of sources.matchAll(/\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)/g))
    if (!text.includes(`\n${library}\n`)) throw new Error(`${name} contains ${library}, which ${file} does not list`);
  return [text];
}

/**
 * Returns the bill of materials of bundled libraries. It omits the timestamp and the serial number, so that builds are
 * reproducible.
 */
export function billOfMaterials(root, libraries) {
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const component = ({ name, version, license }, type, more) => {
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    return { type, "bom-ref": purl, name, version, licenses: [licenseOf(license)], purl, ...more };
  };
  const components = libraries.map((library) =>
    component(library, "library", { hashes: [hashOf(packages[library.directory].integrity)] }),
  );
  const bom = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: component(manifest, "application") },
    components,
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** A license that is not a single identifier is an expression: `(MIT OR Apache-2.0)`. */
const licenseOf = (license) => (/[\s(]/.test(license) ? { expression: license } : { license: { id: license } });

/** The integrity of a package in the lock file, such as `sha512-…` in base 64. */
function hashOf(integrity) {
  const [algorithm, digest] = integrity.split("-");
  return { alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(digest, "base64").toString("hex") };
}

/** Writes license texts and bill of materials of bundles into a directory. */
export function writeNotices(root, directory, metafiles) {
  const libraries = bundledLibraries(root, metafiles);
  writeFileSync(path.join(directory, "THIRD-PARTY-LICENSES.txt"), licenseTexts(root, libraries));
  writeFileSync(path.join(directory, "sbom.cdx.json"), billOfMaterials(root, libraries));
}
