import type { Command, Option } from "commander";

/** Shell completion, derived from the declared commands. */

/** The command that the shells call, with the words of the line so far; the last one is incomplete. */
const COMPLETE = "__complete";

const complete = `platformctl ${COMPLETE} --`;

/** The script of each shell, which asks this program for candidates. */
const completionScripts = {
  bash: `_platformctl() {
  local IFS=$'\\n'
  COMPREPLY=($(${complete} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _platformctl platformctl
`,
  zsh: `#compdef platformctl
_platformctl() {
  local -a candidates
  candidates=("\${(@f)$(${complete} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${candidates[1]}" ]]; then compadd -a candidates; else _files; fi
}
compdef _platformctl platformctl
`,
  fish: `complete -c platformctl -a '(${complete} (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
} as const;

/** Returns what can complete the last word: commands, options, or the values of an option. */
function candidatesFor(program: Command, words: readonly string[]): readonly string[] {
  const partial = words.at(-1) ?? "";
  let command = program;
  let awaiting: Option | undefined;
  const given = new Set<string>();
  for (const word of words.slice(0, -1)) {
    if (awaiting) {
      awaiting = undefined;
      continue;
    }
    const option = optionsOf(command).find(({ long }) => long === word);
    if (option) {
      given.add(word);
      if (option.required) awaiting = option;
    } else command = subcommand(command, word) ?? command;
  }
  return possible(command, awaiting, partial, given).filter((each) => each.startsWith(partial));
}

function possible(
  command: Command,
  awaiting: Option | undefined,
  partial: string,
  given: ReadonlySet<string>,
): string[] {
  if (awaiting) return [...(awaiting.argChoices ?? [])];
  if (partial.startsWith("-"))
    return optionsOf(command).flatMap((option) => {
      const isRepeatable = option.description.includes("may be repeated");
      return option.long && (isRepeatable || !given.has(option.long)) ? [option.long] : [];
    });
  return command.commands.filter((each) => !isHidden(each)).map((each) => each.name());
}

const optionsOf = (command: Command): readonly Option[] => command.createHelp().visibleOptions(command);

const subcommand = (command: Command, word: string): Command | undefined =>
  command.commands.find((each) => each.name() === word || each.aliases().includes(word));

const isHidden = (command: Command): boolean => command.name() === COMPLETE;

/** Declares `platformctl completion`, and the command that its scripts call. */
export function declareCompletion(program: Command, write: (text: string) => void): void {
  const completion = program
    .command("completion")
    .description("print a script for the shell's completion of this command")
    .helpCommand(false);
  for (const [shell, script] of Object.entries(completionScripts))
    completion
      .command(shell)
      .description(`print the script for ${shell}`)
      .action(() => write(script));
  program
    .command(COMPLETE, { hidden: true })
    .argument("[words...]")
    .allowUnknownOption()
    .helpOption(false)
    .action((words: readonly string[]) => {
      for (const each of candidatesFor(program, words)) write(`${each}\n`);
    });
}
