import { invalidArgument, isRoot, type PlatformError, rootOf } from "../../api";
import { definitionNamed, type JsonObject, type ResourceDefinition } from "../../model";
import { type Caller, isGrant } from "../access";
import { type Context, rulesOf } from "../rules";
import { writeAuditEvent } from "./audit";
import { once } from "./idempotency";
import { checkedInputs, readInputs } from "./inputs";
import { present } from "./present";
import { findVisible, readingNeeds } from "./read";
import { draft, holderOf, insert } from "./records";
import type { CreateOptions, Settings } from "./types";
import { updateIn } from "./update";
import { write } from "./write";

export function create(
  settings: Settings,
  definition: ResourceDefinition,
  caller: Caller,
  parentUid: string,
  body: JsonObject,
  idempotencyKey?: string,
  { along, replacing }: CreateOptions = {},
): Promise<JsonObject> {
  const turn = { root: rootOf(parentUid), adds: !replacing, grantsNothing: !isGrant(definition) };
  return write(settings, caller, turn, async (context) => {
    if (parentUid === "") throw withoutParent(definition);
    await findVisible(context.tx, context.access, definitionNamed(definition.parent.type)!, parentUid);
    context.access.demand(definition.capabilities.create ?? [], parentUid);
    if (definition.parent.rootOnly && !isRoot(parentUid))
      throw invalidArgument({ path: [definition.parent.attribute], problem: "must be an organization, a root group" });
    // Checked first: what is compared with an earlier request is then of a known shape, however it was written.
    const inputs = checkedInputs(definition, readInputs(definition, body).value, context.now);
    const said = [definition.name, parentUid, inputs, ...(along ? [along.said] : [])];
    const { answer, isRepeated } = await once(context, { caller, key: idempotencyKey, request: said }, async () => {
      const replaced = replacing && (await replaceIn(context, definition, parentUid, inputs, replacing));
      const created = replaced ?? (await createIn(context, definition, parentUid, inputs));
      await along?.write(context, String(created.uid));
      return created;
    });
    if (isRepeated)
      await writeAuditEvent(
        context,
        definition,
        { uid: String(answer.uid), fields: inputs },
        { action: "create", replay: true },
      );
    return answer;
  });
}

function withoutParent({ parent: { attribute, optional } }: ResourceDefinition): PlatformError {
  const further = optional ? ": what stands at the top is made by whoever runs the service" : "";
  return invalidArgument({ path: [attribute], problem: `is required${further}` });
}

/** Creates a resource with inputs that were checked, below a parent that the caller may create it in. */
export async function createIn(
  context: Context,
  definition: ResourceDefinition,
  parentUid: string,
  inputs: JsonObject,
): Promise<JsonObject> {
  const resource = draft(definition, parentUid, inputs, context.now, context.by);
  await rulesOf(definition.name).beforeCreate?.(context, resource);
  await insert(context, definition, resource);
  return present(context.tx, context.access, definition, resource, true);
}

/** Replaces the resource that has what may stand only once; undefined where there is none, or none that the caller sees. */
async function replaceIn(
  context: Context,
  definition: ResourceDefinition,
  parent: string,
  inputs: JsonObject,
  mask: readonly string[],
): Promise<JsonObject | undefined> {
  const uid = await holderOf(context.tx, definition, { parent, fields: inputs });
  if (uid === undefined || !context.access.holds(readingNeeds(definition), uid)) return undefined;
  return updateIn(context, definition, uid, inputs, mask, { asSpelt: true });
}
