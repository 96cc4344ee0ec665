/** Transforms values attribute by attribute, according to their schema. */

import { type Attribute, type Block, blockType, type NestedBlock } from "./schema";
import { isRecord, mapRecord, sameValue, unknown, type Value, type ValueRecord } from "./values/cty";

/**
 * Plans a resource that has no `plan` handler: returns the engine's proposed state; if that changes anything, every
 * computed attribute that is not configured becomes unknown.
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

/** Returns a state in which every write-only attribute is null. */
export function withoutWriteOnly(schema: Block, state: ValueRecord): ValueRecord {
  return changeAttributes(schema, state, null, ({ writeOnly }) => (writeOnly ? null : undefined));
}

/** Reports whether a schema has write-only attributes. */
export function hasWriteOnly({ attributes, blocks = {} }: Block): boolean {
  return (
    Object.values(attributes).some(({ writeOnly, nested }) => writeOnly || (nested && hasWriteOnly(nested))) ||
    Object.values(blocks).some(({ block }) => hasWriteOnly(block))
  );
}

/** Returns a configuration that produces a state: attributes that only the provider sets are null. */
export function configByDefault(schema: Block, state: ValueRecord): ValueRecord {
  return changeAttributes(schema, state, null, ({ required, optional }) => (required || optional ? undefined : null));
}

/** Returns an attribute's new value; undefined keeps the value and continues with its nested attributes. */
type Change = (attribute: Attribute, value: Value, counterpart: Value | undefined) => Value | undefined;

/**
 * Rebuilds a value. `counterpart` is traversed in parallel; it is undefined where no value corresponds, such as for set
 * elements.
 */
function changeAttributes(
  block: Block,
  value: ValueRecord,
  counterpart: ValueRecord | null,
  change: Change,
): ValueRecord {
  const { attributes, blocks } = block;
  return mapRecord(value, (member, name) => {
    const other = counterpart?.[name];
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
  counterpart: Value | undefined,
  change: Change,
): Value {
  const changeOne = (one: Value, other: Value | undefined): Value =>
    isRecord(one) ? changeAttributes(block, one, isRecord(other) ? other : null, change) : one;
  if (nesting === "single" || nesting === "group") return changeOne(value, counterpart);
  if (Array.isArray(value)) {
    const others = nesting === "list" && Array.isArray(counterpart) ? (counterpart as readonly Value[]) : [];
    return value.map((one, index) => changeOne(one, others[index]));
  }
  if (!isRecord(value)) return value;
  return mapRecord(value, (one, key) => changeOne(one, isRecord(counterpart) ? counterpart[key] : undefined));
}
