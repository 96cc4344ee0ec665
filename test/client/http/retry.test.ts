import { PlatformError, retryLater } from "../../../src/api";
import { createClient, staticToken } from "../../../src/client";
import { defaultRetry, requestedDelay, retryDelay } from "../../../src/client/http/retry";
import { aGroup, anError, groupUid, quickRetry, rootUid, withClient } from "../fixtures";

const unavailable = (headers: Record<string, string> = {}) => ({ status: 503, headers, body: anError(14, "Busy") });

describe("a call", () => {
  test.each([
    ["a connection that is cut", "cut"],
    ["429", { status: 429, body: anError(8, "Slow down") }],
    ["502", { status: 502, body: "<html>" }],
    ["503", unavailable()],
    ["504", { status: 504 }],
  ] as const)("is retried after %s", async (_name, failure) => {
    await withClient(
      (_request, index) => (index < 2 ? failure : { body: aGroup(groupUid) }),
      async (client, server) => {
        await expect(client.groups.get(groupUid)).resolves.toMatchObject({ uid: groupUid });
        await client.groups.update(groupUid, { name: "b" }, { updateMask: ["name"] });
        expect(server.received).toHaveLength(4);
      },
    );
  });

  test("is retried with the same idempotency key if it is a create", async () => {
    await withClient(
      (_request, index) => (index % 2 === 0 ? "cut" : { body: aGroup(groupUid) }),
      async (client, server) => {
        await client.groups.create(rootUid, { name: "staging" });
        await client.groups.create(rootUid, { name: "staging" });
        await client.groups.create(rootUid, { name: "staging" }, { idempotencyKey: "mine" });
        const keys = server.received.map(({ headers }) => headers["idempotency-key"]);
        expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
        expect(keys).toEqual([keys[0], keys[0], keys[2], keys[2], "mine", "mine"]);
        expect(keys[2]).not.toBe(keys[0]);
      },
    );
  });

  test("is retried up to the configured number of attempts, then fails with the last error", async () => {
    await withClient(
      () => unavailable(),
      async (client, server) => {
        await expect(client.groups.get(groupUid)).rejects.toMatchObject({ code: "UNAVAILABLE", message: "Busy" });
        expect(server.received).toHaveLength(quickRetry.attempts);
      },
    );
  });

  test.each([400, 403, 404, 409, 500, 501])("is not retried after %d", async (status) => {
    await withClient(
      () => ({ status }),
      async (client, server) => {
        await expect(client.groups.get(groupUid)).rejects.toMatchObject({ http: status });
        expect(server.received).toHaveLength(1);
      },
    );
  });

  test("is not retried if the requested pause exceeds the remaining time", async () => {
    await withClient(
      () => unavailable({ "retry-after": "3600" }),
      async (client, server) => {
        await expect(client.groups.get(groupUid)).rejects.toMatchObject({ code: "UNAVAILABLE", message: "Busy" });
        expect(server.received).toHaveLength(1);
      },
    );
  });

  test("is retried if the connection is refused; the error names the address but not the token", async () => {
    const client = createClient({
      baseUrl: "http://127.0.0.1:1",
      credentials: staticToken("secret-token"),
      retry: quickRetry,
    });
    const error = await client.groups.get(groupUid).catch((reason: unknown) => reason as PlatformError);
    expect(error).toBeInstanceOf(PlatformError);
    expect(error).toMatchObject({
      code: "UNAVAILABLE",
      message: `Cannot reach http://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1 (GET http://127.0.0.1:1/iam/v2beta1/groups/${groupUid} after ${quickRetry.attempts} attempts)`,
    });
    await client.close();
  });
});

describe("the pause before a retry", () => {
  const error = (seconds: number) => retryLater("UNAVAILABLE", "Busy", seconds);
  const bare = new PlatformError("UNAVAILABLE", "Busy");

  test("is random up to a bound that doubles", () => {
    const policy = { attempts: 9, baseMs: 100, maxMs: 500 };
    for (const [attempt, bound] of [100, 200, 400, 500, 500].map((each, index) => [index + 2, each] as const)) {
      for (let times = 0; times < 50; times++) {
        const pause = retryDelay(attempt, policy, undefined);
        expect(pause).toBeGreaterThanOrEqual(0);
        expect(pause).toBeLessThanOrEqual(bound);
      }
    }
  });

  test("is at least what the service requests, even beyond the configured maximum", () => {
    expect(retryDelay(2, defaultRetry, 30_000)).toBeGreaterThanOrEqual(30_000);
  });

  test("is requested in seconds, as a date or by RetryInfo; the longer one is used", () => {
    expect(requestedDelay(undefined, bare)).toBeUndefined();
    expect(requestedDelay("soon", bare)).toBeUndefined();
    expect(requestedDelay("7", bare)).toBe(7000);
    expect(requestedDelay(undefined, error(1.5))).toBe(1500);
    expect(requestedDelay("7", error(1.5))).toBe(7000);
    expect(requestedDelay("1", error(3))).toBe(3000);
  });

  test("is zero for a date in the past", () => {
    expect(requestedDelay("Wed, 21 Oct 2015 07:28:00 GMT", bare)).toBe(0);
    const tomorrow = new Date(Date.now() + 86_400_000).toUTCString();
    expect(requestedDelay(tomorrow, bare)).toBeGreaterThan(86_000_000);
  });
});
