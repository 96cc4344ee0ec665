import { rootOf } from "../../../api";
import type { ResourceDefinition } from "../../../model";
import type { Caller } from "../access";
import { rulesOf } from "../rules";
import { findVisible } from "./read";
import type { Dependencies } from "./types";
import { write } from "./write";

export function remove(
  dependencies: Dependencies,
  definition: ResourceDefinition,
  caller: Caller,
  uid: string,
): Promise<void> {
  return write(dependencies, caller, { root: rootOf(uid) }, async ({ db, access }) => {
    const { readOnly, beforeDelete } = rulesOf(definition.name);
    const found = await findVisible(db, access, definition, uid);
    const refusal = readOnly?.(found);
    if (refusal) throw refusal;
    access.require(definition.capabilities.delete ?? [], uid);
    return async (context) => {
      await beforeDelete?.(context, found);
      await context.remove(found);
    };
  });
}
