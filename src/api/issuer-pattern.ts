import type { RE2JS } from "re2js";
import { compilePattern } from "./re2";

/** The largest program of a pattern for issuers, in instructions: they are matched before any signature is verified. */
const MAX_ISSUER_PROGRAM = 250;

/**
 * What is wrong with a pattern for issuers; undefined for one that can be used. It must fix the host: whoever controls
 * another host could sign tokens that match.
 */
export function issuerPatternProblem(pattern: string): string | undefined {
  const program = compilePattern(withoutAnchor(pattern));
  return typeof program === "string" ? program : issuerProgramProblem(program);
}

/** The same for a pattern that is compiled already. */
export function issuerProgramProblem(program: RE2JS): string | undefined {
  if (!isOrigin(literalPrefix(program)))
    return (
      "must begin with a literal https://host/ (http only for this machine), without wildcards in the host: a dot is " +
      'written "\\."'
    );
  return program.programSize() > MAX_ISSUER_PROGRAM
    ? `is too complex: an issuer pattern must compile to at most ${MAX_ISSUER_PROGRAM} instructions; shorten it or reduce its repetitions`
    : undefined;
}

/** Drops a leading `^`: a match is of the whole text, and the anchor would hide the literal that follows. */
export const withoutAnchor = (pattern: string): string => pattern.replace(/^\^/, "");

/** The literal text that every match of the program begins with. */
export const literalPrefix = (program: RE2JS): string => String(program.re2().prefix ?? "");

/** Whether a text begins with scheme, host and perhaps port, and the slash that ends them. */
const isOrigin = (text: string): boolean =>
  /^(https:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])|http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\]))(:\d+)?\//i.test(text);
