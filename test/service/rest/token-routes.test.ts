import fastify, { type FastifyInstance } from "fastify";
import { PlatformError } from "../../../src/api";
import type { ExchangeRequest, TokenService } from "../../../src/service/auth/tokens";
import { authRoutes } from "../../../src/service/rest/token-routes";

let app: FastifyInstance;
let requests: ExchangeRequest[];

beforeEach(() => {
  requests = [];
  const tokens: Partial<TokenService> = {
    exchange: async (request) => {
      requests.push(request);
      return { token: "exchanged", expiry: "2030-01-31T12:00:00.000Z" };
    },
    jwks: async () => ({ keys: [{ kty: "EC" }] }),
    discovery: () => ({ issuer: "https://auth.example.com" }),
  };
  app = fastify();
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof PlatformError)) throw error;
    reply.status(error.http).send(error.toBody("iam.example.com"));
  });
  app.register(authRoutes(tokens as TokenService, (tokens as TokenService).exchange));
});
afterEach(() => app.close());

const headers = { authorization: "Bearer presented" };

test("exchanges with GET and parameters in the query", async () => {
  const response = await app.inject({ url: "/sts/exchange?aud=a%20b&aud=c&identity=uid%2F1", headers });
  expect(response.statusCode).toBe(200);
  expect(response.headers["cache-control"]).toBe("no-store");
  expect(response.json()).toEqual({ token: "exchanged", expiry: "2030-01-31T12:00:00.000Z" });
  expect(requests).toEqual([{ token: "presented", audiences: ["a b", "c"], identity: "uid/1", restrictions: {} }]);
});

test("exchanges with POST and parameters in a form", async () => {
  const response = await app.inject({
    method: "POST",
    url: "/sts/exchange",
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
    payload: "aud=a+b&aud=c",
  });
  expect(response.statusCode).toBe(200);
  expect(requests).toEqual([{ token: "presented", audiences: ["a b", "c"], identity: undefined, restrictions: {} }]);
});

test("exchanges with POST and parameters in JSON, in the API's spelling", async () => {
  const payload = { aud: ["a b", "c"], identity: "uid/1", identityProvider: "", cap: 7, scope: null };
  const response = await app.inject({ method: "POST", url: "/sts/exchange", headers, payload });
  expect(response.statusCode).toBe(200);
  expect(requests).toEqual([{ token: "presented", audiences: ["a b", "c"], identity: "uid/1", restrictions: {} }]);
});

test.each([undefined, "", "Bearer", "Basic presented", "Bearer two words"])(
  "rejects the authorization %p",
  async (authorization) => {
    const response = await app.inject({ url: "/sts/exchange?aud=a", headers: authorization ? { authorization } : {} });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({
      code: 16,
      message: 'Unauthenticated: the Authorization header must be "Bearer TOKEN"',
    });
    expect(requests).toEqual([]);
  },
);

test("narrows an exchange by cap, in either spelling, and by scope", async () => {
  const group = "a".repeat(40);
  const query = new URLSearchParams([
    ["aud", "a"],
    ["cap", "groups.list"],
    ["cap", "CAP_REPO_LIST"],
    ["scope", group],
  ]);
  expect((await app.inject({ url: `/sts/exchange?${query}`, headers })).statusCode).toBe(200);
  expect(requests[0]?.restrictions).toEqual({ capabilities: ["groups.list", "repo.list"], groups: [group] });
});

test.each([
  ["cap", "cap must name a capability, such as groups.list"],
  ["scope", "scope must be the uid of a group"],
])("rejects an invalid %s", async (parameter, problem) => {
  const response = await app.inject({ url: `/sts/exchange?aud=a&${parameter}=everything`, headers });
  expect(response.statusCode).toBe(400);
  expect(response.json().message).toBe(`Invalid argument: ${parameter}: ${problem}`);
  expect(requests).toEqual([]);
});

test("serves discovery and keys without authentication, and allows caching", async () => {
  const discovery = await app.inject("/.well-known/openid-configuration");
  const jwks = await app.inject("/.well-known/jwks.json");
  expect(discovery.json()).toEqual({ issuer: "https://auth.example.com" });
  expect(jwks.json()).toEqual({ keys: [{ kty: "EC" }] });
  for (const { headers } of [discovery, jwks]) expect(headers["cache-control"]).toBe("public, max-age=300");
});

test("rejects other methods, naming the supported ones", async () => {
  const response = await app.inject({ method: "PUT", url: "/sts/exchange" });
  expect(response.statusCode).toBe(405);
  expect(response.headers.allow).toBe("GET, POST, HEAD");
  expect(response.json().message).toBe("Unimplemented: method PUT is not allowed; use GET, POST, HEAD");
  expect((await app.inject({ method: "POST", url: "/.well-known/jwks.json" })).statusCode).toBe(405);
});
