/** The output of an example: with colors and a spinner on a terminal, otherwise in plain lines. */
import { styleText } from "node:util";
import { Listr, PRESET_TIMER } from "listr2";

const onTerminal = process.stdout.isTTY === true && process.stdout.columns > 0;
const useColors = onTerminal && !process.env.NO_COLOR;

export const paint = (style, text) => (useColors ? styleText(style, text) : text);

/** Prints a heading with an explanation. */
export function heading(title, ...lines) {
  console.log(`\n${paint("bold", title)}`);
  for (const line of lines) console.log(line);
}

/** Prints indented lines that the reader should see. */
export function show(...lines) {
  for (const line of lines) console.log(`  ${line}`);
}

/** Runs a step under its title and returns its result. */
export async function step(title, work) {
  if (!onTerminal) {
    console.log(`- ${title}`);
    return work();
  }
  let result;
  const task = async () => {
    result = await work();
  };
  await new Listr([{ title, task }], { rendererOptions: { timer: PRESET_TIMER } }).run();
  return result;
}

/** Formats a request from the service's log. */
export function requestLine({ method, path, updateMask, status }) {
  const fields = updateMask ? ` with updateMask=${updateMask}` : "";
  return paint("yellow", `${method} ${path}${fields} -> ${status}`);
}
