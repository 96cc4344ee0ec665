import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** What people wrote for people, taken apart, so that tests can hold it to what is there. */

export const root = path.resolve(__dirname, "../..");

export const read = (page: string): string => readFileSync(path.join(root, page), "utf8");

/** The guides, which stand among the generated pages. */
export const guides: readonly string[] = readdirSync(path.join(root, "docs/guides")).map(
  (name) => `docs/guides/${name}`,
);

const written = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join(folder, name));

/** Every page that no generator makes, by its path. */
export const pages: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...guides,
  ...["examples", "src", "constructs", "test", "bench"].flatMap(written),
];

/** The blocks of a page that are written in one of the languages, without what a list indents them by. */
export function blocksIn(page: string, ...languages: readonly string[]): readonly string[] {
  const blocks = read(page).matchAll(/^([ ]*)```(\w+)\n(.*?)^\1```$/gms);
  return [...blocks]
    .filter(([, , language = ""]) => languages.includes(language))
    .map(([, indent = "", , text = ""]) => text.replaceAll(new RegExp(`^${indent}`, "gm"), ""));
}

/** What a page names in the middle of its sentences: `code`. */
export function spansIn(page: string): readonly string[] {
  const prose = read(page).replaceAll(/^([ ]*)```.*?^\1```$/gms, "");
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
}
