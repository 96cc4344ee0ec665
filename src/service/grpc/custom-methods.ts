import { IDEMPOTENCY_KEY } from "../../api";
import { methodsOf, type ResourceDefinition } from "../../model";
import { methodResponse } from "../core/operations/list-response";
import type { Platform } from "../platform";
import { rpcName } from "../protos";
import type { Method } from "./service";

/** Returns the custom methods of a type's service by name. */
export const customMethods = (platform: Platform, definition: ResourceDefinition): Readonly<Record<string, Method>> =>
  Object.fromEntries(
    methodsOf(definition).map((method): [string, Method] => [
      rpcName(method),
      async (call) => {
        const caller = await call.caller();
        return methodResponse(platform, method, caller, {
          request: call.request().value,
          idempotencyKey: call.metadata(IDEMPOTENCY_KEY),
          share: () => call.response(),
        });
      },
    ]),
  );
