/** Builds the script and the style sheet of the service's page /docs. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Writes docs-viewer.js and docs-viewer.css into a directory, and returns the bundler's metafile. */
export async function buildDocsViewer(outDir) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { "docs-viewer": path.join(root, "src/service/rest/openapi/viewer/index.mjs") },
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
