import { IDEMPOTENCY_KEY, methodPath, PlatformError, parametersOf } from "../../src/api";
import { createClient } from "../../src/client";
import { builtInRole, customMethods, type MethodName, type MethodRequest, type Methods } from "../../src/model";
import { files, registryOf, rpcName, serviceName } from "../../src/service/protos";
import { openApiDocument } from "../../src/service/rest/openapi/document";
import { GrpcClient } from "../service/grpc/client";
import { grpcOnSqlite } from "./grpc";
import { claims, errorOf, World } from "./world";

/** A request of every custom method, by uids of a group and an identity with the same name as subject. */
const requests: {
  readonly [N in MethodName]: (group: string, identity: string, name: string) => MethodRequest<Methods[N]>;
} = {
  testCapabilities: (uid) => ({ uid, capabilities: ["CAP_IAM_GROUPS_LIST"] }),
  previewDeleteGroup: (uid) => ({ uid }),
  lookupIdentity: (_group, _identity, name) => claims(name),
  revokeTokens: (_group, uid) => ({ uid }),
  batchCreateRoleBindings: (parent, identityUid) => ({
    parent,
    requests: [{ roleBinding: { identityUid, roleUid: builtInRole("viewer").uid } }],
  }),
  checkAccess: (groupUid, identityUid) => ({
    questions: [{ identityUid, groupUid, capability: "CAP_IAM_GROUPS_LIST" }],
  }),
  listAccess: (groupUid) => ({ groupUid, capability: "CAP_IAM_GROUPS_LIST" }),
};

const protos = registryOf(files);
const document = openApiDocument();

describe.each(customMethods)("$name", (method) => {
  let world: World;
  let grpc: GrpcClient;
  beforeAll(async () => {
    world = await World.start(grpcOnSqlite);
    grpc = new GrpcClient(String(world.service.baseUrl));
  });
  afterAll(async () => {
    grpc.close();
    await world.close();
  });

  const rpc = `${serviceName(method.type)}/${rpcName(method)}`;
  const request = async (name: string) => {
    const [group, identity] = [await world.group(name), await world.identity(name)];
    return { ...requests[method.name](group, identity, name) } as Readonly<Record<string, unknown>>;
  };

  /** Sends a request over REST, with its fields in the path, query or body. */
  async function rest(value: Readonly<Record<string, unknown>>, token = world.token) {
    const { uid, ...others } = value;
    const fields = method.target === "resource" ? others : value;
    const query = new URLSearchParams(
      Object.entries(fields).map(([name, each]): [string, string] => [name, String(each)]),
    );
    const path = methodPath(method, String(uid));
    const hasBody = method.http === "POST";
    const response = await fetch(`${world.service.baseUrl}${path}${hasBody ? "" : `?${query}`}`, {
      method: method.http,
      headers: { authorization: `Bearer ${token}`, ...(hasBody ? { "content-type": "application/json" } : {}) },
      ...(hasBody ? { body: JSON.stringify(fields) } : {}),
    });
    const body = JSON.parse(await response.text());
    if (!response.ok) throw PlatformError.fromBody(response.status, body);
    return body;
  }

  test("is served over REST, gRPC and by the client, with all fields of the response", async () => {
    const fields = Object.keys(method.response);
    expect(Object.keys(await rest(await request("rest")))).toEqual(fields);
    expect(Object.keys(await grpc.call(rpc, await request("grpc"), { token: world.token }))).toEqual(fields);

    const client = createClient({
      baseUrl: String(world.service.baseUrl),
      credentials: { token: async () => world.token },
    });
    const { uid, ...others } = await request("client");
    const parameters = method.target === "resource" ? others : { uid, ...others };
    const call = (client as unknown as Collections)[method.type.plural]?.[method.verb];
    const response = await call?.(
      ...(method.target === "resource" ? [uid] : []),
      ...(Object.keys(parametersOf(method)).length > 0 ? [parameters] : []),
    );
    await client.close();
    expect(Object.keys(response ?? {})).toEqual(fields);
  });

  test("is declared in the protobuf service and in the OpenAPI document", () => {
    const declared = protos.getService(serviceName(method.type))?.methods.find(({ name }) => name === rpcName(method));
    const names = (message: { readonly fields: readonly { readonly jsonName: string }[] } | undefined) =>
      message?.fields.map(({ jsonName }) => jsonName);
    expect(names(declared?.input)).toEqual(Object.keys(method.request));
    expect(names(declared?.output)).toEqual(Object.keys(method.response));

    const operation = document.paths[methodPath(method, "{uid}")]?.[method.http === "GET" ? "get" : "post"];
    expect(operation).toMatchObject({ operationId: method.name, "x-capabilities": method.capabilities });
    const parameters = operation?.parameters?.map(({ name }) => name).filter((name) => name !== IDEMPOTENCY_KEY) ?? [];
    const body = JSON.stringify(operation?.requestBody ?? {});
    for (const name of Object.keys(method.request))
      expect(parameters.includes(name) || body.includes(JSON.stringify(name))).toBe(true);
  });

  test("rejects unknown fields and missing tokens", async () => {
    const value = await request("invalid");
    expect(await errorOf(rest({ ...value, colour: "red" }))).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining("colour is not a"),
    });
    expect(await errorOf(rest(value, "none"))).toMatchObject({ code: "UNAUTHENTICATED" });
    expect(await errorOf(grpc.call(rpc, value, { token: "none" }))).toMatchObject({ code: "UNAUTHENTICATED" });
  });
});

type Collections = Readonly<Record<string, Readonly<Record<string, (...args: readonly unknown[]) => Promise<object>>>>>;
