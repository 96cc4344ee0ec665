/** Bundles the provider to one file and places it where `terraform init` finds it: node build.mjs [directory] */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const plugins = process.argv[2] ?? path.join(here, "terraform.d/plugins");
const platform = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;
const directory = path.join(plugins, "registry.terraform.io/examples/dotenv/1.0.0", platform);
const program = path.join(directory, "terraform-provider-dotenv_v1.0.0");

mkdirSync(directory, { recursive: true });
await build({
  entryPoints: [path.join(here, "main.ts")],
  outfile: program,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  banner: { js: "#!/usr/bin/env node" },
  logLevel: "error",
});
chmodSync(program, 0o755);
// Otherwise a package.json of another type in a parent directory would determine the module format.
writeFileSync(path.join(directory, "package.json"), '{"type":"commonjs"}\n');
