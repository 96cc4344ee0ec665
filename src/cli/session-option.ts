import { sessionFile } from "../client/tokens/session-file";
import { CommandFailure } from "./failure";

/** Returns the session file: the given one, or the default. */
export function resolveSessionFile(file: string | undefined): string {
  const found = file ?? sessionFile(process.env);
  if (!found) throw new CommandFailure("no home directory for the session file; specify a file with --session");
  return found;
}
