import { type Command, Option } from "commander";
import { settings } from "../client/settings";
import { ExitCode } from "./failure";
import { parseDays, parseNonEmpty } from "./options";
import type { Output } from "./output";

/** The exit code for access that differs from what is granted, which no other failure has. */
const DIFFERENT_ACCESS = 2;

const verifyCommand = () => require("./commands/access-verify") as typeof import("./commands/access-verify");
const commands = () => require("./commands/access") as typeof import("./commands/access");

/** Declares the command about the caller's own identity. */
export function declareWhoami(program: Command, session: () => Option, output: Output): void {
  program
    .command("whoami")
    .description("print the credentials in use, their identity, and what it may do")
    .option("--json", "print it as JSON", false)
    .addOption(session())
    .action((options) => {
      const { whoami } = require("./commands/whoami") as typeof import("./commands/whoami");
      return whoami(options, output);
    });
}

/** Declares the commands about who may do what. */
export function declareAccess(program: Command, session: () => Option, output: Output): void {
  const access = program
    .command("access")
    .description("show, explain and test who may do what, on the platform or after a plan")
    .helpCommand(false);

  declareChecks(access, session, output);
  declareQuestions(access, session, output);
}

type Session = () => Option;

/** Adds the options that select the source of access, and the format. */
const asking = (command: Command, session: Session) =>
  command
    .option("--plan <file>", "answer for the time after this plan, as JSON; - for standard input", parseNonEmpty)
    .option("--offline", "with --plan: read nothing but the plan", false)
    .option("--json", "print the answer as JSON", false)
    .addOption(session());

/** Declares the commands that fail if access is not as it must be. */
function declareChecks(access: Command, session: Session, output: Output): void {
  access
    .command("verify")
    .description("exchange this job's identity token, and check that the identity can do exactly what is granted")
    .addOption(
      new Option("--identity <uid>", "uid of the identity to assume")
        .argParser(parseNonEmpty)
        .env(settings.identity.env)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--grants <json>", 'what is granted: [{"group": UID, "capabilities": [NAME, ...]}, ...]')
        .argParser((value) => verifyCommand().parseGrants(value))
        .env("PLATFORM_VERIFY_GRANTS")
        .makeOptionMandatory(),
    )
    .option("--allow-more", "accept capabilities that are not granted here", false)
    .action(async (options) => {
      if (!(await verifyCommand().verifyAccess(options, output))) throw new ExitCode(DIFFERENT_ACCESS);
    });

  access
    .command("diff")
    .description("print who gains and loses what through a plan of Terraform, OpenTofu or Pulumi, as JSON")
    .argument(
      "<plan>",
      'output of "terraform show -json PLAN" or "pulumi preview --json"; - for standard input',
      parseNonEmpty,
    )
    .addOption(
      new Option("--format <format>", "format of the output").choices(["text", "markdown", "json"]).default("text"),
    )
    .option("--json", "the same as --format json")
    .option(
      "--fail-on <policy>",
      "exit with code 2 on new-access, new-access:GROUP, new-owner or takeover; may be repeated",
      (value: string, before: readonly string[] = []) => [...before, parseNonEmpty(value)],
    )
    .option("--offline", "read nothing but the plan, not the platform's other role bindings", false)
    .addOption(session())
    .action((plan, { json, ...options }) =>
      commands().diff(plan, json ? { ...options, format: "json" } : options, output),
    );

  asking(access.command("test"), session)
    .description("check assertions about access; exit with code 2 if one fails")
    .argument("<file...>", "YAML files with lists of assertions; - for standard input")
    .option("--junit <file>", "file to write the results to, as JUnit XML", parseNonEmpty)
    .option("--coverage", "print the role bindings that no assertion watches", false)
    .action((files, options) => {
      const { accessTest } = require("./commands/access-test") as typeof import("./commands/access-test");
      return accessTest(files, options, output);
    });
}

/** Declares the commands that explain access. */
function declareQuestions(access: Command, session: Session, output: Output): void {
  asking(access.command("why"), session)
    .description("print whether an identity has a capability in a group, and through which role bindings")
    .argument("<who>", "uid, name, path of names or address of the identity", parseNonEmpty)
    .argument("<cap>", "capability, such as tag.create", parseNonEmpty)
    .argument("<group>", "uid, name, path of names or address of the group", parseNonEmpty)
    .action((identity, capability, group, options) => commands().why(identity, capability, group, options, output));

  asking(access.command("who-can"), session)
    .description("print the identities that have a capability in a group")
    .argument("<cap>", "capability, such as tag.create", parseNonEmpty)
    .argument("<group>", "uid, name, path of names or address of the group", parseNonEmpty)
    .action((capability, group, options) => commands().whoCan(capability, group, options, output));

  asking(access.command("claims"), session)
    .description("print which tokens may assume an identity, and what its patterns also accept")
    .argument("<who>", "uid, name, path of names or address of the identity", parseNonEmpty)
    .action((identity, options) => {
      const { accessClaims } = require("./commands/access-claims") as typeof import("./commands/access-claims");
      return accessClaims(identity, options, output);
    });

  asking(access.command("paths"), session)
    .description("print how an identity can act as others that may do more than it does")
    .option("--from <identity>", "only paths of this identity: its uid, name, path of names or address", parseNonEmpty)
    .option("--to <target>", "only paths to owner, to a capability, or to an identity", parseNonEmpty)
    .option("--in <group>", "only paths to access in this group or below it", parseNonEmpty)
    .addOption(new Option("--fail-on <event>", "exit with code 2 if there is a path").choices(["path"]))
    .action((options) => {
      const { accessPaths } = require("./commands/access-paths") as typeof import("./commands/access-paths");
      return accessPaths(options, output);
    });

  access
    .command("unused")
    .description("print the identities that obtained no token for some days, and their role bindings")
    .option("--days <days>", "number of days", parseDays, 90)
    .option("--json", "print them as JSON", false)
    .addOption(
      new Option("--to <format>", "print a configuration that removes the role bindings")
        .choices(["terraform"])
        .conflicts("json"),
    )
    .addOption(session())
    .action((options) => {
      const { accessUnused } = require("./commands/access-unused") as typeof import("./commands/access-unused");
      return accessUnused(options, output);
    });

  asking(access.command("report"), session)
    .description("write a page that shows who may do what, and what changed since a snapshot")
    .option("-o, --output <file>", "HTML file to write; - for standard output", parseNonEmpty)
    .option(
      "--snapshot <file>",
      "file to save the access in, to compare it later; - for standard output",
      parseNonEmpty,
    )
    .option(
      "--since <file>",
      "snapshot to compare with; with --plan, the default is the access before the plan",
      parseNonEmpty,
    )
    .action((options) => {
      const { accessReport } = require("./commands/access-report") as typeof import("./commands/access-report");
      return accessReport(options, output);
    });

  asking(access.command("of"), session)
    .description("print what an identity may do, by role binding")
    .argument("<who>", "uid, name, path of names or address of the identity", parseNonEmpty)
    .action((identity, options) => commands().accessOf(identity, options, output));
}
