import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { collectionPath } from "../../src/api";
import { definitions } from "../../src/model";
import { v1OperationsOf } from "../../src/service/protos";
import { openApiDocument } from "../../src/service/rest/openapi/document";
import { v1Types } from "../../src/service/v1";
import { startPlatform, type TestPlatform } from "../../src/testing";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const document = openApiDocument();

const send = async (method: string, path: string, body?: object, token = platform.token) => {
  const response = await fetch(`${platform.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
};

/** Validates a value with one of the document's schemas. */
function fits(name: string, value: unknown): void {
  const schemas = JSON.parse(
    JSON.stringify(document.components.schemas).replaceAll("#/components/schemas/", "#/$defs/"),
  );
  const result = z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs: schemas }).safeParse(value);
  expect(result.success ? [] : result.error.issues).toEqual([]);
}

test("the copy in docs matches the model", () => {
  const copy = readFileSync(path.resolve(__dirname, "../../docs/openapi.json"), "utf8");
  expect(JSON.parse(copy)).toEqual(JSON.parse(JSON.stringify(document)));
});

test("the service publishes the document with its own address, without authentication", async () => {
  const response = await fetch(`${platform.baseUrl}/openapi.json`);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(platform.baseUrl))));
});

test("every operation of every type is listed once, with its capabilities", () => {
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  const methods = { list: "get", get: "get", create: "post", update: "patch", delete: "delete" } as const;
  for (const definition of definitions)
    for (const operation of definition.operations) {
      const url = `${collectionPath(definition)}${operation === "list" ? "" : "/{uid}"}`;
      expect(document.paths[url]?.[methods[operation]]).toMatchObject({
        "x-capabilities": definition.capabilities[operation],
      });
    }
});

test("every operation of v1 is listed, with its capabilities", async () => {
  const methods = { list: "get", create: "post", update: "put", delete: "delete" } as const;
  for (const type of v1Types)
    for (const operation of v1OperationsOf(type)) {
      const url = `/${type.definition.domain}/v1/${type.path}${operation === "list" ? "" : "/{id}"}`;
      expect(document.paths[url]?.[methods[operation]]).toMatchObject({
        "x-capabilities": type.definition.capabilities[operation],
      });
    }
});

test("requests and responses of v1 match its schemas", async () => {
  const { groupUid } = platform;
  const group = await send("POST", `/iam/v1/groups/${groupUid}`, { name: "first" });
  fits("V1Group", group);
  expect(() => fits("Group", group)).toThrow();
  const staticKeys = {
    issuer: "https://issuer.example.com",
    subject: "a",
    issuerKeys: '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}',
  };
  const identity = { name: "ci", static: staticKeys };
  const made = await send("POST", `/iam/v1/identities/${group.id}`, identity);
  fits("V1Identity", made);
  fits("V1RoleBindingInput", { identity: made.id, role: made.id });
  fits("V1RoleBindingList", await send("GET", "/iam/v1/rolebindings"));
  fits("V1RoleList", await send("GET", "/iam/v1/roles"));
  const repo = { name: "repo", catalogTier: "FIPS", readme: "# Read me", sync_config: { source: "elsewhere" } };
  fits("V1RepoInput", repo);
  fits("V1Repo", await send("POST", `/registry/v1/repos/${group.id}`, repo));
  expect(() => fits("V1RepoInput", { ...repo, catalogTier: "CATALOG_TIER_FIPS" })).toThrow();
  const { paths } = document;
  expect(JSON.stringify(paths["/iam/v1/identities/{id}"]?.post?.requestBody)).toContain('{"required":["static"]}');
});

test("every operation of the document is served, and errors match their schema", async () => {
  for (const [url, item] of Object.entries(document.paths))
    for (const method of Object.keys(item)) {
      // Served if an operator enables metrics.
      if (url === "/metrics") continue;
      const answer = await fetch(`${platform.baseUrl}${url.replace(/\{\w+\}/, "0".repeat(40))}`, {
        method: method.toUpperCase(),
        headers: { authorization: `Bearer ${platform.token}` },
      });
      expect([url, answer.status]).not.toEqual([url, 405]);
      if (answer.ok || !answer.headers.get("content-type")?.startsWith("application/json")) continue;
      const body = (await answer.json()) as { readonly message?: string };
      expect(body.message).not.toMatch(/no route matches/);
      fits("Error", body);
    }
});

test("every reference leads to a schema", () => {
  for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
    expect(document.components.schemas).toHaveProperty([name!]);
});

test("responses match the schemas: resources, lists, errors", async () => {
  const { groupUid } = platform;
  const group = await send("POST", `/iam/v2beta1/groups/${groupUid}`, { name: "team" });
  fits("Group", group);
  const claimMatch = { issuer: "https://issuer.example.com", subjectPattern: "a.*" };
  const identity = await send("POST", `/iam/v2beta1/identities/${group.uid}`, { name: "ci", claimMatch });
  fits("Identity", identity);
  fits("RoleList", await send("GET", "/iam/v2beta1/roles"));
  fits("RoleBindingList", await send("GET", "/iam/v2beta1/roleBindings"));
  fits("Error", await send("POST", `/iam/v2beta1/groups/${groupUid}`, {}));
  fits("Error", await send("DELETE", `/iam/v2beta1/groups/${group.uid}`));
  expect(() => fits("Group", { ...group, uid: 1 })).toThrow();
});

test("accepted requests match the schemas", () => {
  fits("GroupInput", { name: "team", description: "" });
  expect(() => fits("GroupInput", { name: "UPPER" })).toThrow();
  expect(() => fits("GroupInput", { verified: true })).toThrow();
});

test("every operation has a curl example with its token and required members", () => {
  const sources = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map((operation) => operation["x-codeSamples"]?.[0]?.source ?? ""),
  );
  for (const source of sources) expect(source).toMatch(/^curl (-X [A-Z]+ )?"http:\/\/127\.0\.0\.1:8787\/[^"{}]*"/);
  expect(sources.join()).not.toMatch(/undefined|\[object/);
  const example = (path: string, method: "get" | "post") =>
    document.paths[path]?.[method]?.["x-codeSamples"]?.[0]?.source;
  expect(example("/iam/v2beta1/roleBindings/{uid}", "post")).toBe(
    [
      'curl "http://127.0.0.1:8787/iam/v2beta1/roleBindings/UID"',
      '-H "Authorization: Bearer $PLATFORM_TOKEN"',
      '-H "Content-Type: application/json"',
      `-d '{"identityUid":"UID","roleUid":"UID"}'`,
    ].join(" \\\n  "),
  );
  expect(example("/sts/exchange", "get")).toContain(
    'exchange?aud=http%3A%2F%2F127.0.0.1%3A8787" \\\n  -H "Authorization: Bearer $IDENTITY_TOKEN"',
  );
  expect(example("/healthz", "get")).toBe('curl "http://127.0.0.1:8787/healthz"');
});

describe("the page /docs", () => {
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${platform.baseUrl}${path}`, { headers, redirect: "manual" });

  test("is where / leads", async () => {
    const response = await get("/");
    expect(response.status).toBe(302);
    expect(new URL(response.headers.get("location") ?? "", response.url).href).toBe(`${platform.baseUrl}/docs`);
    const posted = await fetch(`${platform.baseUrl}/`, { method: "POST" });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("loads only its own script, style and document, and allows no inline code", async () => {
    const response = await get("/docs");
    const page = await response.text();
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; .*connect-src 'self';/);
    expect(policy).not.toMatch(/unsafe|https?:/);
    expect(page).not.toMatch(/<style| style=| on\w+=|<script>|https?:/);
    const loaded = [...page.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    expect(loaded).toEqual(["data:,", "docs/viewer.css", "docs/viewer.js", "openapi.json"]);
    for (const address of loaded.slice(1)) {
      const file = await fetch(new URL(address, response.url));
      expect([address, file.status]).toEqual([address, 200]);
    }
  });

  test("loads neither fonts nor code from elsewhere", async () => {
    const [script, style] = await Promise.all(
      ["/docs/viewer.js", "/docs/viewer.css"].map(async (path) => (await get(path)).text()),
    );
    expect([...style!.matchAll(/@import|@font-face|url\(["']?(?!["']?data:).{20}/g)].map(String)).toEqual([]);
    expect(script!.includes("Search operations")).toBe(true);
  });

  test.each(["/docs", "/docs/viewer.js", "/docs/viewer.css", "/openapi.json"])(
    "lets browsers cache %s, revalidate it, and receive it compressed",
    async (path) => {
      const plain = await get(path, { "accept-encoding": "identity" });
      expect(plain.headers.get("content-encoding")).toBeNull();
      expect(plain.headers.get("cache-control")).toBe("public, max-age=300");
      expect(plain.headers.get("vary")).toBe("accept-encoding");
      const gzipped = await get(path, { "accept-encoding": "gzip" });
      expect(gzipped.headers.get("content-encoding")).toBe("gzip");
      expect(await gzipped.text()).toBe(await plain.text());
      const etag = plain.headers.get("etag") ?? "";
      expect(gzipped.headers.get("etag")).toBe(etag);
      expect((await get(path, { "if-none-match": `"other", ${etag}` })).status).toBe(304);
      expect((await get(path, { "if-none-match": '"other"' })).status).toBe(200);
    },
  );
});

test("default orders are among those in the document", () => {
  const orders = Object.values(document.paths).flatMap(({ get }) =>
    (get?.parameters ?? []).flatMap(({ name, schema }) => (name === "order_by" ? [schema] : [])),
  );
  const defaults = orders.filter(({ default: text }) => text !== undefined);
  expect(defaults.map(({ default: text }) => text)).toContain("create_time desc");
  for (const { default: text, pattern } of defaults) expect(text).toMatch(new RegExp(String(pattern)));
  // The specification's own examples.
  for (const order of ["name", "name desc", "created_at desc"])
    expect(order).toMatch(
      new RegExp(
        String(
          document.paths["/iam/v2beta1/groups"]?.get?.parameters?.find(({ name }) => name === "order_by")?.schema
            .pattern,
        ),
      ),
    );
});

test("the parameters of exchanges and registrations are accepted where the document says", async () => {
  const { post, get } = document.paths["/sts/exchange"]!;
  const isRequired = (operation: typeof post) => operation?.parameters?.find(({ name }) => name === "aud")?.required;
  expect([isRequired(get), isRequired(post)]).toEqual([true, undefined]);
  const types = ["application/x-www-form-urlencoded", "application/json"];
  for (const path of ["/sts/exchange", "/sts/exchange_refresh_token", "/auth/v1/register"])
    expect(Object.keys(document.paths[path]!.post!.requestBody!.content as object)).toEqual(types);

  const token = await platform.identityToken(platform.subject);
  const asked = { aud: platform.baseUrl, identity: platform.identityUid };
  const exchange = async (query: string, type?: string, body?: string) =>
    (
      await fetch(`${platform.authUrl}/sts/exchange${query}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, ...(type && { "content-type": type }) },
        ...(body && { body }),
      })
    ).status;
  const [form, json] = [new URLSearchParams(asked).toString(), JSON.stringify({ ...asked, aud: [asked.aud] })];
  expect(await exchange(`?${form}`)).toBe(200);
  expect(await exchange("", types[0], form)).toBe(200);
  expect(await exchange("", types[1], json)).toBe(200);
  expect(await exchange("", types[1], JSON.stringify({ identity: asked.identity }))).toBe(400);

  const register = async (type: string, body: string) => {
    const answer = await fetch(`${platform.authUrl}/auth/v1/register`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": type },
      body,
    });
    return ((await answer.json()) as { readonly message: string }).message;
  };
  const unknown = await register(types[0]!, "code=unknown");
  expect(await register(types[1]!, '{"code":"unknown"}')).toBe(unknown);
  expect(await register(types[1]!, "{}")).toContain("code is required");
  expect(unknown).not.toContain("is required");
});
