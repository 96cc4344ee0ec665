/** Writes HCL as `terraform fmt` formats it. */

/** One or more lines of a body: an attribute, a block, a comment or an empty line. */
export type Item =
  | { readonly attribute: string; readonly value: Value }
  | { readonly block: string; readonly body: readonly Item[] }
  | { readonly comment: string }
  | "empty line";

/** The value of an attribute. An expression is written verbatim, and is a single line. */
export type Value =
  | { readonly expression: string }
  | { readonly text: string }
  | { readonly list: readonly Value[] }
  | { readonly object: readonly Item[] }
  | { readonly call: string; readonly argument: Value };

const INDENT = "  ";
const WIDTH = 80;

/** Returns a file with these top-level blocks, separated by empty lines. */
export const hclFile = (items: readonly Item[]): string =>
  `${items.flatMap((item, index) => [...(isSeparated(items[index - 1], item) ? [""] : []), ...itemLines(item)]).join("\n")}\n`;

const isSeparated = (previous: Item | undefined, item: Item): boolean =>
  isBlock(item) && previous !== undefined && previous !== "empty line" && !isComment(previous);

const isBlock = (item: Item): boolean => item !== "empty line" && ("block" in item || "comment" in item);
const isComment = (item: Item): boolean => item !== "empty line" && "comment" in item;

function itemLines(item: Item): string[] {
  if (item === "empty line") return [""];
  if ("comment" in item) return [`# ${item.comment}`];
  if ("attribute" in item) return valueLines(`${item.attribute} = `, item.value);
  return item.body.length === 0
    ? [`${item.block} {`, "}"]
    : [`${item.block} {`, ...indented(bodyLines(item.body)), "}"];
}

/** Aligns the equals signs of consecutive attributes that have one line. */
function bodyLines(items: readonly Item[]): string[] {
  const lines: string[] = [];
  let chain: { readonly name: string; readonly value: string }[] = [];
  const endChain = () => {
    const width = Math.max(0, ...chain.map(({ name }) => columns(name)));
    for (const { name, value } of chain) lines.push(`${name}${" ".repeat(width - columns(name))} = ${value}`);
    chain = [];
  };
  for (const item of items) {
    if (item !== "empty line" && "attribute" in item) {
      const [first = "", ...rest] = valueLines("", item.value);
      // Terraform aligns the first line of a heredoc too, but not one that opens a bracket.
      if (rest.length === 0 || first.startsWith("<<")) {
        chain.push({ name: item.attribute, value: first });
        if (rest.length === 0) continue;
        endChain();
        lines.push(...rest);
        continue;
      }
    }
    endChain();
    lines.push(...itemLines(item));
  }
  endChain();
  return lines;
}

/** The lines of a heredoc are never indented, since its text would change. */
const indented = (lines: readonly string[]): string[] => {
  let delimiter: string | undefined;
  return lines.map((line) => {
    if (delimiter !== undefined) {
      if (line === delimiter) delimiter = undefined;
      return line;
    }
    delimiter = /<<([A-Z]+)$/.exec(line)?.[1];
    return line === "" ? line : `${INDENT}${line}`;
  });
};

function valueLines(lead: string, value: Value): string[] {
  if ("expression" in value) return [lead + value.expression];
  if ("text" in value) return textLines(lead, value.text);
  if ("call" in value) {
    const [first = "", ...rest] = valueLines("", value.argument);
    const last = rest.pop();
    return last === undefined
      ? [`${lead}${value.call}(${first})`]
      : [`${lead}${value.call}(${first}`, ...rest, `${last})`];
  }
  if ("list" in value) {
    const elements = value.list.map((each) => valueLines("", each));
    const line = `${lead}[${elements.map(([first]) => first).join(", ")}]`;
    if (elements.every(({ length }) => length === 1) && columns(line) <= WIDTH) return [line];
    return [`${lead}[`, ...indented(elements.flatMap((lines) => [...lines.slice(0, -1), `${lines.at(-1)},`])), "]"];
  }
  return value.object.length === 0 ? [`${lead}{}`] : [`${lead}{`, ...indented(bodyLines(value.object)), "}"];
}

/** Writes a multi-line string as a heredoc if possible, and any other string as a quoted literal. */
function textLines(lead: string, text: string): string[] {
  const isPlain = text.includes("\n") && !/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u.test(text);
  if (!isPlain) return [lead + quoted(text)];
  const lines = escapedTemplate(text).split("\n");
  const delimiter = ["EOT", "END", "TEXT"].find((each) => !lines.some((line) => line.trim() === each));
  if (delimiter === undefined) return [lead + quoted(text)];
  // A heredoc ends with a line break.
  if (text.endsWith("\n")) return [`${lead}<<${delimiter}`, ...lines.slice(0, -1), delimiter];
  return [`${lead}chomp(<<${delimiter}`, ...lines, delimiter, ")"];
}

/** Returns a text as a literal of one line. */
export function quoted(text: string): string {
  const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\" };
  const escaped = text.replace(
    // Characters that are invisible or change the direction of a text are not written as they are.
    /["\\\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (character) => escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `"${escapedTemplate(escaped)}"`;
}

/** `${` and `%{` begin an expression. */
const escapedTemplate = (text: string): string => text.replace(/([$%])\{/g, "$1$1{");

/** Returns a key of an object: a word, or a quoted text. */
export const keyOf = (key: string): string =>
  /^[A-Za-z_][\w-]*$/.test(key) && !["for", "if", "in", "null", "true", "false"].includes(key) ? key : quoted(key);

/** Counts characters as `terraform fmt` does. */
const columns = (text: string): number => [...new Intl.Segmenter().segment(text)].length;
