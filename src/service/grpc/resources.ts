import { apiVersions, IDEMPOTENCY_KEY } from "../../api";
import {
  collectionDefinitions,
  type JsonObject,
  type Operation,
  objectOrEmpty,
  type ResourceDefinition,
  singular,
  withSingletons,
} from "../../model";
import { checkDeleteOptions } from "../core/operations";
import { listResponse } from "../core/operations/list-response";
import type { Platform } from "../platform";
import { methodName, serviceName } from "../protos";
import { customMethods } from "./custom-methods";
import { parametersOf, text } from "./requests";
import type { Call, Method, Service } from "./service";

/** The services of all types, in all API versions, implemented by the same operations as REST. */
export function resourceServices(platform: Platform): Service[] {
  return collectionDefinitions.flatMap((definition) => {
    const own = withSingletons(definition).flatMap((type) =>
      type.operations.map((operation): [string, Method] => [
        methodName(operation, type),
        (call) => handlers[operation](platform, type, call),
      ]),
    );
    const methods = { ...Object.fromEntries(own), ...customMethods(platform, definition) };
    return apiVersions.map((version) => ({
      name: serviceName(definition, version),
      domain: definition.domain,
      methods,
    }));
  });
}

type Handler = (platform: Platform, definition: ResourceDefinition, call: Call) => Promise<JsonObject>;

const handlers: Readonly<Record<Operation, Handler>> = {
  async list(platform, definition, call) {
    const caller = await call.caller();
    return listResponse(platform, definition, caller, parametersOf(call.request().value), call.response());
  },
  async get({ operations }, definition, call) {
    const caller = await call.caller();
    return operations.get(definition, caller, text(call.request().value.uid));
  },
  async create({ operations }, definition, call) {
    const caller = await call.caller();
    const { value } = call.request();
    const key = call.metadata(IDEMPOTENCY_KEY);
    return operations.create(definition, caller, text(value.parent), resourceIn(definition, value), key);
  },
  async update({ operations }, definition, call) {
    const caller = await call.caller();
    const { value, updateMask } = call.request();
    const resource = resourceIn(definition, value);
    return operations.update(definition, caller, text(resource.uid), resource, updateMask);
  },
  async delete({ operations }, definition, call) {
    const caller = await call.caller();
    const { uid, ...options } = call.request().value;
    await operations.delete(definition, caller, text(uid), checkDeleteOptions(options));
    return {};
  },
};

const resourceIn = (definition: ResourceDefinition, request: JsonObject): JsonObject =>
  objectOrEmpty(request[singular(definition)]);
