/** Parses and edits `.env` files: a variable per line, with any other lines in between. */

const LINE = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/;

/** Returns the variables in a file's text; the last value of a repeated one. */
export function parse(text: string): Map<string, string> {
  return new Map(text.split("\n").flatMap((line) => (LINE.test(line) ? [readLine(line)] : [])));
}

/** Returns the text with a variable set, or removed if the value is undefined. All other lines are unchanged. */
export function withVariable(text: string, name: string, value: string | undefined): string {
  const line = value === undefined ? [] : [`${name}=${quoted(value)}`];
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const isTarget = (each: string) => LINE.exec(each)?.[1] === name;
  const at = lines.findIndex(isTarget);
  const others = lines.filter((each) => !isTarget(each));
  const changed = at < 0 ? [...others, ...line] : [...others.slice(0, at), ...line, ...others.slice(at)];
  return changed.map((each) => `${each}\n`).join("");
}

function readLine(line: string): [name: string, value: string] {
  const [, name = "", value = ""] = LINE.exec(line) ?? [];
  if (/^".*"$/.test(value))
    return [name, value.slice(1, -1).replace(/\\(.)/g, (_, char: string) => (char === "n" ? "\n" : char))];
  return [name, /^'.*'$/.test(value) ? value.slice(1, -1) : value];
}

const quoted = (value: string): string =>
  /^[\w./:@%+,-]*$/.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
