import { type Stats, statSync } from "node:fs";
import path from "node:path";
import { type Command, Option } from "commander";
import { DATABASE, isDatabaseUrl, nameOf } from "../service/store/database-file";
import { parseDatabaseUrl } from "../service/store/database-url";
import { CommandFailure, describeSystemError } from "./failure";
import { parseNonEmpty } from "./options";

/** The location of the store: a directory, or a database URL, which may contain a password. */

/** Adds the options for the location of the store. One of them is required; its value is stored as `data`. */
export function addDataOptions(command: Command): Command {
  return command
    .option("--data <dir>", "directory for the service's data", parseNonEmpty)
    .addOption(
      new Option(
        "--database-url <url>",
        "PostgreSQL database to use instead: postgres://…, optionally with several hosts",
      ).env("PLATFORM_DATABASE_URL"),
    )
    .hook("preAction", (_command, running) => {
      if (running !== command) return;
      const isFromCommandLine = command.getOptionValueSource("databaseUrl") === "cli";
      const { data, databaseUrl: url } = command.opts<{ data?: string; databaseUrl?: string }>();
      // An empty variable counts as unset.
      const databaseUrl = url === "" && !isFromCommandLine ? undefined : url;
      if (isFromCommandLine && data !== undefined)
        command.error("error: specify only one of --data <dir> and --database-url <url>");
      // Not an option parser: commander repeats the value in its messages, and it may contain a password.
      const problem = databaseUrl === undefined ? undefined : problemOf(databaseUrl);
      if (problem !== undefined) command.error(`error: --database-url ${problem}`);
      if ((data ?? databaseUrl) === undefined)
        command.error("error: required option '--data <dir>' or '--database-url <url>' not specified");
      command.setOptionValue("data", data ?? databaseUrl);
    });
}

function problemOf(databaseUrl: string): string | undefined {
  try {
    parseDatabaseUrl(databaseUrl);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return message.startsWith("must") ? message : `cannot be used: ${message}`;
  }
}

/** Requires an existing store. Only init creates one. A database is checked when it is opened. */
export function requireData(data: string): void {
  if (isDatabaseUrl(data)) return;
  const initAdvice = "run `platformctl service init` to create it";
  const directory = statusOf(data, data);
  if (!directory) throw new CommandFailure(`--data ${data} does not exist; ${initAdvice}`);
  if (!directory.isDirectory()) throw new CommandFailure(`--data ${data} is not a directory`);
  if (!statusOf(path.join(data, DATABASE), data)) throw new CommandFailure(`${data} contains no data; ${initAdvice}`);
}

/** Returns undefined if the file does not exist. Fails if access is denied: creating another store would not help. */
function statusOf(file: string, data: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`cannot open the data in ${data}: ${describeSystemError(code)}`);
  }
}

/** Rejects a database, for commands that work on the files of a store. */
export function requireDirectory(data: string): void {
  if (isDatabaseUrl(data))
    throw new CommandFailure("this command requires --data; back up a database with a tool such as pg_dump");
  requireData(data);
}

export { nameOf };
