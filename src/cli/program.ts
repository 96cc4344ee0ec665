import { Command, type Help, Option } from "commander";
import { SESSION_FILE } from "../client/tokens/session-file";
import { packageVersion } from "../provider/package-info";
import { declareAccess, declareWhoami } from "./access-program";
import { declareCompletion } from "./completion";
import { declareCredentials } from "./credentials-program";
import { declareExport } from "./export-program";
import { oneLine } from "./failure";
import { declareLogins } from "./login-program";
import { listenOption, parseNonEmpty } from "./options";
import type { Output } from "./output";
import { declareProvider } from "./provider-program";
import { declareResources } from "./resource-program";
import { declareService } from "./service-program";

const session = () =>
  new Option("--session <file>", "file of the login session; default: ~/.config/platform-iac/session.json")
    .argParser(parseNonEmpty)
    .env(SESSION_FILE);

/** The length of values that help lists, in characters; completion lists all. */
const MAX_CHOICE = 40;

/** Fits long options into 80 columns: without aliases, and with choices that can be wrapped. */
const help: Partial<Help> = {
  minWidthToWrap: 20,
  subcommandTerm: (command) =>
    [
      command.name(),
      ...(command.options.length > 0 ? ["[options]"] : []),
      ...command.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`)),
    ].join(" "),
  commandUsage: (command) => [...namesAbove(command), command.usage()].join(" "),
  optionDescription: (option) => {
    const facts = [
      ...(option.argChoices?.every(({ length }) => length < MAX_CHOICE)
        ? [`choices: ${option.argChoices.join(", ")}`]
        : []),
      ...(option.defaultValue !== undefined && option.defaultValue !== false
        ? [`default: ${option.defaultValueDescription ?? JSON.stringify(option.defaultValue)}`]
        : []),
      ...(option.envVar === undefined ? [] : [`env: ${option.envVar}`]),
    ];
    return facts.length > 0 ? `${option.description} (${facts.join(", ")})` : option.description;
  },
};

const namesAbove = (command: Command): string[] =>
  command.parent ? [...namesAbove(command.parent), command.name()] : [command.name()];

/** Declares every command. Commands are loaded when they run, so that help is fast. */
export function buildProgram(output: Output): Command {
  const program = new Command("platformctl")
    .description(
      "Manages and exports resources of the platform, explains access, runs the service, and installs the Terraform provider.",
    )
    .version(packageVersion(), "--version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand(false)
    .configureHelp(help)
    // Separates the options of `audit` from those of `audit verify`.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: output.stdout,
      writeErr: output.stderr,
      outputError: (message, write) => write(`${oneLine(message)}\n`),
    })
    .exitOverride();

  declareLogins(program, session, output);

  program
    .command("groups")
    .description("manage groups, using credentials from the environment or from platformctl login")
    .helpCommand(false)
    .command("delete")
    .description("delete an empty group; with --force, preview and delete a group and everything below it")
    .argument("<uid>", "uid of the group", parseNonEmpty)
    .option("--force", "also delete everything below the group", false)
    .option("--yes", "delete without confirmation", false)
    .addOption(session())
    .action((uid, options) => {
      const { groupsDelete } = require("./commands/groups-delete") as typeof import("./commands/groups-delete");
      return groupsDelete(uid, options, output);
    });

  declareWhoami(program, session, output);
  declareAccess(program, session, output);
  declareCredentials(program, session, output);
  declareExport(program, session, output);
  declareResources(program, session, output);

  declareService(program, output);

  program
    .command("dev")
    .description("tools for development")
    .helpCommand(false)
    .command("issuer")
    .description("run a development OIDC issuer that issues GitHub Actions-style tokens for any subject, until SIGTERM")
    .addOption(listenOption("loopback address; port 0 selects a free port", "127.0.0.1:8788"))
    .action((options) => {
      const { devIssuer } = require("./commands/dev-issuer") as typeof import("./commands/dev-issuer");
      return devIssuer(options, output);
    });

  declareProvider(program, output);
  declareCompletion(program, output.stdout);

  return program;
}
