/** The maximum length of a logged path or claim, in characters: a uid five groups deep has 125. */
const MAX_LENGTH = 512;
const REDACTED = "[redacted]";

/** Prepares a caller's path or claim for the log: redacts anything that looks like a JWT, then truncates. */
export function loggedText(text: string): string {
  // Dots may be percent-encoded. Matches each run of characters once, to take linear time.
  const redacted = text.replace(/(?:[\w.-]|%2e)+/gi, (run) => (hasJwt(run) ? REDACTED : run));
  return redacted.length > MAX_LENGTH ? `${redacted.slice(0, MAX_LENGTH)}...` : redacted;
}

/** Returns whether a text contains three base64url parts of which the first starts like a JSON object. */
function hasJwt(text: string): boolean {
  const parts = text.split(/\.|%2e/i);
  return parts.some((part, at) => part.includes("eyJ") && at + 2 < parts.length);
}
