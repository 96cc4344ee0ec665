import { invalidArgument, PlatformError, rootOf } from "../../../api";
import {
  type JsonObject,
  type MethodRequest,
  type MethodResponse,
  type Methods,
  type ResourceDefinition,
  registry,
} from "../../../model";
import { writeAuditEvent } from "./audit";
import { checkedCreate } from "./create";
import { idempotent } from "./idempotency";
import { checkedInputs } from "./inputs";
import { checkParent } from "./read";
import type { Dependencies, MethodCall, Write } from "./types";
import { write } from "./write";

const definition: ResourceDefinition = registry.roleBindings;

type Method = Methods["batchCreateRoleBindings"];

/**
 * Creates all or none of several role bindings in one group. The outer `roleUid` applies to all of them. Errors name
 * the index of the request. The idempotency key works as in a create.
 */
export function batchCreateRoleBindings(
  dependencies: Dependencies,
  { caller, scope: parent, request, idempotencyKey: key }: MethodCall<Method>,
): Promise<MethodResponse<Method>> {
  return write(dependencies, caller, { root: rootOf(parent), adds: true }, async (checking) => {
    if (parent === "") throw invalidArgument({ path: ["parent"], problem: "is required" });
    await checkParent(checking, registry.groups, parent);
    checking.access.require(definition.capabilities.create ?? [], parent);
    const all = bodiesOf(request()).map((each, index) =>
      withPath(index, () => checkedInputs(definition, each, checking.now)),
    );
    const keyed = { caller, key, request: [definition.name, parent, "batch", all] };
    const createOnce = await idempotent(checking, keyed, async () => {
      const changes: Write<JsonObject>[] = [];
      for (const [index, inputs] of all.entries())
        changes.push(await withPath(index, () => checkedCreate(checking, definition, parent, inputs)));
      return async (context) => {
        const roleBindings: JsonObject[] = [];
        for (const [index, change] of changes.entries())
          roleBindings.push(await withPath(index, () => change(context)));
        return { roleBindings };
      };
    });
    return async (context) => {
      const result = await createOnce(context);
      // The response of this request, or of an earlier one with the same key.
      const response = result.response as MethodResponse<Method>;
      if (result.isReplay)
        for (const [index, fields] of all.entries()) {
          const uid = response.roleBindings[index]?.uid ?? "";
          await writeAuditEvent(context, definition, { uid, fields }, { action: "create", replay: true });
        }
      return response;
    };
  });
}

/** Returns the bodies of the role bindings, which must not contradict the batch. Throws INVALID_ARGUMENT. */
function bodiesOf({ parent, requests, roleUid }: MethodRequest<Method>): JsonObject[] {
  return requests.map(({ parent: ownParent, roleBinding }, index) => {
    const invalid = (path: readonly string[], problem: string) =>
      invalidArgument({ path: ["requests", index, ...path], problem });
    if (ownParent && ownParent !== parent) throw invalid(["parent"], "must equal the parent of the batch");
    if (roleUid && roleBinding.roleUid && roleBinding.roleUid !== roleUid)
      throw invalid(["roleBinding", "roleUid"], "must equal the roleUid of the batch");
    return roleUid ? { ...roleBinding, roleUid } : roleBinding;
  });
}

/** Runs a function, adding the index of its request to the paths of violations. */
function withPath<T>(index: number, run: () => T): T {
  const rethrow = (error: unknown): never => {
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
    return result instanceof Promise ? (result.catch(rethrow) as T) : result;
  } catch (error) {
    return rethrow(error);
  }
}
