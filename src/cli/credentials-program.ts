import { type Command, Option } from "commander";
import { settings } from "../client/settings";
import { parseNonEmpty } from "./options";
import type { Output } from "./output";

/** Declares the commands that inspect, create and use credentials. */
export function declareCredentials(program: Command, session: () => Option, output: Output): void {
  program
    .command("auth")
    .description("inspect this environment's credentials")
    .helpCommand(false)
    .command("status")
    .description("print which source of credentials is used, and why the others are not; exit code 1 without any")
    .option("--json", "print them as JSON", false)
    .addOption(session())
    .action((options) => {
      const { authStatus } = require("./commands/auth-status") as typeof import("./commands/auth-status");
      return authStatus(options, output);
    });

  const identityToken = program
    .command("identity-token")
    .description("inspect the OIDC token with which a pipeline authenticates, or sign one")
    .helpCommand(false);

  identityToken
    .command("inspect")
    .description("print the claims of the identity token of this environment, for the claims of an identity")
    .addOption(
      new Option("--audience <audience>", "audience to request from the CI system; default: the token service")
        .argParser(parseNonEmpty)
        .env(settings.identity_token_audience.env),
    )
    .option("--json", "print all claims as JSON", false)
    .action((options) => {
      const { inspectIdentityToken } =
        require("./commands/identity-token") as typeof import("./commands/identity-token");
      return inspectIdentityToken(options, output);
    });

  identityToken
    .command("sign")
    .description("print an identity token signed with the private key of an identity with static keys")
    .requiredOption("--key-file <file>", "file with the private key, as written by service init", parseNonEmpty)
    .option("--audience <audience>", "audience of the token; default: the authUrl in the file", parseNonEmpty)
    .action((options) => {
      const { signIdentityToken } = require("./commands/identity-token") as typeof import("./commands/identity-token");
      return signIdentityToken(options, output);
    });

  program
    .command("group-invites")
    .description("redeem invites")
    .helpCommand(false)
    .command("redeem")
    .description(
      "join a group with the code of an invite, with the credentials of the environment or of platformctl login",
    )
    .requiredOption("--code-file <file>", "file with the invite's code; - for standard input", parseNonEmpty)
    .addOption(session())
    .action((options) => {
      const { redeemGroupInvite } =
        require("./commands/group-invites-redeem") as typeof import("./commands/group-invites-redeem");
      return redeemGroupInvite(options, output);
    });
}
