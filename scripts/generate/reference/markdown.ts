/** Markdown helpers shared by all pages. */

export interface FrontMatter {
  readonly title: string;
  readonly subcategory: string;
  readonly description: string;
}

/** Formats a page; undefined parts are omitted. */
export function page(
  { title, subcategory, description }: FrontMatter,
  ...parts: readonly (string | undefined)[]
): string {
  const front = [
    "---",
    `page_title: ${JSON.stringify(title)}`,
    `subcategory: ${JSON.stringify(subcategory)}`,
    "description: |-",
    `  ${description}`,
    "---",
  ].join("\n");
  return `${[front, ...parts.filter((part) => part !== undefined)].join("\n\n")}\n`;
}

export const code = (text: string): string => `\`${text}\``;

export const hcl = (text: string): string => `\`\`\`terraform\n${text.trim()}\n\`\`\``;

/** Formats names with underscores as code: in the schema's sentences they are attributes, values or variables. */
export const prose = (text: string): string => text.replace(/\b[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+\b/g, code);

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
