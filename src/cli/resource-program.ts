import { type Command, InvalidArgumentError, Option } from "commander";
import { type ResourceDefinition, withArticle } from "../model";
import { noun, nouns } from "../provider/names";
import { choice } from "./export-program";
import { parseNonEmpty } from "./options";
import type { Output } from "./output";
import { filterFlags } from "./resources/filters";
import { fieldFlags } from "./resources/flags";
import { kebabCase, outputFormats, pluralCommand, singularCommand, typesWith } from "./resources/types";

const commands = () => require("./commands/resources") as typeof import("./commands/resources");

/** Declares `get`, `list`, `create`, `update` and `delete` for every type that has the operation. */
export function declareResources(program: Command, session: () => Option, output: Output): void {
  const format = () => {
    const option = new Option("--output <format>", "default: a table on a terminal, otherwise JSON");
    option.argChoices = [...outputFormats];
    return option.argParser(choice(outputFormats));
  };
  const verb = (name: ResourceDefinition["operations"][number], description: string) => {
    const command = program.command(name).description(description).helpCommand(false);
    return (declare: (command: Command, definition: ResourceDefinition) => Command) => {
      for (const definition of typesWith(name)) {
        const own = command.command(pluralCommand(definition)).alias(singularCommand(definition));
        declare(own, definition).addOption(session());
      }
    };
  };

  verb(
    "list",
    "list resources",
  )((command, definition) => {
    const flags = filterFlags(definition);
    for (const { option } of flags) command.addOption(option);
    return command
      .description(`list ${nouns(definition)}`)
      .option("--limit <n>", "the maximum number of resources; default: all", parseLimit)
      .addOption(format())
      .action((options) => commands().listResources(definition, flags, options, output));
  });
  verb(
    "get",
    "print one resource",
  )((command, definition) =>
    command
      .description(`print ${withArticle(noun(definition))}`)
      .argument("<id>", idOf(definition), parseNonEmpty)
      .addOption(format())
      .action((id, options) => commands().getResource(definition, id, options, output)),
  );
  verb(
    "create",
    "create a resource",
  )((command, definition) => {
    const flags = fieldFlags(definition, false);
    const parent = parentOption(definition);
    for (const { option } of flags) command.addOption(option);
    return command
      .description(`create ${withArticle(noun(definition))}`)
      .addOption(parent)
      .addOption(fromFile())
      .addOption(format())
      .action((options) => {
        const given = { ...options, parent: options[parent.attributeName()] };
        return commands().createResource(definition, flags, parent.long!, given, output);
      });
  });
  verb(
    "update",
    "change fields of a resource",
  )((command, definition) => {
    const flags = fieldFlags(definition, true);
    for (const { option } of flags) command.addOption(option);
    return command
      .description(`change ${withArticle(noun(definition))}; an empty value clears a field`)
      .argument("<id>", idOf(definition), parseNonEmpty)
      .addOption(fromFile())
      .addOption(format())
      .action((id, options) => commands().updateResource(definition, id, flags, options, output));
  });
  verb(
    "delete",
    "delete a resource",
  )((command, definition) =>
    command
      .description(`delete ${withArticle(noun(definition))}`)
      .argument("<id>", idOf(definition), parseNonEmpty)
      .option("--yes", "delete without confirmation", false)
      .action((id, options) => commands().deleteResource(definition, id, options, output)),
  );
}

const idOf = ({ fields, uid }: ResourceDefinition): string =>
  Object.hasOwn(fields, "name") || uid === "parent" ? "uid, or path of names such as acme/payments" : "uid";

/** Groups have `--parent`, tags `--repo`, all others `--group`. */
const parentOption = ({ parent }: ResourceDefinition): Option =>
  new Option(
    `--${kebabCase(parent.attribute.replace(/Uid$/, ""))} <id>`,
    `the parent ${parent.type.toLowerCase()}: uid, or path of names such as acme/payments`,
  )
    .argParser(parseNonEmpty)
    .makeOptionMandatory();

const fromFile = (): Option =>
  new Option("--from-file <file>", "read the fields from a JSON or YAML file; - for standard input").argParser(
    parseNonEmpty,
  );

function parseLimit(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError("It must be a positive integer.");
  return Number(value);
}
