import type { Block, ManagedResource, Provider, ValueRecord } from "../../../../src/provider/plugin/index";
import { codec, type ProviderCall, providerCalls } from "../../../../src/provider/plugin/protocol/services";
import { pluginMethods } from "../../../../src/provider/plugin/rpc";
import type { Call, UnaryMethod } from "../../../../src/provider/plugin/transport/grpc";

const call: Call = { signal: new AbortController().signal };

/** Creates a provider with one resource, whose reads and plans change nothing. */
function methodsFor(attributes: Block["attributes"]) {
  const unused = () => Promise.reject(new Error("not called"));
  const resource: ManagedResource = {
    schema: { attributes },
    create: unused,
    update: unused,
    delete: unused,
    read: ({ state }) => ({ state }),
    plan: ({ prior }) => ({ planned: prior as ValueRecord }),
  };
  const provider: Provider = {
    schema: { attributes: {} },
    resources: { t: resource },
    dataSources: {},
    configure() {},
  };
  const methods = pluginMethods({ load: () => provider, shutdown() {} });
  return async (name: ProviderCall, request: object) => {
    const { unary } = methods.get(`/tfplugin6.Provider/${name}`) as UnaryMethod;
    const [requestName, responseName] = providerCalls[name];
    const response = await unary(codec.encode(requestName, { typeName: "t", ...request } as never), call);
    return codec.decode(responseName, response) as never as Record<string, { readonly msgpack: Buffer }>;
  };
}

/** {"a": …}; its tokens differ in order and size from those that the SDK writes. */
const state = (value: string) => ({ msgpack: Buffer.from(`de0001a161${value}`, "hex") });

test("returns the original bytes of an unchanged state", async () => {
  const ask = methodsFor({ a: { type: ["map", "string"], optional: true } });
  const same = state("81a16ba178");
  expect((await ask("ReadResource", { currentState: same })).newState!.msgpack).toEqual(same.msgpack);
  const planned = await ask("PlanResourceChange", { priorState: same, proposedNewState: same, config: same });
  expect(planned.plannedState!.msgpack).toEqual(same.msgpack);
});

test("encodes numbers as text even if unchanged, because engines send theirs with fewer digits", async () => {
  const ask = methodsFor({ a: { type: ["map", "number"], optional: true } });
  const answered = async (value: string) =>
    (await ask("ReadResource", { currentState: state(value) })).newState!.msgpack.toString("hex");
  expect(await answered("81a16b05")).toBe("81a16181a16ba135");
  expect(await answered("80")).toBe(state("80").msgpack.toString("hex"));
});

test("removes write-only values from an unchanged state", async () => {
  const ask = methodsFor({ a: { type: "string", optional: true, writeOnly: true } });
  const { newState } = await ask("ReadResource", { currentState: state("a178") });
  expect(newState!.msgpack.toString("hex")).toBe("81a161c0");
});
