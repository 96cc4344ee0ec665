import { once } from "node:events";
import { connect } from "node:net";
import { registry } from "../../../src/model";
import { type LogEntry, type RequestInfo, type RunningService, startService } from "../../../src/service";

/** HTTP specifics: paths, methods, headers, bodies as bytes, the envelope as text. */

let service: RunningService;
let root: string;
let token: string;
const log: LogEntry[] = [];
const requests: RequestInfo[] = [];
beforeAll(async () => {
  service = await startService({
    data: ":memory:",
    log: (entry) => log.push(entry),
    onRequest: (info) => requests.push(info),
  });
  const organization = await service.platform.createOrganization({ name: "acme" });
  root = organization.groupUid;
  token = await service.platform.tokens.mint({ identityUid: organization.identityUid });
});
afterAll(() => service.close());

interface Sent {
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(method: string, path: string, { body, headers = {} }: Sent = {}) {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text === "" ? undefined : JSON.parse(text) };
}

const violation = (field: string, problem: string) => ({
  code: 3,
  message: `Invalid argument: ${field}: ${field} ${problem}`,
  details: [
    { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "INVALID_ARGUMENT", domain: "iam.127.0.0.1" },
    {
      "@type": "type.googleapis.com/google.rpc.BadRequest",
      fieldViolations: [{ field, description: `${field} ${problem}` }],
    },
  ],
});

describe("paths", () => {
  test("v2 responds like v2beta1", async () => {
    for (const path of [`iam/VERSION/groups/${root}`, "iam/VERSION/roles", "registry/VERSION/repos"]) {
      const [beta, general] = [
        await send("GET", `/${path.replace("VERSION", "v2beta1")}`),
        await send("GET", `/${path.replace("VERSION", "v2")}`),
      ];
      expect(general.status).toBe(200);
      expect(general.text).toBe(beta.text);
    }
  });

  test("the slashes of a uid may be encoded", async () => {
    const { json } = await send("POST", `/iam/v2beta1/groups/${root}`, { body: '{"name":"slashes"}' });
    const encoded = await send("GET", `/iam/v2beta1/groups/${encodeURIComponent(json.uid)}`);
    expect(encoded.json).toEqual(json);
    const below = await send("POST", `/iam/v2beta1/groups/${encodeURIComponent(json.uid)}`, { body: '{"name":"x"}' });
    expect(below.json.uid).toMatch(new RegExp(`^${json.uid}/`));
  });

  test("returns 404 for unknown paths", async () => {
    for (const path of [
      "/iam",
      "/iam/v2beta1/things",
      "/iam/v3/groups",
      "/registry/v2beta1/groups",
      "/iam/v2beta1",
      `/iam/v2beta1/auditEvents/${root}`,
    ])
      expect(await send("GET", path)).toMatchObject({
        status: 404,
        json: {
          code: 5,
          message: `Not found: no route matches ${path}`,
          details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "NOT_FOUND" }],
        },
      });
  });

  test("rejects unsupported methods, naming the supported ones", async () => {
    const collection = await send("POST", "/iam/v2beta1/groups", { body: "{}" });
    expect(collection).toMatchObject({ status: 405, json: { code: 12, details: [{ reason: "UNIMPLEMENTED" }] } });
    expect(collection.headers.get("allow")).toBe("GET, HEAD");
    const resource = await send("PUT", `/registry/v2beta1/repos/${root}`, { body: "{}" });
    expect(resource).toMatchObject({ status: 405, json: { code: 12, details: [{ domain: "registry.127.0.0.1" }] } });
    expect(resource.headers.get("allow")?.split(", ").sort()).toEqual(["DELETE", "GET", "HEAD", "PATCH", "POST"]);
  });

  test("rejects methods of operations that a type lacks, in the error domain of the type's service", async () => {
    const operations = { create: "POST", update: "PATCH", delete: "DELETE" } as const;
    const lacking = Object.values(registry).flatMap((definition) =>
      (["create", "update", "delete"] as const)
        .filter((operation) => !(definition.operations as readonly string[]).includes(operation))
        .map((operation) => [definition, operation] as const),
    );
    expect(lacking.map(([{ name }, operation]) => `${operation} ${name}`).sort()).toEqual([
      "create Advisory",
      "delete Advisory",
      "update Advisory",
      "update GroupInvite",
      "update Tag",
    ]);
    for (const [{ domain, plural }, operation] of lacking)
      expect(await send(operations[operation], `/${domain}/v2beta1/${plural}/${root}`)).toMatchObject({
        status: 405,
        json: { code: 12, details: [{ reason: "UNIMPLEMENTED", domain: `${domain}.127.0.0.1` }] },
      });
  });

  test("rejects an invalid encoding", async () => {
    const { status, json } = await send("GET", "/iam/v2beta1/groups/%zz");
    expect({ status, json }).toEqual({ status: 400, json: violation("path", "must be a URL's path") });
  });

  test("returns 404 for a uid of any length and kind", async () => {
    for (const uid of ["x", "%00", "..%2f", `${root}/${"0".repeat(16)}`, "a".repeat(7000), "%F0%9F%98%80", ""])
      expect((await send("GET", `/iam/v2beta1/groups/${uid}`)).status).toBe(404);
  });
});

describe("authentication", () => {
  test.each([undefined, "", "Bearer", "Basic dXNlcjpwYXNz", "Bearer a b"])(
    "rejects %j as a bearer token",
    async (authorization) => {
      const response = await fetch(`${service.baseUrl}/iam/v2beta1/groups`, {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(await response.json()).toMatchObject({ code: 16, details: [{ reason: "UNAUTHENTICATED" }] });
    },
  );
});

describe("bodies", () => {
  const post = (body: NonNullable<Sent["body"]>, headers = {}) =>
    send("POST", `/iam/v2beta1/groups/${root}`, { body, headers });

  test.each(["{", "{'name':'x'}", '{"name":"x"} x', "NaN"])("rejects %j, which is not JSON", async (body) => {
    expect(await post(body)).toMatchObject({ status: 400, json: violation("body", "must be JSON") });
  });

  test.each(["[]", "null", '"text"', "1", "true"])("rejects %j, which is not an object", async (body) => {
    expect(await post(body)).toMatchObject({ status: 400, json: violation("body", "must be a JSON object") });
  });

  test.each(['{"__proto__":{"admin":true},"name":"x"}', '{"constructor":{"prototype":{"admin":true}},"name":"x"}'])(
    "rejects %j, which would change a prototype",
    async (body) => {
      expect((await post(body)).status).toBe(400);
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    },
  );

  test("names of Object's members are not fields", async () => {
    for (const name of ["toString", "hasOwnProperty", "constructor", "valueOf"])
      expect((await post(`{"name":"x","${name}":1}`)).json.message).toContain(`${name} is not a known field`);
  });

  test("treats a missing body as empty", async () => {
    expect(await send("POST", `/iam/v2beta1/groups/${root}`)).toMatchObject({
      status: 400,
      json: violation("name", "must match ^[a-z0-9 ._-]{1,}$"),
    });
  });

  test("accepts only JSON", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml", "nonsense"])
      expect(await post('{"name":"x"}', { "content-type": type })).toMatchObject({
        status: 400,
        json: violation("Content-Type", "must be application/json"),
      });
    expect((await post('{"name":"charset"}', { "content-type": "application/json; charset=utf-8" })).status).toBe(200);
  });

  test("rejects bodies that are not UTF-8 or are compressed", async () => {
    const body = '{"name":"x","description":"caf\u00e9"}';
    expect(await post(new Uint8Array(Buffer.from(body, "latin1")))).toMatchObject({
      status: 400,
      json: violation("body", "must be UTF-8"),
    });
    expect(await post(body, { "content-encoding": "gzip" })).toMatchObject({
      status: 400,
      json: violation("Content-Encoding", "must be identity; compressed bodies are not supported"),
    });
    expect(await post(body, { "content-encoding": "identity" })).toMatchObject({
      status: 200,
      json: { description: "caf\u00e9" },
    });
  });

  test("rejects a deeply nested body as invalid", async () => {
    for (const deep of [
      `${"[".repeat(200_000)}${"]".repeat(200_000)}`,
      `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
    ])
      for (const body of [deep, `{"name":${deep}}`, `{"name":"x","deep":${deep}}`])
        expect((await post(body, { "idempotency-key": "deep" })).status).toBe(400);
  });

  test("limits a body to 1 MiB", async () => {
    const fits = `{"name":"fits"${" ".repeat(1024 * 1024 - 15)}}`;
    expect((await post(fits)).status).toBe(200);
    expect(await post(`${fits} `)).toMatchObject({ status: 400, json: violation("body", "must have at most 1 MiB") });
  });

  test.each([
    ["POST", "/nothing", 404],
    ["POST", "/iam/v2beta1/groups", 405],
    ["POST", "/iam/v2beta1/groups/x", 401],
    ["PUT", "/sts/exchange", 405],
    ["POST", "/sts/exchange", 400],
    ["POST", "/oauth/token", 400],
  ])("%s %s does not wait for a long unauthenticated body", async (method, path, status) => {
    const socket = connect(service.port, "127.0.0.1");
    const type = "content-type: application/x-www-form-urlencoded";
    socket.write(`${method} ${path} HTTP/1.1\r\nhost: a\r\n${type}\r\ncontent-length: 200000\r\n\r\n`);
    const [answer] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});

describe("masks", () => {
  test.each([
    "updateMask=description",
    "update_mask=description",
    "updateMask=name,description&page_size=x",
    "updateMask=name&update_mask=description",
  ])("accepts and logs ?%s", async (query) => {
    const { json } = await send("POST", `/iam/v2beta1/groups/${root}`, { body: '{"name":"before"}' });
    log.length = 0;
    const body = '{"name":"after","description":"Changed."}';
    const { json: changed } = await send("PATCH", `/iam/v2beta1/groups/${json.uid}?${query}`, { body });
    const isNamed = query.includes("name");
    expect(changed).toMatchObject({ name: isNamed ? "after" : "before", description: "Changed." });
    expect(log).toMatchObject([{ updateMask: isNamed ? "name,description" : "description" }]);
  });
});

describe("responses", () => {
  test("of a List contain the items under the plural, with the count as text", async () => {
    for (const definition of Object.values(registry)) {
      const { json } = await send("GET", `/${definition.domain}/v2beta1/${definition.plural}?page_size=1`);
      expect(Array.isArray(json[definition.plural])).toBe(true);
      expect(json.totalCount).toMatch(/^\d+$/);
      expect(json.skipped).toBe(0);
    }
    const { json } = await send("GET", "/registry/v2beta1/repos");
    expect(json).toEqual({ repos: [], totalCount: "0", skipped: 0 });
  });

  test("of a deletion are empty", async () => {
    const { json } = await send("POST", `/iam/v2beta1/groups/${root}`, { body: '{"name":"gone"}' });
    const headers = { "content-type": "application/json" };
    const { status, text } = await send("DELETE", `/iam/v2beta1/groups/${json.uid}`, { headers });
    expect([status, text]).toEqual([200, ""]);
  });

  test("to HEAD have no body", async () => {
    const { status, text } = await send("HEAD", `/iam/v2beta1/groups/${root}`);
    expect([status, text]).toEqual([200, ""]);
  });
});

describe("invalid HTTP", () => {
  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(service.port, "127.0.0.1", () => socket.write(text));
      let answer = "";
      socket.on("data", (data) => {
        answer += data;
      });
      socket.on("error", reject);
      socket.on("close", () => resolve(answer));
    });

  test("receives an error response", async () => {
    const answer = await raw("NONSENSE\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.slice(answer.indexOf("{")))).toEqual(
      violation("request", "is not valid HTTP, or timed out"),
    );
  });

  test("including headers and URLs that are too long", async () => {
    const expected = violation("request", "has a URL or headers that are too long");
    for (const text of [
      `GET /${"x".repeat(20_000)} HTTP/1.1\r\n`,
      `GET / HTTP/1.1\r\nx-long: ${"x".repeat(20_000)}\r\n`,
    ]) {
      const answer = await raw(`${text}host: a\r\n\r\n`);
      expect(JSON.parse(answer.slice(answer.indexOf("{")))).toEqual(expected);
    }
  });
});

describe("the log", () => {
  test("has a line per request with its caller, and nothing secret", async () => {
    log.length = 0;
    const { headers } = await send("POST", `/iam/v2beta1/groups/${root}?secret=query`, {
      body: '{"name":"body-text"}',
    });
    await send("GET", "/nowhere");
    expect(log).toEqual([
      expect.objectContaining({
        event: "request",
        requestId: headers.get("x-request-id"),
        method: "POST",
        path: `/iam/v2beta1/groups/${root}`,
        status: 200,
        caller: expect.stringMatching(new RegExp(`^${root}/`)),
        milliseconds: expect.any(Number),
      }),
      expect.objectContaining({ event: "request", method: "GET", path: "/nowhere", status: 404 }),
    ]);
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`body-text|secret|${token.split(".")[2]}`));
  });

  test("contains internal errors, which the response does not", async () => {
    log.length = 0;
    const broken = await startService({ data: ":memory:", log: (entry) => log.push(entry) });
    const bearer = await broken.platform.tokens.mint({
      identityUid: (await broken.platform.createOrganization({ name: "broken" })).identityUid,
    });
    await broken.platform.store.db.query.schema.dropTable("counts").execute();
    const response = await fetch(`${broken.baseUrl}/iam/v2beta1/groups`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    const text = await response.text();
    await broken.close();
    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ code: 13, message: "Internal error" });
    expect(text).not.toContain("counts");
    expect(log).toContainEqual(
      expect.objectContaining({ event: "request failed", error: expect.stringContaining("counts") }),
    );
  });

  test("onRequest is called for every request", async () => {
    requests.length = 0;
    await send("GET", "/iam/v2beta1/groups?page_size=1&name=a");
    expect(requests).toEqual([
      {
        method: "GET",
        path: "/iam/v2beta1/groups",
        status: 200,
        query: new URLSearchParams("page_size=1&name=a"),
        caller: expect.any(String),
        route: "/iam/v2beta1/groups",
        milliseconds: expect.any(Number),
      },
    ]);
  });
});
