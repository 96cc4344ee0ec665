import { IDEMPOTENCY_KEY } from "../../api";
import { type JsonObject, objectOrEmpty, singular } from "../../model";
import type { Platform } from "../platform";
import { type V1Operation, v1MethodName, v1OperationsOf, v1ServiceName } from "../protos";
import { type V1Operations, type V1Part, type V1Type, v1Methods, v1Operations, v1Types } from "../v1";
import { parametersOf, text } from "./requests";
import type { Call, Method, Service } from "./service";

/** The services of v1, implemented by the same operations as over HTTP. */
export function v1Services(platform: Platform): Service[] {
  const operations = v1Operations(platform);
  return [...new Set(v1Types.map(v1ServiceName))].map((name) => {
    const types = v1Types.filter((type) => v1ServiceName(type) === name);
    const methods = types.flatMap((type) =>
      v1OperationsOf(type).map((operation): [string, Method] => [
        v1MethodName(operation, type),
        (call) => handlers[operation](operations, type, call),
      ]),
    );
    return {
      name,
      domain: types[0]?.definition.domain ?? "iam",
      methods: { ...Object.fromEntries(methods), ...customMethods(operations, types) },
    };
  });
}

type Handler = (operations: V1Operations, type: V1Type, call: Call) => Promise<JsonObject>;

const handlers: Readonly<Record<V1Operation, Handler>> = {
  async list(operations, type, call) {
    const caller = await call.caller();
    const take = ({ items }: V1Part) => call.write({ items });
    await operations.list(type, caller, parametersOf(call.request().value), take, call.response());
    return {};
  },
  async create(operations, type, call) {
    const caller = await call.caller();
    const { value } = call.request();
    const resource = type.created ? value : objectOrEmpty(value[singular(type.definition)]);
    return operations.create(type, caller, text(value[type.parent]), resource, {
      idempotencyKey: call.metadata(IDEMPOTENCY_KEY),
      preventExisting: value.preventExisting === true,
    });
  },
  async update(operations, type, call) {
    const caller = await call.caller();
    const { value } = call.request();
    return operations.update(type, caller, text(value[type.key ?? "id"]), value);
  },
  async delete(operations, type, call) {
    const caller = await call.caller();
    await operations.delete(type, caller, text(call.request().value[type.key ?? "id"]));
    return {};
  },
};

/** Returns the custom methods of a service by name. */
const customMethods = (operations: V1Operations, types: readonly V1Type[]): Readonly<Record<string, Method>> =>
  Object.fromEntries(
    v1Methods
      .filter(({ type }) => types.includes(type))
      .map((method): [string, Method] => [
        method.name,
        async (call) => {
          const caller = await call.caller();
          return operations.call(method, caller, call.request().value, call.metadata(IDEMPOTENCY_KEY));
        },
      ]),
  );
