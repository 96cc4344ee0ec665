import { Construct } from "constructs";

/**
 * What a construct stands for, so that none passes for another that happens to have the same members: neither for the
 * compiler nor when a program in plain JavaScript runs. Copies of this package share the symbol.
 */
export const kind: unique symbol = Symbol.for("platform-iac.kind");

export type Kind = "group" | "identity" | "role" | "repo";

/** The type of the model that each kind is. */
export const typeOfKind = { group: "Group", identity: "Identity", role: "Role", repo: "Repo" } as const;

/** Something that stands for one kind of resource. */
export interface OfKind<K extends Kind> {
  /** @ignore */
  readonly [kind]: K;
}

/** The kind of a value; undefined where it is none of our constructs. */
export const kindOf = (value: unknown): Kind | undefined => (value as Partial<OfKind<Kind>> | null | undefined)?.[kind];

/** What each kind is made with, to be read after "must be". */
const made: Readonly<Record<Kind, string>> = {
  group: "a Group",
  identity: "an Identity",
  role: "a Role",
  repo: "a Repo",
};

/**
 * Throws an Error unless the value is of the kind and stands for one resource. `path` is that of the construct that it
 * was given to, `property` what it was given as.
 */
export function requireKind(path: string, property: string, value: unknown, expected: Kind): void {
  const factory = made[expected].split(" ")[1];
  const wanted = `${article(expected)}: ${made[expected]}, or what ${factory}.fromUid or ${factory}.fromLookup returns`;
  if (value === undefined || value === null) throw new Error(`[${path}] ${property} is required; it must be ${wanted}`);
  if (kindOf(value) !== expected)
    throw new Error(`[${path}] ${property} must be ${wanted}; it is ${description(value)}`);
  const { forEach, count } = value as { readonly forEach?: unknown; readonly count?: unknown };
  if (forEach === undefined && count === undefined) return;
  const argument = forEach === undefined ? "count" : "forEach";
  throw new Error(
    `[${path}] ${property} is ${description(value)} with ${argument}, which stands for several; ` +
      `iterate over it with TerraformIterator.fromResources, and give ${factory}.fromUid(scope, id, iterator.getString("uid")) and forEach`,
  );
}

/** `group` gives `a group`. */
export const article = (noun: string): string => `${/^[aei]/.test(noun) ? "an" : "a"} ${noun}`;

/** A value in words, to be read after "it is". */
export function description(value: unknown): string {
  const kind = kindOf(value);
  const name = Construct.isConstruct(value) ? ` ${JSON.stringify(value.node.path)}` : "";
  if (kind) return `${article(kind)}${name}`;
  if (name) return `the ${value!.constructor.name}${name}`;
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "string" ? `the text ${JSON.stringify(value)}` : `of type ${typeof value}`;
}
