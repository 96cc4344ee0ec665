import { compilePattern, type Re2Program } from "./re2";

/** The largest compiled size of an issuer pattern, in instructions: patterns run before any signature is verified. */
const MAX_ISSUER_PROGRAM = 250;

/**
 * Returns the problem with an issuer pattern; undefined if it is valid. The pattern must fix the host: whoever
 * controls another matching host could sign accepted tokens.
 */
export function issuerPatternProblem(pattern: string): string | undefined {
  const program = compilePattern(withoutAnchor(pattern));
  return typeof program === "string" ? program : issuerProgramProblem(program);
}

/** Returns the problem with a compiled issuer pattern. */
export function issuerProgramProblem(program: Re2Program): string | undefined {
  if (!isOrigin(literalPrefix(program)))
    return (
      "must begin with a literal https://host/ (http only for loopback), without wildcards in the host: escape " +
      'each dot as "\\."'
    );
  return program.programSize() > MAX_ISSUER_PROGRAM
    ? `is too complex: an issuer pattern must compile to at most ${MAX_ISSUER_PROGRAM} instructions; shorten it or reduce its repetitions`
    : undefined;
}

/** Removes a leading `^`: matches always cover the whole string, and the anchor would hide the literal prefix. */
export const withoutAnchor = (pattern: string): string => pattern.replace(/^\^/, "");

/** Returns the literal prefix of every match. */
export const literalPrefix = (program: Re2Program): string => String(program.re2().prefix ?? "");

/** Reports whether a string begins with a scheme, a host with an optional port, and a slash. */
const isOrigin = (text: string): boolean =>
  /^(https:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])|http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\]))(:\d+)?\//i.test(text);
