import { Token } from "cdktf";
import { Construct } from "constructs";
import { withArticle } from "../../src/model";

/**
 * The key that marks the kind of a construct, so that constructs with the same members are not interchangeable, at
 * compile time or at run time. All copies of this package share the symbol.
 */
export const kind: unique symbol = Symbol.for("platform-iac.kind");

export type Kind = "group" | "identity" | "role" | "repo";

/** The model's type of each kind. */
export const typeOfKind = { group: "Group", identity: "Identity", role: "Role", repo: "Repo" } as const;

/** A construct that stands for one kind of resource. */
export interface OfKind<K extends Kind> {
  /** @ignore */
  readonly [kind]: K;
}

/** Returns the kind of a value; undefined if it is not one of our constructs. */
export const kindOf = (value: unknown): Kind | undefined => (value as Partial<OfKind<Kind>> | null | undefined)?.[kind];

/** Returns whether a value is a construct, or a built-in role, rather than a property's value. */
export const isConstruct = (value: unknown): boolean =>
  (Construct.isConstruct(value) && !Token.isUnresolved(value)) || kindOf(value) !== undefined;

/** The class of each kind, as a phrase after "must be". */
const classPhrases: Readonly<Record<Kind, string>> = {
  group: "a Group",
  identity: "an Identity",
  role: "a Role",
  repo: "a Repo",
};

/**
 * Throws an Error unless the value is of the kind and stands for one resource. `path` is the path of the construct that
 * takes it, `property` the name of its property.
 */
export function requireKind(path: string, property: string, value: unknown, expected: Kind): void {
  const factory = classPhrases[expected].split(" ")[1];
  const expectedPhrase = `${withArticle(expected)}: ${classPhrases[expected]}, such as the result of ${factory}.fromUid or ${factory}.fromLookup`;
  if (value === undefined || value === null)
    throw new Error(`[${path}] ${property} is required; it must be ${expectedPhrase}`);
  if (kindOf(value) !== expected)
    throw new Error(`[${path}] ${property} must be ${expectedPhrase}; got ${description(value)}`);
  const { forEach, count } = value as { readonly forEach?: unknown; readonly count?: unknown };
  if (forEach === undefined && count === undefined) return;
  const argument = forEach === undefined ? "count" : "forEach";
  throw new Error(
    `[${path}] ${property} is ${description(value)} with ${argument}, which represents several resources; ` +
      `iterate over it with TerraformIterator.fromResources, and set forEach and ${factory}.fromUid(scope, id, iterator.getString("uid"))`,
  );
}

/** Describes a value, as a phrase after "got". */
export function description(value: unknown): string {
  const kind = kindOf(value);
  const name = Construct.isConstruct(value) ? ` ${JSON.stringify(value.node.path)}` : "";
  if (kind) return `${withArticle(kind)}${name}`;
  if (name) return `the ${value!.constructor.name}${name}`;
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "string" ? `the string ${JSON.stringify(value)}` : `of type ${typeof value}`;
}
