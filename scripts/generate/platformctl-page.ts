import type { Command } from "commander";
import { buildProgram } from "../../src/cli/program";

/** Generates the reference of `platformctl` from the help of its commands. */

const program = buildProgram({ stdout() {}, stderr() {} });

export const platformctlPage = (): string => `# platformctl

The help of each command. See [The command line](guides/command-line.md) for how to read and change resources, and
[Operating the service](guides/operating.md) for \`platformctl service\`.

${commandsIn(program)
  .map((command) => `## ${nameOf(command)}\n\n\`\`\`text\n${helpOf(command)}\`\`\`\n`)
  .join("\n")}`;

/** Returns the commands that do something, without those that only group others. */
const commandsIn = (command: Command): readonly Command[] => [
  ...(command.commands.length === 0 || hasAction(command) ? [command] : []),
  ...command.commands.filter((each) => !each.name().startsWith("__")).flatMap(commandsIn),
];

const hasAction = (command: Command): boolean => command.options.some(({ long }) => long === "--data");

const nameOf = (command: Command): string =>
  [...(command.parent ? [nameOf(command.parent)] : []), command.name()].join(" ");

/** The width does not depend on the terminal that generates the page. */
function helpOf(command: Command): string {
  command.configureOutput({ getOutHelpWidth: () => 100 });
  return command.helpInformation();
}
