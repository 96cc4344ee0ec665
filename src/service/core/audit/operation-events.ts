import { isUid, PlatformError } from "../../../api";
import { auditEvent, type MethodDefinition, type ResourceDefinition } from "../../../model";
import { type AuditAction, type AuditEvent, ChainDamage } from "../../store";
import type { Caller } from "../access";
import { type Operations, scopeOf } from "../operations";
import { requestOf } from "../operations/audit";
import type { Audit } from "./audit";

/** Throws instead of returning a list that lacks unsealed events and would appear complete. */
function listIncomplete(error: unknown): never {
  if (!(error instanceof ChainDamage)) throw error;
  throw new PlatformError(
    "DATA_LOSS",
    "Data loss: the audit chain is damaged, so the list would be incomplete; the operator must run `platformctl audit verify`",
    { cause: error },
  );
}

/** Wraps the operations to audit writes that lack a capability, and to seal events before they are listed. */
export function auditOperations(operations: Operations, audit: Audit): Operations {
  /** Returns a handler that audits a denied write and rethrows its error. */
  const denied =
    (
      action: AuditAction,
      definition: ResourceDefinition,
      caller: Caller,
      uid: unknown,
      values?: AuditEvent["values"],
    ) =>
    (error: unknown) => {
      if (error instanceof PlatformError && error.code === "PERMISSION_DENIED")
        audit.enqueue({
          action,
          outcome: error.code,
          reason: error.message,
          actor: caller.identityUid,
          resourceType: definition.name,
          ...(typeof uid === "string" && isUid(uid) ? { resource: uid } : {}),
          ...(values ? { values } : {}),
          ...requestOf(caller),
        });
      throw error;
    };

  return {
    ...operations,
    list: async (definition, caller, request) => {
      // Makes the caller's latest events visible in the list.
      if (definition.name === auditEvent.name) await audit.seal().catch(listIncomplete);
      return operations.list(definition, caller, request);
    },
    create: (definition, caller, parentUid, ...request) =>
      operations
        .create(definition, caller, parentUid, ...request)
        .catch(denied("create", definition, caller, parentUid)),
    update: (definition, caller, uid, ...request) =>
      operations.update(definition, caller, uid, ...request).catch(denied("update", definition, caller, uid)),
    delete: (definition, caller, uid, ...options) =>
      operations.delete(definition, caller, uid, ...options).catch(denied("delete", definition, caller, uid)),
    call: (method, caller, request, ...options) => {
      const { audit: event, type }: MethodDefinition = method;
      const response = operations.call(method, caller, request, ...options);
      return event
        ? response.catch(denied(event.action, type, caller, scopeOf(method, request), event.values))
        : response;
    },
  };
}
