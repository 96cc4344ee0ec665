import type { Organization } from "../../../src/service";
import { startService } from "../../../src/service";
import { type CallOptions, GrpcClient, registryFor } from "./client";

type JsonObject = Readonly<Record<string, unknown>>;
type Options = Omit<Parameters<typeof startService>[0], "data">;

/** A service with an organization, and a gRPC client of its owner. */
export async function startWorld(options: Options = {}, prefix = "") {
  const service = await startService({ data: ":memory:", ...options });
  const { groupUid, identityUid }: Organization = await service.platform.createOrganization({ name: "acme" });
  const token = await service.platform.tokens.mint({ identityUid });
  const client = new GrpcClient(service.baseUrl, registryFor(prefix));
  return {
    service,
    client,
    groupUid,
    identityUid,
    token,
    /** Calls a method of the iam package as the owner: `GroupsService/GetGroup`. */
    iam: (method: string, request: JsonObject, options: CallOptions = {}) =>
      client.call(`${prefix}platform.iam.v2beta1.${method}`, request, { token, ...options }),
    async rest(method: string, path: string, body?: JsonObject, headers: Record<string, string> = {}) {
      const response = await fetch(`${service.baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { "content-type": "application/json" } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      return text === "" ? {} : (JSON.parse(text) as JsonObject);
    },
    async close() {
      client.close();
      await service.close();
    },
  };
}

export type GrpcWorld = Awaited<ReturnType<typeof startWorld>>;
