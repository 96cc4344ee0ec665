import { createClient, staticToken } from "../../src/client";
import { registry } from "../../src/model";
import { aGroup, anError, groupUid, rootUid, uidBelow, withClient } from "./fixtures";

describe("a call", () => {
  test("carries the token and requests the service's paths", async () => {
    await withClient(
      () => ({ body: aGroup(groupUid) }),
      async (client, server) => {
        await expect(client.groups.get(groupUid)).resolves.toEqual(aGroup(groupUid));
        await client.groups.create(rootUid, { name: "staging" });
        await client.groups.update(groupUid, { name: "b", description: "" }, { updateMask: ["name", "description"] });
        await client.groups.update(groupUid, { name: "b" });
        await client.collection(registry.groups).delete(groupUid);
        expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
          `GET /iam/v2beta1/groups/${groupUid}`,
          `POST /iam/v2beta1/groups/${rootUid}`,
          `PATCH /iam/v2beta1/groups/${groupUid}?updateMask=name%2Cdescription`,
          `PATCH /iam/v2beta1/groups/${groupUid}`,
          `DELETE /iam/v2beta1/groups/${groupUid}`,
        ]);
        expect(server.received.map(({ body }) => body)).toEqual([
          undefined,
          { name: "staging" },
          { name: "b", description: "" },
          { name: "b" },
          undefined,
        ]);
        for (const { headers } of server.received) {
          expect(headers).toMatchObject({ authorization: "Bearer secret-token", "user-agent": "platform-iac" });
        }
      },
    );
  });

  test("uses the path of the base URL and the configured API version", async () => {
    await withClient(
      () => ({ body: aGroup(groupUid) }),
      async (_client, server) => {
        const client = createClient({
          baseUrl: `${server.url}/eu/`,
          credentials: staticToken("t"),
          apiVersion: "v2",
          userAgent: "a-tool/1",
        });
        await client.groups.get(groupUid);
        await client.close();
        expect(server.received[0]).toMatchObject({
          url: `/eu/iam/v2/groups/${groupUid}`,
          headers: { "user-agent": "a-tool/1" },
        });
      },
    );
  });

  test("limits concurrent requests and reuses connections", async () => {
    const waiting: (() => void)[] = [];
    await withClient(
      async () => {
        // Answers only groups of three, so fewer concurrent requests would hang.
        await new Promise<void>((resolve) => {
          if (waiting.push(resolve) === 3) for (const each of waiting.splice(0)) each();
        });
        return { body: aGroup(groupUid) };
      },
      async (client, server) => {
        await Promise.all(Array.from({ length: 12 }, () => client.groups.get(groupUid)));
        expect(server.received).toHaveLength(12);
        expect(server.peak()).toBe(3);
        expect(server.connections()).toBe(3);
      },
      { maxConcurrent: 3 },
    );
  });

  test("reports requests and responses to hooks, without secrets", async () => {
    const events: unknown[] = [];
    const hooks = {
      onRequest: (event: unknown) => events.push(event),
      onResponse: (event: unknown) => events.push(event),
    };
    await withClient(
      (_request, index) =>
        index === 0 ? { status: 503, headers: { "x-request-id": "7" } } : { body: aGroup(groupUid) },
      async (client) => {
        await client.groups.get(groupUid);
        const request = { method: "GET", path: `/iam/v2beta1/groups/${groupUid}` };
        expect(events).toEqual([
          { ...request, attempt: 1 },
          { ...request, attempt: 1, status: 503, milliseconds: expect.any(Number), requestId: "7" },
          { ...request, attempt: 2 },
          { ...request, attempt: 2, status: 200, milliseconds: expect.any(Number) },
        ]);
      },
      { hooks },
    );
  });
});

describe("a deletion", () => {
  test.each([
    [200, ""],
    [200, "{}"],
    [204, undefined],
  ])("succeeds for a %d response with the body %p", async (status, body) => {
    await withClient(
      () => ({ status, body }),
      async (client) => {
        await expect(client.groups.delete(groupUid)).resolves.toBeUndefined();
      },
    );
  });

  test("fails for a missing resource, unless it is a retry", async () => {
    const gone = { status: 404, body: anError(5, "Not found: Group") };
    await withClient(
      () => gone,
      async (client) => {
        await expect(client.groups.delete(groupUid)).rejects.toMatchObject({ code: "NOT_FOUND" });
      },
    );
    await withClient(
      (_request, index) => (index === 0 ? "cut" : gone),
      async (client, server) => {
        await expect(client.groups.delete(groupUid)).resolves.toBeUndefined();
        expect(server.received).toHaveLength(2);
      },
    );
  });
});

describe("an error", () => {
  test("is the service's own, with its details", async () => {
    const violation = { field: "name", description: "name must match ^[a-z]$" };
    const details = [{ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [violation] }];
    await withClient(
      () => ({ status: 400, body: anError(3, "Invalid argument: name", ...details) }),
      async (client, server) => {
        const error = await client.groups.create(rootUid, { name: "" }).catch((reason: unknown) => reason);
        expect(error).toMatchObject({
          name: "PlatformError",
          code: "INVALID_ARGUMENT",
          message: "Invalid argument: name",
          http: 400,
          details,
        });
        expect(server.received).toHaveLength(1);
      },
    );
  });

  test.each([
    [{ status: 500, body: "<html>" }, "INTERNAL", / returned 500 \(no content type\): "<html>"$/],
    [
      { status: 404, headers: { "content-type": "text/html" }, body: "<p>\n Gone" },
      "UNKNOWN",
      / returned 404 \(text\/html\): "<p> Gone"$/,
    ],
    [
      { status: 302, headers: { location: "/login" } },
      "UNKNOWN",
      / returned 302 \(no content type\) with an empty body$/,
    ],
    [
      { status: 503, body: "x".repeat(1000) },
      "UNAVAILABLE",
      / returned 503 \(no content type\): "x{200}…" after \d+ attempts$/,
    ],
    [{ status: 400, body: "Bearer eyJhbGciOi.eyJzdWIi.c2ln" }, "INVALID_ARGUMENT", /: "Bearer \[token\]"$/],
    [
      { body: "<html>" },
      "UNKNOWN",
      /^GET http:\/\/127\.0\.0\.1:\d+\/iam\/v2beta1\/groups\/[0-9a-f/]+ returned 200 \(no content type\): "<html>"; expected JSON$/,
    ],
    [{ body: {} }, "UNKNOWN", "Unexpected response for groups: no resource"],
    [{ body: "" }, "UNKNOWN", "Unexpected response for groups: no resource"],
    [{ body: aGroup(rootUid) }, "UNKNOWN", `Unexpected response for groups: no group with uid ${groupUid}`],
  ])("is reported for a response that is not the service's: %j", async (reply, code, message) => {
    await withClient(
      () => reply,
      async (client) => {
        const expected = { code, message: typeof message === "string" ? message : expect.stringMatching(message) };
        await expect(client.groups.get(groupUid)).rejects.toMatchObject(expected);
      },
    );
  });

  test("is thrown before any request for an invalid argument", async () => {
    await withClient(
      () => ({ body: {} }),
      async (client, server) => {
        await expect(client.groups.get("../roles")).rejects.toMatchObject({
          code: "INVALID_ARGUMENT",
          message: 'Invalid argument: uid: uid must be a uid, not "../roles"',
        });
        await expect(client.groups.create("", { name: "a" })).rejects.toMatchObject({
          message: 'Invalid argument: parentUid: parentUid must be a uid, not ""',
        });
        await expect(client.groups.update(groupUid, { name: "a" }, { updateMask: [] })).rejects.toMatchObject({
          message: "Invalid argument: updateMask: updateMask must contain at least one field",
        });
        const idempotencyKey = "two\nlines";
        await expect(client.groups.create(rootUid, { name: "a" }, { idempotencyKey })).rejects.toMatchObject({
          code: "INVALID_ARGUMENT",
          message: "Invalid argument: invalid idempotency-key header",
        });
        expect(server.received).toEqual([]);
      },
    );
  });

  test("is thrown by createClient for an invalid address", () => {
    const options = { baseUrl: "http://platform.example.com", credentials: staticToken("t") };
    expect(() => createClient(options)).toThrow("Invalid argument: baseUrl: baseUrl must be https");
    expect(() => createClient({ ...options, insecure: true })).not.toThrow();
  });

  test("is not thrown by pending calls when a client is closed", async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await withClient(
      () => {
        arrive();
        return { body: aGroup(groupUid) };
      },
      async (client) => {
        const asked = client.groups.get(groupUid);
        await arrived;
        await client.close();
        expect((await asked).uid).toBe(groupUid);
      },
    );
  });

  test("is thrown by calls after the client was closed", async () => {
    await withClient(
      () => ({ body: aGroup(groupUid) }),
      async (client) => {
        await client.groups.get(groupUid);
        await Promise.all([client.close(), client.close()]);
        const error = { code: "CANCELLED", message: "The client was closed" };
        await expect(client.groups.get(uidBelow(rootUid, "c"))).rejects.toMatchObject(error);
      },
    );
  });
});
