import { applyMask, changedFields, findRemovedValues, invalidArgument, parseMask, rootOf } from "../../../api";
import { type JsonObject, type ResourceDefinition, registry } from "../../../model";
import type { Caller } from "../access";
import { type CheckContext, rulesOf } from "../rules";
import { checkedInputs, checkImmutable, checkOutputs, hasSameStoredForm, readInputs, withOutputs } from "./inputs";
import { present } from "./present";
import { requireReachableOwner } from "./reachable-owner";
import { findVisible } from "./read";
import { checkSize } from "./resource-size";
import { replace } from "./resource-writes";
import { checkedSingletons } from "./singleton-writes";
import type { Dependencies, InputsFrom, UpdateOptions, Write } from "./types";
import { write } from "./write";

export async function update(
  dependencies: Dependencies,
  definition: ResourceDefinition,
  caller: Caller,
  uid: string,
  body: JsonObject,
  mask: readonly string[],
  options?: UpdateOptions,
): Promise<JsonObject> {
  const inputsFrom = inputsAfterUpdate(definition, body, mask);
  if (definition.name === registry.identities.name) await requireReachableOwner(dependencies, caller, uid, inputsFrom);
  return write(dependencies, caller, { root: rootOf(uid) }, (checking) =>
    checkedUpdate(checking, definition, uid, inputsFrom, options),
  );
}

/** Checks an update, and returns how to run it. */
export async function checkedUpdate(
  checking: CheckContext,
  definition: ResourceDefinition,
  uid: string,
  inputsFrom: InputsFrom,
  { verbatim = false, singletons = [] }: UpdateOptions = {},
): Promise<Write<JsonObject>> {
  const { readOnly, assignOnUpdate, checkUpdate, beforeUpdate } = rulesOf(definition.name);
  const { db, access, now } = checking;
  const before = await findVisible(db, access, definition, uid);
  const refusal = readOnly?.(before);
  if (refusal) throw refusal;
  access.require(definition.capabilities.update ?? [], uid);

  const inputs = inputsFrom(before.fields, now);
  checkImmutable(definition.fields, before.fields, inputs);
  checkSize(inputs, before.fields);
  const writeSingletons = checkedSingletons(singletons, now);
  const changed = changedFields(definition, before.fields, inputs);
  if (changed.length === 0 && !(verbatim && !hasSameStoredForm(definition, before.fields, inputs)))
    return async (context) => {
      await writeSingletons(context, uid);
      return present(context.tx, context.access, definition, before);
    };

  const fields = withOutputs(definition.fields, before.fields, inputs);
  const next = { ...before, updateTime: now, fields };
  const after = { ...next, fields: { ...fields, ...assignOnUpdate?.(before, next) } };
  await checkUpdate?.(checking, before, after);
  return async (context) => {
    await writeSingletons(context, uid);
    await beforeUpdate?.(context, before, after);
    await replace(context, definition, after, changed);
    return present(context.tx, context.access, definition, after);
  };
}

/**
 * Returns a function that computes the inputs after an update. Caches the result for the same fields, because patterns
 * are slow to compile.
 */
export function inputsAfterUpdate(
  definition: ResourceDefinition,
  body: JsonObject,
  mask: readonly string[],
): InputsFrom {
  let known: { readonly from: string; readonly inputs: JsonObject } | undefined;
  return (before, now) => {
    const from = JSON.stringify(before);
    if (known?.from !== from) {
      const { value, dropped } = masked(definition, before, body, mask);
      known = { from, inputs: checkedInputs(definition, value, now, { dropped, stored: before }) };
    }
    return known.inputs;
  };
}

/** Applies the mask of an update, and returns what it drops. Without a mask, the members of the body are the mask. */
function masked(definition: ResourceDefinition, current: JsonObject, body: JsonObject, mask: readonly string[]) {
  const parsed = parseMask(definition, mask);
  if ("violations" in parsed) throw invalidArgument(parsed.violations);
  const { value, named } = readInputs(definition, body);
  const paths = parsed.paths.length > 0 ? parsed.paths : named.map((name) => [name]);
  checkOutputs(definition, current, value, paths);
  const next = applyMask(definition, current, value, paths);
  return { value: next, dropped: findRemovedValues(definition, current, next, value, paths) };
}
