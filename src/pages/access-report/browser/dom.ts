export type Child = Node | string | undefined | readonly Child[];

/** Attributes; false and undefined are not set. A function is called when the element is clicked. */
export type Attributes = Readonly<Record<string, string | boolean | undefined | (() => void)>>;

/** Creates an element. Strings become text, never HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") created.addEventListener("click", value);
    else if (value === true) created.setAttribute(key, "");
    else if (value !== false && value !== undefined) created.setAttribute(key, value);
  }
  created.append(...nodesOf(children));
  return created;
}

const nodesOf = (children: readonly Child[]): (Node | string)[] =>
  children.flatMap((child) => {
    if (child === undefined) return [];
    return Array.isArray(child) ? nodesOf(child as readonly Child[]) : [child as Node | string];
  });

/** Returns "1 group" or "1,234 groups". */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? noun : plural}`;

/** Formats a time in RFC 3339. */
export const formatTime = (time: string): string => `${time.slice(0, 16).replace("T", " ")} UTC`;

/** Returns the items with a separator between them. */
export const separated = (items: readonly Child[], separator: string): Child[] =>
  items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]));
