import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Parses the handwritten pages, so that tests can compare them with the code. */

export const root = path.resolve(__dirname, "../..");

export const read = (page: string): string => readFileSync(path.join(root, page), "utf8");

/** The guides, which are among the generated pages. */
export const guides: readonly string[] = readdirSync(path.join(root, "docs/guides")).map(
  (name) => `docs/guides/${name}`,
);

const written = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join(folder, name));

/** The paths of all handwritten pages. */
export const pages: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...guides,
  ...["examples", "src", "constructs", "test", "bench"].flatMap(written),
];

/** Returns a page's code blocks in the given languages, without the indentation of a list. */
export function blocksIn(page: string, ...languages: readonly string[]): readonly string[] {
  const blocks = read(page).matchAll(/^([ ]*)```(\w+)\n(.*?)^\1```$/gms);
  return [...blocks]
    .filter(([, , language = ""]) => languages.includes(language))
    .map(([, indent = "", , text = ""]) => text.replaceAll(new RegExp(`^${indent}`, "gm"), ""));
}

/** Returns the inline `code` of a page. */
export function spansIn(page: string): readonly string[] {
  const prose = read(page).replaceAll(/^([ ]*)```.*?^\1```$/gms, "");
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
}
