import { randomUUID } from "node:crypto";
import { createMetrics, startService } from "../../../src/service";
import { callerLimit, DEFAULT_RATE } from "../../../src/service/net/caller-limit";
import { TOKEN_SERVICE } from "../../../src/service/protos";
import { errorOf } from "../../conformance/world";
import { GrpcClient } from "../grpc/client";

/** Whether the second of two requests exceeds the limit, which means that both count for one caller. */
function areOne(
  trustedProxies: readonly string[],
  ...origins: readonly (readonly [peer: string, forwardedFor?: string])[]
): boolean {
  const limit = callerLimit(0.001, () => 0, trustedProxies);
  const [first, second] = origins.map(
    ([peer, forwardedFor]) =>
      () =>
        limit.address({ peer, forwardedFor }),
  );
  first!();
  try {
    second!();
    return false;
  } catch {
    return true;
  }
}

test.each<[string, boolean, ...[string, string?][]]>([
  ["an address is one caller", true, ["192.0.2.1"], ["192.0.2.1"]],
  ["another is another", false, ["192.0.2.1"], ["192.0.2.2"]],
  ["what anybody can write says nothing", true, ["192.0.2.1", "198.51.100.1"], ["192.0.2.1", "198.51.100.2"]],
  ["an address is the same however it is written", true, ["::ffff:192.0.2.1"], ["192.0.2.1"]],
  ["who has an address of IPv6 has its network", true, ["2001:db8::1"], ["2001:db8:0:0:ffff::2"]],
  ["another network is another caller", false, ["2001:db8::1"], ["2001:db8:0:1::1"]],
  ["a proxy that is trusted tells who asks", false, ["10.0.0.1", "192.0.2.1"], ["10.0.0.1", "192.0.2.2"]],
  ["one behind another does too", true, ["10.0.0.1", "192.0.2.1, 10.0.0.2"], ["10.0.0.3", "192.0.2.1"]],
  ["the nearest that is not trusted counts", true, ["10.0.0.1", "1.1.1.1, 192.0.2.1"], ["10.0.0.1", "192.0.2.1"]],
  ["some write ports", true, ["10.0.0.1", "192.0.2.1:4711"], ["10.0.0.1", "192.0.2.1:4712"]],
  ["some write brackets", true, ["fd00::1", "[2001:db8::1]:47"], ["10.0.0.1", "2001:db8::2"]],
  ["what is no address leaves the proxy's", true, ["10.0.0.1", "unknown"], ["10.0.0.1", "2001:db8::2, hidden"]],
  ["an empty header leaves it too", true, ["10.0.0.1", ""], ["10.0.0.1"]],
])("%s", (_what, expected, ...origins) => {
  expect(areOne(["10.0.0.0/8", "fd00::1"], ...origins)).toBe(expected);
});

describe("a service with a rate limit", () => {
  let service: Awaited<ReturnType<typeof startService>>;
  let token: string;
  beforeAll(async () => {
    const trustedProxies = ["127.0.0.1"];
    const metrics = createMetrics();
    // A stopped clock, so that no bucket refills, however slowly the tests run.
    const now = Date.now();
    service = await startService({ data: ":memory:", rateLimit: 0.001, trustedProxies, metrics, clock: () => now });
    const { identityUid } = await service.platform.createOrganization({ name: "acme" });
    token = await service.platform.tokens.mint({ identityUid });
  });
  afterAll(() => service.close());

  let clients = 0;
  /** The header of a client that has made no requests yet. */
  const newClient = () => {
    clients += 1;
    return { "x-forwarded-for": `192.0.2.${clients}` };
  };
  const twice = async (method: string, path: string, headers: Record<string, string>) => {
    await (await fetch(service.baseUrl + path, { method, headers, redirect: "manual" })).text();
    return fetch(service.baseUrl + path, { method, headers, redirect: "manual" });
  };

  test.each([
    ["GET", "/sts/exchange"],
    ["POST", "/sts/exchange"],
    ["POST", "/sts/exchange_refresh_token"],
    ["GET", "/auth/v1/ok"],
    ["POST", "/auth/v1/register"],
    ["POST", "/oauth/token"],
    ["POST", "/oauth/revoke"],
    ["POST", "/sts/headless_sessions"],
    ["GET", "/sts/headless_sessions"],
    ["GET", "/iam/v2beta1/groups"],
    ["GET", "/iam/v1/groups"],
    ["GET", "/iam/v2beta1/identities:lookupIdentity"],
    ["PUT", "/iam/v2beta1/groups"],
    ["DELETE", "/sts/exchange"],
    ["GET", "/.well-known/openid-configuration"],
    ["GET", "/openapi.json"],
    ["GET", "/docs"],
    ["GET", "/metrics"],
    ["GET", "/nothing"],
    ["POST", "/healthz"],
  ])("limits %s %s of an address without a valid token", async (method, path) => {
    const answer = await twice(method, path, { ...newClient(), authorization: "Bearer nonsense" });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "500"]);
    expect(await answer.json()).toMatchObject({
      code: 8,
      message: "Resource exhausted: more than 0.002 requests per second",
      details: [{ reason: "RESOURCE_EXHAUSTED" }, { retryDelay: "500s" }],
    });
  });

  test.each(["/oauth", "/oauth/callback/x?state=x"])("limits %s, with an error page", async (path) => {
    const answer = await twice("GET", path, newClient());
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "500"]);
    expect(await answer.text()).toContain("more than 0.002 requests per second");
  });

  test("counts requests with a valid token for its identity, from any address", async () => {
    const ask = (client: object) =>
      fetch(`${service.baseUrl}/iam/v2beta1/roles`, { headers: { ...client, authorization: `Bearer ${token}` } });
    expect((await ask(newClient())).status).toBe(200);
    expect((await ask(newClient())).status).toBe(429);
  });

  test("does not count requests with a valid token for their address", async () => {
    const ask = async (client: object) => {
      const { identityUid } = await service.platform.createOrganization({ name: `org ${randomUUID()}` });
      const authorization = `Bearer ${await service.platform.tokens.mint({ identityUid })}`;
      return fetch(`${service.baseUrl}/iam/v2beta1/roles`, { headers: { ...client, authorization } });
    };
    const client = newClient();
    expect((await ask(client)).status).toBe(200);
    expect((await ask(client)).status).toBe(200);
  });

  test("limits every gRPC method by address without a valid token", async () => {
    const client = new GrpcClient(service.baseUrl);
    for (const path of [
      `${TOKEN_SERVICE}/Exchange`,
      `${TOKEN_SERVICE}/ExchangeRefreshToken`,
      "platform.iam.v2beta1.GroupsService/ListGroups",
      "platform.iam.Groups/List",
      "no.such.Service/Method",
    ]) {
      const options = { token: "nonsense", metadata: newClient() };
      expect((await errorOf(client.call(path, {}, options))).code).not.toBe("RESOURCE_EXHAUSTED");
      const error = await errorOf(client.call(path, {}, options));
      expect(error).toMatchObject({ code: "RESOURCE_EXHAUSTED" });
      expect(error.detail("RetryInfo")).toMatchObject({ retryDelay: "500s" });
    }
    client.close();
  });

  test("limits gRPC reflection by address, for each request on a stream", async () => {
    const client = new GrpcClient(service.baseUrl);
    const path = "grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
    await expect(client.converse(path, [{ listServices: "" }])).rejects.toMatchObject({ code: 8 });
    client.close();
  });

  test("limits gRPC health checks separately from other calls", async () => {
    const client = new GrpcClient(service.baseUrl);
    const metadata = newClient();
    const unknown = () => errorOf(client.call("no.such.Service/Method", {}, { metadata }));
    const health = () => client.call("grpc.health.v1.Health/Check", {}, { metadata });
    expect([(await unknown()).code, (await unknown()).code]).toEqual(["UNIMPLEMENTED", "RESOURCE_EXHAUSTED"]);
    expect(await health()).toEqual({ status: "SERVING" });
    expect((await errorOf(health())).code).toBe("RESOURCE_EXHAUSTED");
    client.close();
  });

  test("does not limit probes", async () => {
    for (const path of ["/healthz", "/readyz", "/healthz"])
      expect((await fetch(service.baseUrl + path)).status).toBe(200);
  });
});

describe("default limits", () => {
  /** How often something succeeds before it is rejected. */
  const times = (work: () => void): number => {
    for (let count = 0; ; count++)
      try {
        work();
      } catch {
        return count;
      }
  };
  const origin = { peer: "192.0.2.1", forwardedFor: undefined };

  test("allow bursts of four seconds' worth, and an address twice as much as an identity", () => {
    let now = 0;
    const limit = callerLimit(DEFAULT_RATE, () => now);
    expect(times(() => limit.address(origin))).toBe(4000);
    expect(times(() => limit.identity("a", origin))).toBe(2000);
    now = 1000;
    expect(times(() => limit.identity("a", origin))).toBe(500);
  });

  test("are enabled unless switched off", async () => {
    const ask = async (rateLimit?: number) => {
      const service = await startService({ data: ":memory:", rateLimit, clock: () => 0 });
      const limit = service.platform.rateLimit;
      const answer = limit && times(() => limit.address(origin));
      // The service's count is the test's number of requests.
      const local = { peer: "127.0.0.1", forwardedFor: undefined };
      if (limit) times(() => limit.address(local));
      const { status } = await fetch(`${service.baseUrl}/nothing`);
      await service.close();
      return [answer, status];
    };
    expect(await ask()).toEqual([4000, 429]);
    expect(await ask(0)).toEqual([undefined, 404]);
  });

  test("limit an address's pending logins without a browser", async () => {
    let now = Date.now();
    const service = await startService({ data: ":memory:", clock: () => now });
    const begin = () => {
      now += 20;
      return fetch(`${service.baseUrl}/sts/headless_sessions`, { method: "POST" });
    };
    for (let count = 0; count < 500; count++) expect((await begin()).status).toBe(200);
    const refused = await begin();
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      message: "Resource exhausted: too many logins are pending; finish one or try again later",
    });
    now += Number(refused.headers.get("retry-after")) * 1000;
    expect((await begin()).status).toBe(200);
    await service.close();
  });
});

test("count exchanges for their identity, from any number of addresses", async () => {
  const now = Date.now();
  const trustedProxies = ["127.0.0.1"];
  const service = await startService({ data: ":memory:", rateLimit: 0.001, trustedProxies, clock: () => now });
  const { identityUid } = await service.platform.createOrganization({ name: "acme" });
  const audience = service.baseUrl;
  const token = await service.platform.tokens.mint({ identityUid, audience });
  const exchange = async (address: string) =>
    (
      await fetch(`${service.authUrl}/sts/exchange?${new URLSearchParams({ aud: audience })}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "x-forwarded-for": address },
      })
    ).status;
  expect(await exchange("198.51.100.1")).toBe(200);
  expect(await exchange("198.51.100.2")).toBe(429);
  await service.close();
});
