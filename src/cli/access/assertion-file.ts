import { FAILSAFE_SCHEMA, load, YAMLException } from "js-yaml";
import { type Assertion, AssertionFormatError, parseAssertion } from "../../access";
import { CommandFailure, oneLine } from "../failure";
import { nameOf, readInput } from "./sources";

/** An assertion, and where it is written. */
export interface WrittenAssertion {
  readonly file: string;
  readonly line: number;
  readonly assertion: Assertion;
}

/** Reads a YAML file with a list of assertions. Throws CommandFailure, which names the file and line. */
export async function readAssertions(file: string): Promise<readonly WrittenAssertion[]> {
  const lines = new Map<unknown, number>();
  const list = parse(await readInput(file), nameOf(file), lines);
  if (!Array.isArray(list) || list.length === 0)
    throw new CommandFailure(
      `${nameOf(file)} must contain a list of assertions, such as "- { who: deploy, in: acme/payments, can: tag.create }"`,
    );
  return list.map((value: unknown) => {
    const line = lines.get(value) ?? 1;
    try {
      return { file: nameOf(file), line, assertion: parseAssertion(value) };
    } catch (error) {
      if (!(error instanceof AssertionFormatError)) throw error;
      throw new CommandFailure(`${nameOf(file)}:${line}: ${error.message}`);
    }
  });
}

/** Parses YAML, and records the line at which each list and mapping begins. */
function parse(text: string, name: string, lines: Map<unknown, number>): unknown {
  const starts: number[] = [];
  try {
    return load(text, {
      schema: FAILSAFE_SCHEMA,
      listener: (event, { line, result }) => {
        if (event === "open") starts.push(line + 1);
        else {
          const start = starts.pop();
          if (typeof result === "object" && result !== null && start !== undefined) lines.set(result, start);
        }
      },
    });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const place = error.mark ? `${name}:${error.mark.line + 1}` : name;
    throw new CommandFailure(`${place}: not valid YAML: ${oneLine(error.reason)}`);
  }
}
