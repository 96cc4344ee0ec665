/** Bundles the notes provider into one executable file, in the form in which providers are released. */

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";

/** Writes the executable below the directory in the layout of a Terraform mirror; returns its path. */
export function buildNotesProvider(mirror: string): string {
  const directory = join(mirror, `registry.terraform.io/tests/notes/1.2.3/${process.platform}_${architecture()}`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "package.json"), '{"type":"commonjs"}\n');
  const outfile = join(directory, "terraform-provider-notes_v1.2.3");
  buildSync({
    entryPoints: [join(__dirname, "main.ts")],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    banner: { js: "#!/usr/bin/env node" },
  });
  chmodSync(outfile, 0o755);
  return outfile;
}

function architecture(): string {
  return process.arch === "x64" ? "amd64" : process.arch;
}
