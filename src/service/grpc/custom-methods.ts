import { IDEMPOTENCY_KEY } from "../../api";
import { methodsOf, type ResourceDefinition } from "../../model";
import type { Platform } from "../platform";
import { rpcName } from "../protos";
import type { Method } from "./service";

/** Returns the custom methods of a type's service by name. */
export const customMethods = (
  { operations }: Platform,
  definition: ResourceDefinition,
): Readonly<Record<string, Method>> =>
  Object.fromEntries(
    methodsOf(definition).map((method): [string, Method] => [
      rpcName(method),
      async (call) => {
        const caller = await call.caller();
        return operations.call(method, caller, call.request().value, call.metadata(IDEMPOTENCY_KEY));
      },
    ]),
  );
