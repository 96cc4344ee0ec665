/** Values changed attribute by attribute, as their schema says. */

import { type Attribute, type Block, blockType, type NestedBlock } from "./schema";
import { isRecord, mapRecord, sameValue, unknown, type Value, type ValueRecord } from "./values/cty";

/**
 * The plan of a resource that has none of its own: what the engine proposes; if that changes anything, every computed
 * attribute that the configuration leaves out is unknown.
 */
export function planByDefault(
  schema: Block,
  {
    prior,
    proposed,
    config,
  }: Readonly<Record<"proposed" | "config", ValueRecord>> & { readonly prior: ValueRecord | null },
): ValueRecord {
  if (prior && sameValue(blockType(schema), prior, proposed)) return prior;
  return changeAttributes(schema, proposed, config, (attribute, _value, configured) =>
    attribute.computed && configured === null ? unknown : undefined,
  );
}

/** A state with null for everything that may not be stored. */
export function withoutWriteOnly(schema: Block, state: ValueRecord): ValueRecord {
  return changeAttributes(schema, state, null, ({ writeOnly }) => (writeOnly ? null : undefined));
}

/** Whether a schema has anything that may not be stored. */
export function hasWriteOnly({ attributes, blocks = {} }: Block): boolean {
  return (
    Object.values(attributes).some(({ writeOnly, nested }) => writeOnly || (nested && hasWriteOnly(nested))) ||
    Object.values(blocks).some(({ block }) => hasWriteOnly(block))
  );
}

/** A configuration that would lead to a state: what only the provider sets is left out. */
export function configByDefault(schema: Block, state: ValueRecord): ValueRecord {
  return changeAttributes(schema, state, null, ({ required, optional }) => (required || optional ? undefined : null));
}

/** What an attribute becomes; undefined leaves it as it is, but for what is nested in it. */
type Change = (attribute: Attribute, value: Value, beside: Value | undefined) => Value | undefined;

/**
 * Rebuilds a value. The second one is walked beside it, and undefined where it has no counterpart: elements of sets
 * have none.
 */
function changeAttributes(block: Block, value: ValueRecord, beside: ValueRecord | null, change: Change): ValueRecord {
  const { attributes, blocks } = block;
  return mapRecord(value, (member, name) => {
    const other = beside?.[name];
    const attribute = attributes[name];
    const nested = blocks?.[name];
    if (attribute) {
      const changed = change(attribute, member, other);
      if (changed !== undefined || !attribute.nested) return changed === undefined ? member : changed;
      return changeNested(attribute.nested.nesting, { attributes: attribute.nested.attributes }, member, other, change);
    }
    return nested ? changeNested(nested.nesting, nested.block, member, other, change) : member;
  });
}

function changeNested(
  nesting: NestedBlock["nesting"],
  block: Block,
  value: Value,
  beside: Value | undefined,
  change: Change,
): Value {
  const changeOne = (one: Value, other: Value | undefined): Value =>
    isRecord(one) ? changeAttributes(block, one, isRecord(other) ? other : null, change) : one;
  if (nesting === "single" || nesting === "group") return changeOne(value, beside);
  if (Array.isArray(value)) {
    const others = nesting === "list" && Array.isArray(beside) ? (beside as readonly Value[]) : [];
    return value.map((one, index) => changeOne(one, others[index]));
  }
  if (!isRecord(value)) return value;
  return mapRecord(value, (one, key) => changeOne(one, isRecord(beside) ? beside[key] : undefined));
}
