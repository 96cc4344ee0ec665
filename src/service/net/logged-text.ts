/** The most of a path or a claim that the log has, in characters: a uid five groups deep has 125. */
const MAX_LENGTH = 512;
const REDACTED = "[redacted]";

/** A path or a claim of a caller as the log has it: whatever looks like a JWT is redacted, then what is long is cut. */
export function loggedText(text: string): string {
  // Dots may be encoded; a run of characters is matched once, however many there are.
  const redacted = text.replace(/(?:[\w.-]|%2e)+/gi, (run) => (hasJwt(run) ? REDACTED : run));
  return redacted.length > MAX_LENGTH ? `${redacted.slice(0, MAX_LENGTH)}...` : redacted;
}

/** Whether a text has three parts of base64url of which the first is a JSON object. */
function hasJwt(text: string): boolean {
  const parts = text.split(/\.|%2e/i);
  return parts.some((part, at) => part.includes("eyJ") && at + 2 < parts.length);
}
