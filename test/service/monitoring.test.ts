import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import fastify from "fastify";
import { createMetrics, type LogEntry, type RunningService, startService } from "../../src/service";
import { metricsRoutes, probeRoutes } from "../../src/service/rest/probes";

const log: LogEntry[] = [];
let service: RunningService;
let root: string;
let token: string;
let monitor: string;
beforeAll(async () => {
  // A stopped clock, so that no bucket refills, however slowly the tests run.
  const now = Date.now();
  service = await startService({
    data: ":memory:",
    clock: () => now,
    log: (entry) => log.push(entry),
    metrics: createMetrics(),
    metricsListen: { host: "127.0.0.1", port: 0 },
    rateLimit: 20,
  });
  monitor = `http://127.0.0.1:${service.metricsPort}`;
  const organization = await service.platform.createOrganization({ name: "acme" });
  root = organization.groupUid;
  token = await service.platform.tokens.mint({ identityUid: organization.identityUid });
});
afterAll(() => service.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { authorization: `Bearer ${token}`, ...headers } });

test("serves the probes without a token, and does not log them", async () => {
  log.length = 0;
  for (const url of [service.baseUrl, monitor])
    for (const probe of ["healthz", "readyz"]) {
      const answer = await fetch(`${url}/${probe}`);
      expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);
    }
  expect(log).toEqual([]);
});

const figure = (text: string, name: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length) ?? 0,
  );

test("reports requests by route and exchanges by outcome, without uids", async () => {
  const figures = async () => (await fetch(`${monitor}/metrics`)).text();
  const before = await figures();
  await get(`${service.baseUrl}/iam/v2beta1/groups/${root}`);
  await get(`${service.baseUrl}/nowhere/${root}`);
  await fetch(`${service.baseUrl}/sts/exchange?aud=${service.baseUrl}`, { headers: { authorization: "Bearer x.y.z" } });
  const answer = await fetch(`${monitor}/metrics`);
  // Metrics are collected once a second; polling without a pause would exceed the rate limit.
  let text = await answer.text();
  while (figure(text, 'platform_token_exchanges_total{outcome="UNAUTHENTICATED"}') === 0) {
    await delay(200);
    text = await figures();
  }
  expect(answer.headers.get("content-type")).toContain("text/plain");
  for (const name of [
    'platform_requests_total{method="GET",route="/iam/v2beta1/groups/{uid}",status="200"}',
    'platform_requests_total{method="GET",route="none",status="404"}',
    'platform_token_exchanges_total{outcome="UNAUTHENTICATED"}',
    'platform_request_duration_seconds_count{method="GET",route="/iam/v2beta1/groups/{uid}"}',
  ])
    expect([name, figure(text, name) - figure(before, name)]).toEqual([name, 1]);
  expect(text).toMatch(/platform_store_transaction_duration_seconds_count\{outcome="OK"\} [1-9]/);
  expect(text).toMatch(/^platform_requests_in_flight \d$/m);
  expect(text).toMatch(/^process_cpu_seconds_total /m);
  expect(text).not.toContain(root);
});

test("does not serve metrics at the API's address if they have their own", async () => {
  expect((await get(`${service.baseUrl}/metrics`)).status).toBe(404);
});

test("keeps the client's request id if it is safe to log", async () => {
  const id = async (given: string) =>
    (await get(`${service.baseUrl}/healthz`, { "x-request-id": given })).headers.get("x-request-id");
  expect(await id("trace-1/2")).toBe("trace-1/2");
  for (const unfit of ["a b", "x".repeat(129), '{"a":1}'])
    expect(await id(unfit)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test("tells clients that exceed the rate limit when to retry", async () => {
  const { identityUid } = await service.platform.createOrganization({ name: "busy" });
  const authorization = `Bearer ${await service.platform.tokens.mint({ identityUid })}`;
  const ask = () => get(`${service.baseUrl}/iam/v2beta1/roles`, { authorization });
  const answers = await Promise.all(Array.from({ length: 120 }, ask));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get("retry-after")).toBe("1");
  expect(await refused[0]?.json()).toMatchObject({
    code: 8,
    message: "Resource exhausted: more than 20 requests per second",
  });
});

test("during the drain, is alive but not ready, and handles requests already sent", async () => {
  const draining = await startService({
    data: ":memory:",
    metrics: createMetrics(),
    metricsListen: { host: "127.0.0.1", port: 0 },
  });
  const socket = connect(draining.port, "127.0.0.1");
  socket.write("POST /sts/exchange HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  expect(String((await once(socket, "data"))[0])).toContain("100 Continue");
  const answered = textOf(socket);
  const closed = draining.close();
  const status = async (probe: string) => (await fetch(`http://127.0.0.1:${draining.metricsPort}/${probe}`)).status;
  expect([await status("healthz"), await status("readyz")]).toEqual([200, 503]);
  socket.write("{}");
  expect(await answered).toMatch(/^HTTP\/1\.1 4\d\d .*\r\nconnection: close\r\n/is);
  await closed;
});

async function textOf(socket: Socket): Promise<string> {
  let text = "";
  for await (const chunk of socket) text += chunk;
  return text;
}

test("collects metrics once a second, and shares one check of the store among concurrent probes", async () => {
  let [collected, asked] = [0, 0];
  const app = fastify();
  let release = () => {};
  const released = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  app.register(
    probeRoutes(() => {
      asked += 1;
      return released;
    }),
  );
  app.register(
    metricsRoutes({
      ...createMetrics(),
      expose: async () => {
        collected += 1;
        return { type: "text/plain", text: "" };
      },
    }),
  );
  const ready = Array.from({ length: 50 }, () => app.inject("/readyz"));
  while (asked === 0) await new Promise((next) => setImmediate(next));
  await Promise.all(Array.from({ length: 50 }, () => app.inject("/metrics")));
  release();
  for (const { statusCode } of await Promise.all(ready)) expect(statusCode).toBe(200);
  expect(asked).toBeLessThan(50);
  expect(collected).toBeLessThan(50);
  await app.close();
});
