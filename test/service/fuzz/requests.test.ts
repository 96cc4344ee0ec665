import fc, { type Arbitrary } from "fast-check";
import { apiVersions, collectionPath } from "../../../src/api";
import { definitions, registry } from "../../../src/model";
import { v1Types } from "../../../src/service/v1";
import { oddTexts, runs, wildJson } from "../../conformance/values";
import { type Fuzzed, type Sent, startFuzzed } from "./service";

/** Any request to any path: never an internal error, always a well-formed response, and the next request is served. */

let service: Fuzzed;
let known: readonly string[];
beforeAll(async () => {
  service = await startFuzzed();
  const { platform } = service;
  const { groups } = platform.client();
  const { uid } = await groups.create(platform.groupUid, { name: "fuzz" });
  known = [platform.groupUid, platform.identityUid, uid];
});
afterAll(() => service.close());
afterEach(async () => {
  const { status } = await send({ method: "GET", path: collectionPath(registry.groups) });
  expect(status).toBe(200);
});

const authorized = (): Record<string, string> => ({ authorization: `Bearer ${service.platform.token}` });
const send = (sent: Sent) => service.send({ ...sent, headers: { ...authorized(), ...sent.headers } });

const collections = [
  ...definitions.flatMap((definition) => apiVersions.map((version) => collectionPath(definition, version))),
  ...v1Types.map(({ definition, path }) => `/${definition.domain}/v1/${path}`),
];
const verbs = ["roleBindings:batchCreate", "identities:lookupIdentity", "groups:lookupGroup"].map(
  (verb) => `/iam/v2beta1/${verb}`,
);
const forPeople = [
  "/sts/exchange",
  "/sts/exchange_refresh_token",
  "/sts/headless_sessions",
  "/oauth",
  "/oauth/callback/x",
  "/oauth/token",
  "/oauth/revoke",
  "/auth/v1/ok",
  "/auth/v1/register",
];
const others = ["/openapi.json", "/docs", "/.well-known/openid-configuration", "/healthz", "/readyz", "/metrics", "/"];

/** A path segment as a client may write it: encoded, wrongly encoded, or not at all. */
const segments: Arbitrary<string> = fc.oneof(
  fc.nat({ max: 2 }).map((index) => `uid ${index}`),
  oddTexts.filter((text) => text.length < 600).map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ""))),
  fc.stringMatching(/^[!-"$-~]{0,30}$/).map((text) => text.replaceAll("?", "")),
  fc.constantFrom("%", "%00", "%2f", "%zz", "..", "%c0%af", ":", ":batchCreate", "a:lookupGroup", "readme", "//"),
);
const parameterNames = fc.oneof(
  fc.constantFrom(
    ...[
      "page_size",
      "pageSize",
      "page_token",
      "order_by",
      "skip",
      "updateMask",
      "update_mask",
      "name",
      "updated_since",
    ],
    ...["uidp.descendants_of", "uidp.children_of", "uidp.ids", "uidp.in_root", "uidp.__proto__", "id", "parent"],
    ...["aud", "identity", "identity_provider", "cap", "scope", "code", "state", "redirect", "user_code", "token"],
    ...["code_verifier", "redirect_uri", "code_challenge", "organization", "issuer", "subject"],
  ),
  oddTexts,
);
const parameterValues = fc.oneof(
  oddTexts,
  fc.nat({ max: 2 }).map((index) => `uid ${index}`),
  fc.constantFrom("-1", "0", "1e9", "99999999999999999999", "true", "name desc", "*", "name,name", "__proto__.x"),
  fc.constantFrom("http://127.0.0.1:1/", "javascript:alert(1)", "claimMatch.constructor", "groups.list", "a.b"),
);
/** Some are repeated. */
const queries = fc.array(fc.tuple(parameterNames, parameterValues), { maxLength: 4 });
const methods = fc.constantFrom("GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND");
const bodies = fc.oneof(
  fc.constant(undefined),
  wildJson.map((value) => JSON.stringify(value)),
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    '{"__proto__":{"name":"a"}}',
    '{"constructor":{"prototype":{"name":"a"}}}',
    '{"name":"a","name":"b"}',
    '{"parent":{},"roleBindings":[null,{"identityUid":[]}],"roleBinding":"a"}',
    '{"name":"\\ud800"}',
    `{"name":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
    "[".repeat(100_000),
    `{${"a".repeat(100_000)}`,
    `{"name":1e999}`,
    `{"capabilities":${JSON.stringify(Array(1001).fill("groups.list"))}}`,
    "\ufeff{}",
  ),
);
const types = fc.constantFrom(
  "application/json",
  "application/json; charset=utf-16",
  "application/x-www-form-urlencoded",
  "text/plain",
  "application/grpc+json",
  "__proto__",
  "",
);

const named = (text: string): string => text.replace(/^uid (\d)$/, (_, index) => known[Number(index)]!);
const target = (path: string, query: readonly (readonly [string, string])[]): string =>
  `${path}?${query.map((pair) => pair.map((text) => encodeURIComponent(named(text).replace(/\p{Surrogate}/gu, ""))).join("=")).join("&")}`.slice(
    0,
    12_000,
  );

test("any method, path, query and body", async () => {
  await fc.assert(
    fc.asyncProperty(
      methods,
      fc.constantFrom(...collections, ...collections, ...verbs, ...forPeople, ...others),
      fc.array(segments, { maxLength: 2 }),
      queries,
      bodies,
      types,
      async (method, base, below, query, body, type) => {
        const path = target([base, ...below.map(named)].join("/").replace(/^\/\/+/, "/"), query);
        await send({ method, path, ...(body === undefined ? {} : { body, headers: { "content-type": type } }) });
      },
    ),
    runs(400),
  );
});

test("batches of anything", async () => {
  const bound = fc.oneof(
    wildJson,
    fc.record({ roleBinding: fc.oneof(wildJson, fc.record({ identityUid: wildJson, roleUid: wildJson })) }),
  );
  const batches = fc.record(
    { requests: fc.array(bound, { maxLength: 3 }), roleUid: wildJson },
    { requiredKeys: ["requests"] },
  );
  await fc.assert(
    fc.asyncProperty(batches, async (batch) => {
      const body = JSON.stringify({ parent: known[0], ...batch });
      const path = "/iam/v2beta1/roleBindings:batchCreate";
      const { status } = await send({ method: "POST", path, body, headers: { "content-type": "application/json" } });
      expect(status).toBe(400);
    }),
    runs(60),
  );
});
