/** How an example tells what it does: with colours and a spinner on a terminal, in plain lines anywhere else. */
import { styleText } from "node:util";
import { Listr, PRESET_TIMER } from "listr2";

const onTerminal = process.stdout.isTTY === true && process.stdout.columns > 0;
const colours = onTerminal && !process.env.NO_COLOR;

export const paint = (style, text) => (colours ? styleText(style, text) : text);

/** A heading, and what it is about. */
export function chapter(title, ...lines) {
  console.log(`\n${paint("bold", title)}`);
  for (const line of lines) console.log(line);
}

/** Lines of what the reader should see, set off from the rest. */
export function show(...lines) {
  for (const line of lines) console.log(`  ${line}`);
}

/** Does one thing under its title and gives what it returns. */
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

/** A request that the service answered, as its log has it. */
export function requestLine({ method, path, updateMask, status }) {
  const fields = updateMask ? ` with updateMask=${updateMask}` : "";
  return paint("yellow", `${method} ${path}${fields} -> ${status}`);
}
