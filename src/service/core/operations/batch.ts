import { invalidArgument, PlatformError, rootOf } from "../../../api";
import { isJsonObject, type JsonObject, type ResourceDefinition, registry, type Violation } from "../../../model";
import type { Caller } from "../access";
import { writeAuditEvent } from "./audit";
import { checkedCreate } from "./create";
import { once } from "./idempotency";
import { checkedInputs, readInputs } from "./inputs";
import { checkParent } from "./read";
import type { Change, Settings } from "./types";
import { write } from "./write";

/** The maximum number of requests in a batch. */
const MAX_REQUESTS = 25;

const definition: ResourceDefinition = registry.roleBindings;

/**
 * Creates all or none of several role bindings in one group: `{parent, requests: [{roleBinding: {identityUid,
 * roleUid}}], roleUid}`. The outer `roleUid` applies to all of them. Errors name the index of the request. The
 * idempotency key works as in a create.
 */
export function batchCreateRoleBindings(
  settings: Settings,
  caller: Caller,
  body: JsonObject,
  idempotencyKey?: string,
): Promise<JsonObject> {
  const parent = typeof body.parent === "string" ? body.parent : "";
  return write(settings, caller, { root: rootOf(parent), adds: true }, async (checking) => {
    if (parent === "") throw invalidArgument({ path: ["parent"], problem: "is required" });
    await checkParent(checking, registry.groups, parent);
    checking.access.require(definition.capabilities.create ?? [], parent);
    const all = bodiesOf(body, parent).map((each, index) =>
      at(index, () => checkedInputs(definition, readInputs(definition, each).value, checking.now)),
    );
    const request = { caller, key: idempotencyKey, request: [definition.name, parent, "batch", all] };
    const createOnce = await once(checking, request, async () => {
      const changes: Change<JsonObject>[] = [];
      for (const [index, inputs] of all.entries())
        changes.push(await at(index, () => checkedCreate(checking, definition, parent, inputs)));
      return async (context) => {
        const roleBindings: JsonObject[] = [];
        for (const [index, change] of changes.entries()) roleBindings.push(await at(index, () => change(context)));
        return { roleBindings };
      };
    });
    return async (context) => {
      const { answer, isRepeated } = await createOnce(context);
      if (isRepeated)
        for (const [index, { uid }] of (answer.roleBindings as readonly { readonly uid: string }[]).entries())
          await writeAuditEvent(context, definition, { uid, fields: all[index]! }, { action: "create", replay: true });
      return answer;
    };
  });
}

/** Returns the bodies of the role bindings. Throws INVALID_ARGUMENT for an invalid batch. */
function bodiesOf(body: JsonObject, parent: string): JsonObject[] {
  const { parent: _parent, requests, roleUid = body.role_uid, role_uid: _roleUid, ...unknown } = body;
  const violations: Violation[] = Object.keys(unknown).map((name) => ({
    path: [name],
    problem: "is not a known field; fields are parent, requests, roleUid",
  }));
  if (!Array.isArray(requests) || requests.length === 0 || requests.length > MAX_REQUESTS)
    violations.push({ path: ["requests"], problem: `must have 1 to ${MAX_REQUESTS} elements` });
  if (violations.length > 0) throw invalidArgument(violations);
  return (requests as readonly unknown[]).map((each, index) => bodyOf(each, index, { parent, roleUid }));
}

/** Returns the body of one role binding, which must not contradict the batch. */
function bodyOf(each: unknown, index: number, all: { readonly parent: string; readonly roleUid: unknown }): JsonObject {
  const refuse = (step: string[], problem: string) => invalidArgument({ path: ["requests", index, ...step], problem });
  const { parent, role_binding, roleBinding: given = role_binding, ...unknown } = isJsonObject(each) ? each : {};
  for (const name of Object.keys(unknown)) throw refuse([name], "is not a known field; fields are parent, roleBinding");
  if (parent !== undefined && parent !== "" && parent !== all.parent)
    throw refuse(["parent"], "must be the parent of them all");
  if (!isJsonObject(given)) throw refuse(["roleBinding"], "must be an object");
  if (all.roleUid === undefined || all.roleUid === "") return given;
  const { role_uid, roleUid = role_uid, ...others } = given;
  if (roleUid !== undefined && roleUid !== "" && roleUid !== all.roleUid)
    throw refuse(["roleBinding", "roleUid"], "must be the roleUid of them all");
  return { ...others, roleUid: all.roleUid };
}

/** Runs a function, adding the index of its request to the paths of violations. */
function at<T>(index: number, run: () => T): T {
  const place = (error: unknown): never => {
    const violations = error instanceof PlatformError ? error.detail("BadRequest")?.fieldViolations : undefined;
    if (!violations) throw error;
    throw invalidArgument(
      ...violations.map(({ field, description }) => ({
        path: ["requests", index, "roleBinding", field],
        problem: description.slice(field.length + 1),
      })),
    );
  };
  try {
    const result = run();
    return result instanceof Promise ? (result.catch(place) as T) : result;
  } catch (error) {
    return place(error);
  }
}
