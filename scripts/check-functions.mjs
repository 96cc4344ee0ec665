/**
 * Checks that a function has at most 80 lines, unless a comment directly above it states why it is longer. An argument
 * names another Git repository to check.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const MAX_LINES = 80;
/** Begins the comment above a longer function. */
const REASON = "Longer than 80 lines because";
const root = process.argv[2] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const files = execFileSync("git", ["ls-files", "src", "constructs", "scripts", "bench"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.(ts|mjs)$/.test(file) && !/\/(gen|bindings)\//.test(file));

const problems = files.flatMap((file) => {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const start = node.getStart();
      const lines = lineOf(node.end) - lineOf(start) + 1;
      if (lines > MAX_LINES && !hasReason(source.text.slice(0, start)))
        found.push(`${file}:${lineOf(start)}: function has ${lines} lines (maximum ${MAX_LINES})`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
});

/** Returns whether the last comment before the function, or the statement that contains it, gives the reason. */
function hasReason(before) {
  // Comments break lines anywhere.
  const text = before.replace(/\n *\* /g, " ");
  const comment = text.lastIndexOf(REASON);
  return comment >= 0 && !/\n\s*\n/.test(text.slice(comment));
}

for (const line of problems) console.error(line);
console.log(problems.length === 0 ? "functions: ok" : `functions: ${problems.length} longer than ${MAX_LINES} lines`);
process.exitCode = problems.length === 0 ? 0 : 1;
