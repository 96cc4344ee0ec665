import { IDEMPOTENCY_KEY } from "../../api";
import { type JsonObject, registry } from "../../model";
import { deleteOptions } from "../core/operations";
import type { Platform } from "../platform";
import { text } from "./requests";
import type { Method } from "./service";

/** Returns the custom methods of services, by type and method. */
export const customMethods = ({
  operations,
}: Platform): Readonly<Record<string, Readonly<Record<string, Method>>>> => ({
  [registry.groups.name]: {
    async TestCapabilities(call) {
      const caller = await call.caller();
      const { uid, capabilities } = call.request().value;
      const names = Array.isArray(capabilities) ? capabilities.map(String) : [];
      return operations.testCapabilities(caller, text(uid), names);
    },
    async DeleteGroup(call) {
      const caller = await call.caller();
      const { uid, ...parameters } = call.request().value;
      const { force, etag } = deleteOptions(
        new Map(Object.entries(parameters).map(([name, value]) => [name, [String(value)]])),
      );
      if (force) await operations.forceDelete(caller, text(uid), etag);
      else await operations.delete(registry.groups, caller, text(uid));
      return {};
    },
    async PreviewDeleteGroup(call) {
      const caller = await call.caller();
      return operations.previewDelete(caller, text(call.request().value.uid));
    },
  },
  [registry.identities.name]: {
    async LookupIdentity(call) {
      const caller = await call.caller();
      const { issuer, subject } = call.request().value;
      return operations.lookupIdentity(caller, { issuer: text(issuer), subject: text(subject) });
    },
    async RevokeTokens(call) {
      const caller = await call.caller();
      return operations.revokeTokens(caller, text(call.request().value.uid));
    },
  },
  [registry.roleBindings.name]: {
    async BatchCreateRoleBindings(call) {
      const caller = await call.caller();
      const key = call.metadata(IDEMPOTENCY_KEY);
      return operations.batchCreateRoleBindings(caller, call.request().value, key);
    },
  },
  [registry.repos.name]: {
    async GetRepoReadme(call) {
      const caller = await call.caller();
      return operations.getReadme(caller, text(call.request().value.uid));
    },
    async UpdateRepoReadme(call) {
      const caller = await call.caller();
      const { value, updateMask } = call.request();
      const readme = (value.repoReadme ?? {}) as JsonObject;
      return operations.updateReadme(caller, text(readme.uid), readme, updateMask);
    },
  },
});
