import { IDEMPOTENCY_KEY } from "../../api";
import { type JsonObject, methodsOf, type ResourceDefinition, registry } from "../../model";
import type { Platform } from "../platform";
import { rpcName } from "../protos";
import { text } from "./requests";
import type { Method } from "./service";

/** Returns the custom methods of a type's service by name. */
export const customMethods = (
  { operations }: Platform,
  definition: ResourceDefinition,
): Readonly<Record<string, Method>> => ({
  ...Object.fromEntries(
    methodsOf(definition).map((method): [string, Method] => [
      rpcName(method),
      async (call) => {
        const caller = await call.caller();
        return operations.call(method, caller, call.request().value, call.metadata(IDEMPOTENCY_KEY));
      },
    ]),
  ),
  ...(definition.name === registry.repos.name ? readmeMethods(operations) : {}),
});

const readmeMethods = (operations: Platform["operations"]): Readonly<Record<string, Method>> => ({
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
});
