/**
 * The Schema section of a page: attributes grouped by behavior, then one part with an anchor for each nested schema.
 */
import type { Attribute, Block, NestedAttributes, Type } from "../../../src/provider/plugin";
import { capitalized, code, prose } from "./markdown";
import type { Notes } from "./notes";

type Attributes = NestedAttributes["attributes"];
type Path = readonly string[];

export function schemaSection({ attributes }: Block, notes: Notes): string {
  return [
    "## Schema",
    ...members(attributes, [], notes, (title) => `### ${title}\n`),
    ...nestedParts(attributes, [], notes),
  ].join("\n\n");
}

/** The headings of attribute groups with their conditions; the first match applies. */
const groups: readonly (readonly [heading: string, fits: (attribute: Attribute) => boolean])[] = [
  ["Required", ({ required }) => required === true],
  ["Optional", ({ optional }) => optional === true],
  ["Read-Only", () => true],
];

function members(attributes: Attributes, path: Path, notes: Notes, heading: (title: string) => string): string[] {
  const groupOf = (attribute: Attribute) => groups.find(([, fits]) => fits(attribute))![0];
  const lists = groups.flatMap(([title]) => {
    const lines = Object.entries(attributes)
      .filter(([, attribute]) => groupOf(attribute) === title)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, attribute]) => attributeLine([...path, name], attribute, notes));
    return lines.length > 0 ? [`${heading(title)}\n${lines.join("\n")}`] : [];
  });
  return [...lists, ...notes.rules(path)];
}

function attributeLine(path: Path, attribute: Attribute, notes: Notes): string {
  const traits = [
    kindOf(attribute),
    ...(attribute.sensitive ? ["Sensitive"] : []),
    ...(attribute.writeOnly ? ["Write-only"] : []),
    ...(attribute.deprecated ? ["Deprecated"] : []),
    ...(notes.replaces(path) ? ["Forces replacement"] : []),
  ];
  const sentences = [
    prose(attribute.description ?? ""),
    ...notes.accepts(path),
    ...(attribute.nested ? [`(see [below for nested schema](#${anchor(path)}))`] : []),
  ];
  return `- ${code(path.at(-1)!)} (${traits.join(", ")}) ${sentences.join(" ")}`;
}

function nestedParts(attributes: Attributes, path: Path, notes: Notes): string[] {
  return Object.entries(attributes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, { nested }]) => {
      if (!nested) return [];
      const inner = [...path, name];
      return [
        `<a id="${anchor(inner)}"></a>\n### Nested Schema for ${code(inner.join("."))}`,
        ...members(nested.attributes, inner, notes, (title) => `${title}:\n`),
        ...nestedParts(nested.attributes, inner, notes),
      ];
    });
}

const anchor = (path: Path): string => `nestedatt--${path.join("--")}`;

function kindOf({ type, nested }: Attribute): string {
  if (nested === undefined) return typeText(type);
  return nested.nesting === "single" ? "Attributes" : `Attributes ${capitalized(nested.nesting)}`;
}

/** Formats a type as on the registry's pages: `Set of String`. */
export function typeText(type: Type): string {
  if (typeof type === "string") return type === "bool" ? "Boolean" : capitalized(type);
  const [kind, of] = type;
  return kind === "object" || kind === "tuple" ? capitalized(kind) : `${capitalized(kind)} of ${typeText(of)}`;
}
