import { IDEMPOTENCY_KEY } from "../../src/api";
import { camelCase, isInput, type Operation, type ResourceDefinition, singular } from "../../src/model";
import { startService } from "../../src/service";
import { importLines } from "../../src/service/core/import";
import { methodName, serviceName } from "../../src/service/protos";
import { freshDatabase } from "../engines";
import { type CallOptions, GrpcClient } from "../service/grpc/client";
import { restForm } from "../service/grpc/rest-form";
import type { Api, Deployment, Driver, JsonObject } from "./driver";

/** The service over gRPC, with a store at the location that `data` returns. */
const grpcOn = (engine: string, data: () => Promise<string>): Driver => ({
  name: `gRPC on ${engine}`,
  isTyped: true,
  async start(): Promise<Deployment> {
    let passed = 0;
    const service = await startService({ data: await data(), rateLimit: 0, clock: () => Date.now() + passed });
    const client = new GrpcClient(service.baseUrl);
    return {
      baseUrl: service.baseUrl,
      organization: (name) => service.platform.createOrganization({ name }),
      tokenFor: (identityUid) => service.platform.tokens.mint({ identityUid }),
      import: (...records) => importLines(() => records.map((each) => JSON.stringify(each)), service.platform),
      as: (token) => grpcApi(client, token),
      pass: (milliseconds) => {
        passed += milliseconds;
      },
      close: () => {
        client.close();
        return service.close();
      },
    };
  },
});

export const grpcOnSqlite = grpcOn("SQLite", async () => ":memory:");
export const grpcOnPostgres = grpcOn("PostgreSQL", freshDatabase);

export function grpcApi(client: GrpcClient, token: string | undefined): Api {
  const call = (operation: Operation, definition: ResourceDefinition, request: JsonObject, options: CallOptions = {}) =>
    client.call(`${serviceName(definition)}/${methodName(operation, definition)}`, request, { token, ...options });
  return {
    get: async (definition, uid) => restForm(definition, await call("get", definition, { uid })),
    async list(definition, parameters = {}) {
      const answer = await call("list", definition, requestOf(definition, parameters));
      const items = answer[definition.plural] as JsonObject[];
      return {
        items: items.map((each) => restForm(definition, each)),
        nextPageToken: answer.nextPageToken as string,
        totalCount: Number(answer.totalCount),
        skipped: answer.skipped as number,
      };
    },
    async create(definition, parent, body, key) {
      const metadata: Record<string, string> = key === undefined ? {} : { [IDEMPOTENCY_KEY]: key };
      const request = { parent, [singular(definition)]: messageOf(definition, body) };
      return restForm(definition, await call("create", definition, request, { metadata }));
    },
    async update(definition, uid, body, mask) {
      // REST derives a missing mask from the body; a message cannot distinguish an empty value from a missing one.
      const named = Object.keys(body).filter((each) => {
        const field = definition.fields[each];
        return field === undefined || isInput(field);
      });
      const updateMask = mask === undefined ? named : mask.split(",");
      const request = { [singular(definition)]: { ...messageOf(definition, body), uid } };
      return restForm(definition, await call("update", definition, request, { updateMask }));
    },
    delete: async (definition, uid) => {
      await call("delete", definition, { uid });
    },
  };
}

/** Converts a body to the JSON of its message, in which capabilities have one spelling. */
const messageOf = ({ fields }: ResourceDefinition, body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const field = fields[name];
      return [name, field?.element?.kind === "capability" ? field.normalize(value) : value];
    }),
  );

/** Converts query parameters to the members of a List request. */
function requestOf(
  definition: ResourceDefinition,
  parameters: Readonly<Record<string, string | readonly string[]>>,
): JsonObject {
  const entries = Object.entries(parameters).map(([spelt, value]): [string, unknown] => {
    const name = spelt.split(".").map(camelCase).join(".");
    const kind = kindOf(definition, name);
    if (kind === "many") return [name, [value].flat()];
    const text = String([value].flat().at(-1));
    return [name, kind === "number" ? Number(text) : kind === "flag" ? text === "true" : text];
  });
  const [scopes, others] = [true, false].map((isScope) =>
    entries.filter(([name]) => name.startsWith("uidp.") === isScope),
  );
  return {
    uidp: Object.fromEntries(scopes!.map(([name, value]) => [name.slice("uidp.".length), value])),
    ...Object.fromEntries(others!),
  };
}

function kindOf(definition: ResourceDefinition, name: string): "many" | "number" | "flag" | "text" {
  const kind = definition.filters[name]?.kind;
  if (name === "uidp.ids" || kind === "strings" || kind === "enums") return "many";
  if (name === "uidp.inRoot" || kind === "boolean") return "flag";
  return name === "pageSize" || name === "skip" ? "number" : "text";
}
