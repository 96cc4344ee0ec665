/** Builds the scripts and the style sheets of pages: the service's page /docs, and the report of access. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Writes a .js and a .css file for each page into a directory, and returns the bundler's metafile. */
export async function buildBrowserCode(outDir) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      "docs-viewer": path.join(root, "src/service/rest/openapi/viewer/index.mjs"),
      "access-report-page": path.join(root, "src/pages/access-report/browser/index.ts"),
    },
    outdir: outDir,
    bundle: true,
    minify: true,
    metafile: true,
    platform: "browser",
    format: "iife",
    target: "es2022",
    legalComments: "none",
    logLevel: "error",
  });
  return metafile;
}
