import { Command, type Help, Option } from "commander";
import { settings } from "../client/settings";
import { SESSION_FILE } from "../client/tokens/session-file";
import { packageVersion } from "../provider/package-info";
import { declareAccess, declareWhoami } from "./access-program";
import { declareCompletion } from "./completion";
import { declareCredentials } from "./credentials-program";
import { addDataOptions } from "./data";
import { declareExport } from "./export-program";
import { ExitCode, oneLine } from "./failure";
import {
  parseAddress,
  parseChainHead,
  parseDays,
  parseHost,
  parseHosts,
  parseListenAddress,
  parseNetworks,
  parseNonEmpty,
  parsePrefixes,
  parseRate,
  parseSeconds,
  parseTexts,
  parseTime,
  parseUrl,
} from "./options";
import type { Output } from "./output";
import { declareResources } from "./resource-program";

const baseUrl = ["--base-url <url>", "public URL of the API", parseAddress] as const;
const authUrl = ["--auth-url <url>", "public URL of the token service", parseAddress] as const;

const session = () =>
  new Option("--session <file>", "file of the login session; default: ~/.config/platform-iac/session.json")
    .argParser(parseNonEmpty)
    .env(SESSION_FILE);

const organization = (description: string) =>
  new Option("--organization <name>", description).argParser(parseNonEmpty).env(settings.organization.env);

const listenOption = (description: string, value: string) =>
  new Option("--listen <host:port>", description)
    .argParser(parseListenAddress)
    .default(parseListenAddress(value), value);

/** The exit code for a broken hash chain, which no other failure has. */
const BROKEN_CHAIN = 2;

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

/**
 * Declares every command. Commands are loaded when they run, so that help is fast. Longer than 80 lines because it lists
 * the commands with their options.
 */
export function buildProgram(output: Output): Command {
  const program = new Command("platformctl")
    .description("Manages resources of the platform, runs its service, and installs the Terraform provider.")
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

  program
    .command("login")
    .description("log in with an organization's identity provider")
    .addOption(
      new Option(authUrl[0], authUrl[1]).argParser(parseAddress).env("PLATFORM_AUTH_URL").makeOptionMandatory(),
    )
    .addOption(organization("name of the organization; default: choose it in the browser"))
    .addOption(
      new Option("--identity-provider <uid>", "uid of the identity provider to log in with").argParser(parseNonEmpty),
    )
    .option("--no-browser", "log in with a browser on another device, which shows the same code")
    .addOption(session())
    .action((options) => {
      const { login } = require("./commands/login") as typeof import("./commands/login");
      return login(options, output);
    });

  program
    .command("token")
    .description("print an access token of the logged-in user, refreshing it if necessary")
    .option(
      "--audience <audience>",
      "audience of the token, such as the registry's host; default: the API",
      parseNonEmpty,
    )
    .addOption(organization("with --audience: name or uid of the organization of the user's identity"))
    .addOption(session())
    .action((options) => {
      const { token } = require("./commands/token") as typeof import("./commands/token");
      return token(options, output);
    });

  program
    .command("logout")
    .description("end the login session and revoke its tokens")
    .addOption(session())
    .action((options) => {
      const { logout } = require("./commands/logout") as typeof import("./commands/logout");
      return logout(options, output);
    });

  const sessions = program
    .command("sessions")
    .description("list and revoke your sessions, or those of an identity that you may update")
    .helpCommand(false);
  const identity = ["--identity <uid>", "uid of the identity whose sessions to manage; default: your own"] as const;

  sessions
    .command("list")
    .description("print sessions, one per line")
    .option(...identity, parseNonEmpty)
    .option("--json", "print them as a JSON array", false)
    .addOption(session())
    .action((options) => {
      const { listSessions } = require("./commands/sessions") as typeof import("./commands/sessions");
      return listSessions(options, output);
    });

  sessions
    .command("revoke")
    .description("end a session, or all sessions and tokens of an identity")
    .argument("[uid]", "uid of the session, as printed by sessions list")
    .option("--all", "end all sessions and revoke all tokens of the identity", false)
    .option(...identity, parseNonEmpty)
    .addOption(session())
    .action((uid, options) => {
      const { revokeSessions } = require("./commands/sessions") as typeof import("./commands/sessions");
      return revokeSessions(uid, options, output);
    });

  program
    .command("groups")
    .description("manage groups, with the credentials of the environment or of platformctl login")
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

  const service = program.command("service").description("run the platform service").helpCommand(false);

  addDataOptions(service.command("init"))
    .description("create an organization with an owner, and print its connection details as JSON")
    .requiredOption("--organization <name>", "name of the organization", parseNonEmpty)
    .option(...baseUrl)
    .option(...authUrl)
    .option("--issuer <url>", "issuer of the OIDC tokens that may assume the owner; default: create a key", parseUrl)
    .option("--subject <sub>", "subject of those tokens", parseNonEmpty)
    .option(
      "--output <file>",
      "file to write to, readable only by its owner, instead of standard output",
      parseNonEmpty,
    )
    .action((options) => {
      const { serviceInit } = require("./commands/service-init") as typeof import("./commands/service-init");
      return serviceInit(options, output);
    });

  addDataOptions(service.command("token"))
    .description("print an access token of an identity, valid for one hour, for operators")
    .requiredOption("--identity <uid>", "uid of the identity", parseNonEmpty)
    .action((options) => {
      const { serviceToken } = require("./commands/service-token") as typeof import("./commands/service-token");
      return serviceToken(options, output);
    });

  addDataOptions(service.command("rotate-keys"))
    .description("sign tokens with a new key; tokens signed by earlier keys remain valid until they expire")
    .option("--revoke", "revoke all tokens signed by earlier keys, and end all sessions", false)
    .action((options) => {
      const { serviceRotateKeys } =
        require("./commands/service-rotate-keys") as typeof import("./commands/service-rotate-keys");
      return serviceRotateKeys(options, output);
    });

  addDataOptions(service.command("start"))
    .description("serve until SIGTERM; prints a JSON line when ready")
    .addOption(listenOption("address to listen on; port 0 selects a free port", "127.0.0.1:8787"))
    .option(...baseUrl)
    .option(...authUrl)
    .option("--registry-host <host>", "the registry's host, to issue tokens for it too", parseHost)
    .option("--allow-private-issuer <host>", "an issuer that may have a private address; may be repeated", parseHosts)
    .option("--tls-cert <file>", "PEM file with the certificate and its chain; reloaded when it changes", parseNonEmpty)
    .option("--tls-key <file>", "PEM file with the certificate's private key", parseNonEmpty)
    .option(
      "--metrics-listen <host:port>",
      "separate address for /metrics; default: the address of the API",
      parseListenAddress,
    )
    .option(
      "--rate-limit <n/s>",
      'requests per second for each identity, twice as many for each address; default: 500; 0 or "off": no limit',
      parseRate,
    )
    .option(
      "--trusted-proxy <address>",
      "address or network of a reverse proxy whose X-Forwarded-For is trusted; may be repeated",
      parseNetworks,
    )
    .option(
      "--audit-sink <file>",
      "file to append audit events to, one JSON object per line; - for standard output",
      parseNonEmpty,
    )
    .option("--audit-retention <days>", "days to keep audit events; default: forever", parseDays)
    .option(
      "--lame-duck <seconds>",
      "seconds to keep accepting requests after SIGTERM, while /readyz fails, so that load balancers remove the node",
      parseSeconds,
      5,
    )
    .addOption(
      new Option("--log-level <level>", "minimum level of log lines; default: info").choices([
        "debug",
        "info",
        "warn",
        "error",
      ]),
    )
    .option(
      "--grpc-package-prefix <prefix>",
      "an additional prefix for the gRPC package names; may be repeated",
      parsePrefixes,
    )
    .option(
      "--provider-releases <dir>",
      "directory of signed provider releases to serve to Terraform and OpenTofu",
      parseNonEmpty,
    )
    .option("--dev", "accept tokens of plain-http issuers on loopback", false)
    .action((options) => {
      const { serviceStart } = require("./commands/service-start") as typeof import("./commands/service-start");
      return serviceStart(options, output);
    });

  addDataOptions(service.command("import"))
    .description("import repos, tags and advisories from a file of JSON lines; existing ones are updated")
    .argument("<file>", 'one JSON object on each line: {"type": "Tag", "parent": uid, "name": …}')
    .action((file, options) => {
      const { serviceImport } = require("./commands/service-import") as typeof import("./commands/service-import");
      return serviceImport(file, options, output);
    });

  addDataOptions(service.command("backup"))
    .description("copy the data to one file while the service runs; restore it as platform.db in a data directory")
    .requiredOption(
      "--output <file>",
      "file to write, readable only by its owner, because it contains signing keys",
      parseNonEmpty,
    )
    .option("--force", "replace the file if it exists", false)
    .action((options) => {
      const { serviceBackup } = require("./commands/service-backup") as typeof import("./commands/service-backup");
      return serviceBackup(options, output);
    });

  const audit = addDataOptions(program.command("audit").enablePositionalOptions().helpCommand(false))
    .description("print audit events, oldest first")
    .option("--resource <uid>", "only events of this resource and of resources below it", parseNonEmpty)
    .option(
      "--since <time>",
      "only events since this time, such as 2030-01-31T12:00:00Z, or how long ago: 90m, 12h, 7d",
      parseTime,
    )
    .option("--follow", "print new events until SIGTERM", false)
    .option("--json", "print complete events as JSON", false)
    .action((options) => {
      const { showAudit } = require("./commands/audit") as typeof import("./commands/audit");
      return showAudit(options, output);
    });

  addDataOptions(audit.command("verify"))
    .description("verify the hash chain of audit events and print its head; exit code 2 if it is broken")
    .option(
      "--expect-head <sequence:hash>",
      "a previously printed head that must still be in the chain",
      parseChainHead,
    )
    .option("--json", "print the report as JSON", false)
    .action(async (options) => {
      const { auditVerify } = require("./commands/audit-verify") as typeof import("./commands/audit-verify");
      if (!(await auditVerify(options, output))) throw new ExitCode(BROKEN_CHAIN);
    });

  program
    .command("dev")
    .description("tools for development")
    .helpCommand(false)
    .command("issuer")
    .description("issue OIDC tokens for any subject until SIGTERM, as GitHub Actions does; for demos and tests")
    .addOption(listenOption("loopback address; port 0 selects a free port", "127.0.0.1:8788"))
    .action((options) => {
      const { devIssuer } = require("./commands/dev-issuer") as typeof import("./commands/dev-issuer");
      return devIssuer(options, output);
    });

  const provider = program
    .command("provider")
    .description("install and package the Terraform provider")
    .helpCommand(false);

  provider
    .command("install")
    .description("install the provider for Terraform and OpenTofu without a registry")
    .option("--dir <dir>", "plugin directory; default: ~/.terraform.d/plugins", parseNonEmpty)
    .addOption(
      new Option("--mirror <dir>", "directory of a filesystem or network mirror, filled with zip files")
        .argParser(parseNonEmpty)
        .conflicts("dir"),
    )
    .action((options) => {
      const { providerInstall } =
        require("./commands/provider-install") as typeof import("./commands/provider-install");
      return providerInstall(options, output);
    });

  provider
    .command("package")
    .description("write a release of the provider for registries, or a mirror; the same input gives the same bytes")
    .requiredOption("--out <dir>", "directory to write to", parseNonEmpty)
    .addOption(
      new Option("--layout <layout>", "release: zips, manifest, checksums and signature; mirror: for network_mirror")
        .choices(["release", "mirror"])
        .default("release"),
    )
    .addOption(
      new Option("--program <program>", "standalone: executables that need no Node.js; node: files that need it")
        .choices(["standalone", "node"])
        .default("standalone"),
    )
    .option("--platform <os_arch>", "a platform, such as linux_amd64; may be repeated; default: all", parseTexts)
    .addOption(
      new Option("--libc <libc>", "C library of Linux executables; musl: for Alpine Linux with libstdc++")
        .choices(["glibc", "musl"])
        .default("glibc"),
    )
    .option(
      "--runtimes <dir>",
      "directory of downloaded runtimes; default: ~/.cache/platform-iac/runtimes",
      parseNonEmpty,
    )
    .option("--signing-key <file>", "RSA private key in PEM form, to sign the checksums for registries", parseNonEmpty)
    .action((options) => {
      const { providerPackage } =
        require("./commands/provider-package") as typeof import("./commands/provider-package");
      return providerPackage(options, output);
    });

  declareCompletion(program, output.stdout);

  return program;
}
