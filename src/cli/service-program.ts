import { type Command, Option } from "commander";
import { addDataOptions } from "./data";
import { ExitCode } from "./failure";
import {
  AUTH_URL,
  listenOption,
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
  parseTime,
  parseUrl,
} from "./options";
import type { Output } from "./output";

/** The exit code for a broken hash chain, which no other failure has. */
const BROKEN_CHAIN = 2;

/** Declares the commands that run the service or use its data. Longer than 80 lines because it lists options. */
export function declareService(program: Command, output: Output): void {
  const service = program.command("service").description("run the platform service").helpCommand(false);

  addDataOptions(service.command("init"))
    .description("create an organization with an owner, and print its connection details as JSON")
    .requiredOption("--organization <name>", "name of the organization", parseNonEmpty)
    .option("--base-url <url>", "public URL of the API", parseAddress)
    .option(...AUTH_URL, parseAddress)
    .option(
      "--issuer <url>",
      "issuer of the OIDC tokens that can assume the owner identity; default: generate a key pair",
      parseUrl,
    )
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
    .description("print an access token for an identity, valid for one hour, for operators")
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
    .option("--base-url <url>", "public URL of the API", parseAddress)
    .option(...AUTH_URL, parseAddress)
    .option("--registry-host <host>", "registry host for which tokens may also be issued", parseHost)
    .option(
      "--allow-private-issuer <host>",
      "host of an OIDC issuer that may have a private IP address; may be repeated",
      parseHosts,
    )
    .option("--tls-cert <file>", "PEM file with the certificate and its chain; reloaded when it changes", parseNonEmpty)
    .option("--tls-key <file>", "PEM file with the certificate's private key", parseNonEmpty)
    .option(
      "--metrics-listen <host:port>",
      "separate address for /metrics; default: the address of the API",
      parseListenAddress,
    )
    .option(
      "--rate-limit <n/s>",
      'maximum requests per second per identity, and twice that per client address; default: 500; 0 or "off": no limit',
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
    .option("--dev", "accept tokens from plain-http issuers on loopback", false)
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
      "only events since this time, such as 2030-01-31T12:00:00Z, or a duration before now, such as 90m",
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
}
