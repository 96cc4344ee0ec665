/** Writes TypeScript as Prettier formats it by default. */

export type Code =
  /** An expression that is written as it is, in one line. */
  | { readonly expression: string }
  | { readonly text: string }
  | { readonly list: readonly Code[] }
  | { readonly object: readonly Property[] }
  | { readonly callee: string; readonly args: readonly Code[] };

/** A property of an object; without a value, only the comment before it. */
export interface Property {
  readonly name: string;
  readonly value?: Code;
  readonly comments?: readonly string[];
}

export const expression = (text: string): Code => ({ expression: text });
export const text = (value: string): Code => ({ text: value });

const WIDTH = 80;
const INDENT = "  ";

/** Returns a statement: `lead` and an expression. */
export const statement = (lead: string, code: Code): string => `${print(code, "", lead, ";")};`;

/** Returns an import statement. */
export function importStatement(names: readonly string[], module: string): string {
  const sorted = [...names].sort();
  const line = `import { ${sorted.join(", ")} } from ${literal(module)};`;
  if (columns(line) <= WIDTH) return line;
  return `import {\n${sorted.map((name) => `${INDENT}${name},\n`).join("")}} from ${literal(module)};`;
}

/** Prints `lead` and an expression; `trail` is what the caller prints after it, on the same line. */
function print(code: Code, indent: string, lead: string, trail: string): string {
  const line = flat(code);
  if (line !== undefined && columns(indent + lead + line + trail) <= WIDTH) return lead + line;
  if ("expression" in code) return lead + code.expression;
  if ("text" in code) {
    const value = literal(code.text);
    // A text that does not fit beside the property's name is written below it.
    return lead.endsWith(": ") && !value.includes("\n")
      ? `${lead.trimEnd()}\n${indent}${INDENT}${value}`
      : lead + value;
  }
  if ("callee" in code) return call(code, indent, lead, trail);
  const inner = indent + INDENT;
  if ("list" in code) {
    const lines = code.list.map((each) => `${inner}${print(each, inner, "", ",")},\n`);
    return `${lead}[\n${lines.join("")}${indent}]`;
  }
  return `${lead}{\n${code.object.map((each) => property(each, inner)).join("")}${indent}}`;
}

function property({ name, value, comments = [] }: Property, indent: string): string {
  const lines = comments.map((comment) => `${indent}// ${comment}\n`).join("");
  return value === undefined ? lines : `${lines}${indent}${print(value, indent, `${keyOf(name)}: `, ",")},\n`;
}

/** An object as the last argument is opened in the line of the call. */
function call(
  { callee, args }: Extract<Code, { callee: string }>,
  indent: string,
  lead: string,
  trail: string,
): string {
  const last = args.at(-1);
  const first = args.slice(0, -1).map(flat);
  const head = `${lead}${callee}(${[...first, ""].join(", ")}`;
  if (last && ("object" in last || "list" in last) && columns(`${indent}${head}{`) <= WIDTH)
    return `${print(last, indent, head, `)${trail}`)})`;
  const inner = indent + INDENT;
  return `${lead}${callee}(\n${args.map((each) => `${inner}${print(each, inner, "", ",")},\n`).join("")}${indent})`;
}

/** Returns an expression in one line; undefined if it needs several. */
function flat(code: Code): string | undefined {
  if ("expression" in code) return code.expression;
  if ("text" in code) return isMultiline(code.text) ? undefined : literal(code.text);
  if ("callee" in code) {
    const args = code.args.map(flat);
    return args.includes(undefined) ? undefined : `${code.callee}(${args.join(", ")})`;
  }
  if ("list" in code) {
    const elements = code.list.map(flat);
    const isMatrix =
      code.list.length > 1 &&
      (code.list.every((each) => "object" in each && each.object.length > 1) ||
        code.list.every((each) => "list" in each && each.list.length > 1));
    return isMatrix || elements.includes(undefined) ? undefined : `[${elements.join(", ")}]`;
  }
  if (code.object.length === 0) return "{}";
  if (code.object.some(({ comments = [] }) => comments.length > 0)) return undefined;
  const members = code.object.map(({ name, value }) => {
    const line = flat(value!);
    return line === undefined ? undefined : `${keyOf(name)}: ${line}`;
  });
  return members.includes(undefined) ? undefined : `{ ${members.join(", ")} }`;
}

const isMultiline = (value: string): boolean =>
  value.includes("\n") && !/[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(value);

/** Returns a literal: a template for several lines, otherwise a string with the quotes that need fewer escapes. */
export function literal(value: string): string {
  if (isMultiline(value)) return `\`${value.replace(/[`\\]|\$\{/g, "\\$&")}\``;
  const doubles = value.split('"').length;
  const singles = value.split("'").length;
  const quote = doubles > singles ? "'" : '"';
  const escaped = JSON.stringify(value)
    .slice(1, -1)
    .replaceAll('\\"', quote === '"' ? '\\"' : '"')
    .replaceAll("'", quote === "'" ? "\\'" : "'")
    // Characters that are invisible or change the direction of a text are not written as they are.
    .replace(
      /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  return `${quote}${escaped}${quote}`;
}

/** Returns the key of an object: a name, or a literal. */
export const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));

/** Wide characters, such as emoji, take two columns. */
const columns = (line: string): number =>
  [...new Intl.Segmenter().segment(line)].reduce(
    (sum, { segment }) =>
      sum +
      (/\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(
        segment,
      )
        ? 2
        : 1),
    0,
  );

/** Words that cannot name a variable, or that files declare themselves. */
export const reservedWords: readonly string[] = (
  "abstract any arguments as async await boolean break case catch class const continue debugger declare default delete do " +
  "else enum eval export extends false finally for from function get global globalThis if implements import in infinity instanceof " +
  "interface is let module namespace nan never new null number object of package private protected public require return " +
  "set static string super switch symbol this throw true try type typeof undefined unknown uids var void while with yield"
).split(" ");
