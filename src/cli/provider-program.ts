import { type Command, Option } from "commander";
import { parseNonEmpty, parseTexts } from "./options";
import type { Output } from "./output";

/** Declares the commands that install and package the provider. */
export function declareProvider(program: Command, output: Output): void {
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
}
