import { sessionFile } from "../client/tokens/session-file";
import { CommandFailure } from "./failure";

/** The file that keeps the login: the one that was named, or the usual one. */
export function sessionAt(file: string | undefined): string {
  const found = file ?? sessionFile(process.env);
  if (!found) throw new CommandFailure("there is no home directory to keep the login in; name a file with --session");
  return found;
}
