/** Runs all benchmarks, or the named ones: `npm run bench -- startup`. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const all = readdirSync(here).filter((file) => file.endsWith(".bench.mjs"));
const named = process.argv.slice(2);
const chosen = all.filter((file) => named.length === 0 || named.includes(file.replace(".bench.mjs", "")));

if (chosen.length === 0) {
  console.error(
    `unknown benchmark: ${named.join(", ")}; available: ${all.map((file) => file.replace(".bench.mjs", "")).join(", ")}`,
  );
  process.exit(1);
}
for (const file of chosen) await (await import(path.join(here, file))).default();
