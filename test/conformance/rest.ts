import { collectionPath, IDEMPOTENCY_KEY, PlatformError, resourcePath } from "../../src/api";
import { startService } from "../../src/service";
import { importLines } from "../../src/service/core/import";
import { freshDatabase } from "../engines";
import type { Api, Deployment, Driver, JsonObject } from "./driver";

/** The service over HTTP, with a store at the location that `data` returns. */
const restOn = (engine: string, data: () => Promise<string>): Driver => ({
  name: `REST on ${engine}`,
  isTyped: false,
  async start(): Promise<Deployment> {
    let passed = 0;
    const service = await startService({ data: await data(), rateLimit: 0, clock: () => Date.now() + passed });
    return {
      baseUrl: service.baseUrl,
      organization: (name) => service.platform.createOrganization({ name }),
      tokenFor: (identityUid) => service.platform.tokens.mint({ identityUid }),
      import: (...records) => importLines(() => records.map((each) => JSON.stringify(each)), service.platform),
      as: (token) => restApi(service.baseUrl, token),
      pass: (milliseconds) => {
        passed += milliseconds;
      },
      close: () => service.close(),
    };
  },
});

export const restOnSqlite = restOn("SQLite", async () => ":memory:");
export const restOnPostgres = restOn("PostgreSQL", freshDatabase);

export function restApi(baseUrl: string, token: string | undefined): Api {
  async function call(method: string, path: string, body?: JsonObject, headers: Record<string, string> = {}) {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw PlatformError.fromBody(response.status, JSON.parse(text));
    return text === "" ? {} : (JSON.parse(text) as JsonObject);
  }
  return {
    get: (definition, uid) => call("GET", resourcePath(definition, uid)),
    async list(definition, parameters = {}) {
      const query = new URLSearchParams(
        Object.entries(parameters).flatMap(([name, value]) =>
          [value].flat().map((each) => [name, each] as [string, string]),
        ),
      );
      const answer = await call("GET", `${collectionPath(definition)}?${query}`);
      return {
        items: answer[definition.plural] as JsonObject[],
        nextPageToken: (answer.nextPageToken ?? "") as string,
        totalCount: Number(answer.totalCount),
        skipped: answer.skipped as number,
      };
    },
    create: (definition, parentUid, body, key) =>
      call("POST", resourcePath(definition, parentUid), body, key === undefined ? {} : { [IDEMPOTENCY_KEY]: key }),
    update: (definition, uid, body, mask) =>
      call(
        "PATCH",
        `${resourcePath(definition, uid)}${mask === undefined ? "" : `?${new URLSearchParams({ updateMask: mask })}`}`,
        body,
      ),
    delete: async (definition, uid) => {
      await call("DELETE", resourcePath(definition, uid));
    },
  };
}
