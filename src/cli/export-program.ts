import { type Command, InvalidArgumentError, Option } from "commander";
import { didYouMean, withPeriod } from "../model";
import { parseNonEmpty } from "./options";
import type { Output } from "./output";

/** The names of the targets of an export. Help loads this file, so the code that writes them is loaded later. */
const targets = ["terraform", "cdktf", "pulumi"] as const;

/** Declares `platformctl export`. */
export function declareExport(program: Command, session: () => Option, output: Output): void {
  program
    .command("export")
    .description("write a group and everything below it as code that imports it, without changes")
    .requiredOption("--group <group>", "uid of the group, or its path of names, such as acme/payments", parseNonEmpty)
    .addOption(targetOption())
    .option("--out <dir>", "directory to write to; it must be empty", parseNonEmpty, "export")
    .option("--exclude <type>", "type to leave out, such as tags or group-invites; may be repeated", collect)
    .option("--include-people", "also export the identities and role bindings of people who log in", false)
    .option("--force", "replace the files of an earlier export in the directory", false)
    .addOption(session())
    .action((options) => {
      const { exportGroup } = require("./commands/export") as typeof import("./commands/export");
      return exportGroup(options, output);
    });
}

/** Returns a parser that accepts one of some values. */
export const choice =
  <const V extends string>(values: readonly V[]) =>
  (value: string): V => {
    const found = values.find((each) => each === value);
    if (found === undefined)
      throw new InvalidArgumentError(withPeriod(`It must be one of ${values.join(", ")}${didYouMean(value, values)}`));
    return found;
  };

function collect(value: string, before: readonly string[] = []): readonly string[] {
  const { excludableTypes } = require("./commands/export") as typeof import("./commands/export");
  return [...before, choice([...excludableTypes.keys()])(value)];
}

function targetOption(): Option {
  const option = new Option("--to <target>", "language of the code");
  option.argChoices = [...targets];
  return option.argParser(choice(targets)).makeOptionMandatory();
}
