import { invalidArgument, isRoot, type PlatformError, rootOf } from "../../../api";
import { definitionOf, type JsonObject, type ResourceDefinition } from "../../../model";
import { type Caller, isGrant } from "../access";
import { type CheckContext, rulesOf } from "../rules";
import { writeAuditEvent } from "./audit";
import { idempotent } from "./idempotency";
import { checkAtTime, normalizedInputs, readInputs } from "./inputs";
import { present } from "./present";
import { checkParent, readCapabilities } from "./read";
import { checkSize } from "./resource-size";
import { draft, insert, uidWithSameValues } from "./resource-writes";
import { checkedSingletons } from "./singleton-writes";
import type { CreateOptions, Dependencies, Write } from "./types";
import { checkedUpdate, inputsAfterUpdate } from "./update";
import { write } from "./write";

export function create(
  dependencies: Dependencies,
  definition: ResourceDefinition,
  caller: Caller,
  parentUid: string,
  body: JsonObject,
  idempotencyKey?: string,
  { singletons = [], updateExisting }: CreateOptions = {},
): Promise<JsonObject> {
  const lock = { root: rootOf(parentUid), adds: !updateExisting, grantsNothing: !isGrant(definition) };
  let known: JsonObject | undefined;
  let isChecked = false;
  return write(dependencies, caller, lock, async (checking) => {
    if (parentUid === "") throw withoutParent(definition);
    await checkParent(checking, definitionOf(definition.parent.type), parentUid);
    checking.access.require(definition.capabilities.create ?? [], parentUid);
    if (definition.parent.rootOnly && !isRoot(parentUid))
      throw invalidArgument({ path: [definition.parent.attribute], problem: "must be an organization, a root group" });
    // First, so that the inputs have a normal form when they are compared with an earlier request's.
    known ??= normalizedInputs(definition, readInputs(definition, body).value);
    const inputs = known;
    checkSize(inputs);
    const request = [definition.name, parentUid, inputs, ...singletons.map(({ body }) => body)];
    const createOnce = await idempotent(checking, { caller, key: idempotencyKey, request }, async () => {
      // Not for a repeated request, whose times may have passed since.
      if (!isChecked) checkAtTime(definition, inputs, checking.now);
      isChecked = true;
      const writeSingletons = checkedSingletons(singletons, checking.now);
      const change =
        (updateExisting && (await checkedReplace(checking, definition, parentUid, inputs, updateExisting))) ??
        (await checkedCreate(checking, definition, parentUid, inputs));
      return async (context) => {
        const created = await change(context);
        await writeSingletons(context, String(created.uid));
        return created;
      };
    });
    return async (context) => {
      const { response, isReplay } = await createOnce(context);
      if (isReplay)
        await writeAuditEvent(
          context,
          definition,
          { uid: String(response.uid), fields: inputs },
          { action: "create", replay: true },
        );
      return response;
    };
  });
}

function withoutParent({ plural, parent: { attribute, optional } }: ResourceDefinition): PlatformError {
  const reason = optional ? `; ${plural} without a parent cannot be created through the API` : "";
  return invalidArgument({ path: [attribute], problem: `is required${reason}` });
}

/** Checks the creation of a resource from validated inputs, in a parent in which the caller may create it. */
export async function checkedCreate(
  checking: CheckContext,
  definition: ResourceDefinition,
  parentUid: string,
  inputs: JsonObject,
): Promise<Write<JsonObject>> {
  const resource = draft(definition, parentUid, inputs, checking.now, checking.by);
  await rulesOf(definition.name).checkCreate?.(checking, resource);
  return async (context) => {
    await insert(context, definition, resource);
    return present(context.tx, context.access, definition, resource, true);
  };
}

/**
 * Checks the replacement of the resource with the same unique values; undefined if there is none that the caller can
 * see.
 */
async function checkedReplace(
  checking: CheckContext,
  definition: ResourceDefinition,
  parent: string,
  inputs: JsonObject,
  mask: readonly string[],
): Promise<Write<JsonObject> | undefined> {
  const uid = await uidWithSameValues(checking.db, definition, { parent, fields: inputs });
  if (uid === undefined || !checking.access.has(readCapabilities(definition), uid)) return undefined;
  return checkedUpdate(checking, definition, uid, inputsAfterUpdate(definition, inputs, mask), { verbatim: true });
}
