import { matches } from "./trust";

/**
 * Finds text that a pattern accepts although its literal part suggests otherwise: another organization whose name
 * begins alike (`repo:acme-evil/x` for `repo:acme.*`), or any character in place of an unescaped dot.
 */

/** A part of a pattern: literal text, or something that matches several texts. */
type Part = { readonly literal: string } | { readonly wildcard: string };

const TOKEN = /\\([^\w])|(\\[wdsWDS]|\[\^?[^\]]*\]|\.)([*+?]|\{\d+(?:,\d*)?\})?\??|\\.|[()|*+?{}^$]|[^\\()|*+?{}^$.[]/g;

/** What replaces the wildcards: the one that is examined, and the others. */
const INTRUDERS = ["-evil/x", "-evil", "evil/x", "evil", "-"];
const FILLERS = ["x", "x/x", "1", ""];

/** Returns a surprising text that the pattern matches; undefined if none was found. Only returns what matches. */
export function counterexample(pattern: string): string | undefined {
  const parts = partsOf(pattern.replace(/^\^/, "").replace(/\$$/, ""));
  if (!parts) return undefined;
  for (const [index, part] of parts.entries()) {
    if ("literal" in part) continue;
    const before = parts[index - 1];
    const isDot = part.wildcard === ".";
    // A wildcard after a separator is what the pattern is for.
    const isInsideName = before && "literal" in before && /[a-z0-9_]$/i.test(before.literal);
    if (!isDot && !isInsideName) continue;
    for (const intruder of isDot ? ["x"] : INTRUDERS)
      for (const filler of FILLERS) {
        const text = parts
          .map((each, at) =>
            "literal" in each ? each.literal : at === index ? intruder : each.wildcard === "." ? "." : filler,
          )
          .join("");
        if (matches(pattern, text)) return text;
      }
  }
  return undefined;
}

/** Splits a pattern; undefined if it has groups, alternatives or other operators, which are not analyzed. */
function partsOf(pattern: string): readonly Part[] | undefined {
  const parts: Part[] = [];
  for (const [token, escaped, set, quantifier = ""] of pattern.matchAll(TOKEN)) {
    if (/^[()|*+?{}^$]$/.test(token)) return undefined;
    if (set !== undefined) {
      parts.push({ wildcard: set + quantifier });
      continue;
    }
    if (escaped === undefined && token.startsWith("\\")) return undefined;
    const last = parts.at(-1);
    const literal = escaped ?? token;
    if (last && "literal" in last) parts[parts.length - 1] = { literal: last.literal + literal };
    else parts.push({ literal });
  }
  return parts;
}
