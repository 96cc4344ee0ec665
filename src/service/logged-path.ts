/** The most of a path that the log has, in characters: a uid five groups deep has 125. */
const MAX_PATH = 512;
const REDACTED = "[redacted]";

/** A path as the log has it: whatever looks like a JWT is redacted, then what is long is cut. */
export function loggedPath(path: string): string {
  // Dots may be encoded; a run of characters is matched once, however many there are.
  const redacted = path.replace(/(?:[\w.-]|%2e)+/gi, (run) => (hasJwt(run) ? REDACTED : run));
  return redacted.length > MAX_PATH ? `${redacted.slice(0, MAX_PATH)}...` : redacted;
}

/** Whether a text has three parts of base64url of which the first is a JSON object. */
function hasJwt(text: string): boolean {
  const parts = text.split(/\.|%2e/i);
  return parts.some((part, at) => part.includes("eyJ") && at + 2 < parts.length);
}
