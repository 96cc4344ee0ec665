import { type Command, Option } from "commander";
import { settings } from "../client/settings";
import { AUTH_URL, parseAddress, parseNonEmpty } from "./options";
import type { Output } from "./output";

const organization = (description: string) =>
  new Option("--organization <name>", description).argParser(parseNonEmpty).env(settings.organization.env);

/** Declares the commands for logins, sessions and tokens. Longer than 80 lines because it lists options. */
export function declareLogins(program: Command, session: () => Option, output: Output): void {
  program
    .command("login")
    .description("log in with an organization's identity provider")
    .addOption(new Option(...AUTH_URL).argParser(parseAddress).env("PLATFORM_AUTH_URL").makeOptionMandatory())
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
}
