import fc, { type Arbitrary } from "fast-check";
import { collectionPath } from "../../../src/api";
import { registry } from "../../../src/model";
import { oddTexts, runs, wildJson } from "../../conformance/values";
import { type Fuzzed, startFuzzed } from "./service";

/** Altered tokens of all kinds: rejected with the right error, and never repeated in the response. */

let service: Fuzzed;
let outside: string;
let pageToken: string;
const groups = collectionPath(registry.groups);
beforeAll(async () => {
  service = await startFuzzed();
  const { platform } = service;
  outside = await platform.identityToken(platform.subject);
  const client = platform.client().groups;
  for (const name of ["one", "two"]) await client.create(platform.groupUid, { name });
  ({ nextPageToken: pageToken = "" } = await client.page({ pageSize: 1 }));
  expect(pageToken).not.toBe("");
});
afterAll(() => service.close());

/** An alteration of a token, of which every part is significant. */
type Tampering = (token: string) => string;
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value) ?? "").toString("base64url");
const swapped = (index: number, part: (old: string) => string) => (token: string) =>
  token
    .split(".")
    .map((each, at) => (at === index ? part(each) : each))
    .join(".");
const tamperings: Arbitrary<Tampering> = fc.oneof(
  fc.tuple(fc.nat(), fc.constantFrom("A", "_", ".", "~")).map(
    ([at, character]): Tampering =>
      (token) => {
        const index = at % (token.length - 1);
        return token.slice(0, index) + (token[index] === character ? "" : character) + token.slice(index + 1);
      },
  ),
  fc.nat({ max: 1000 }).map(
    (length): Tampering =>
      (token) =>
        token.slice(0, Math.min(length, token.length - 1)),
  ),
  fc.constantFrom<Tampering>(
    (token) => `${token}.${token}`,
    (token) => `${token}.`,
    swapped(2, () => ""),
    swapped(1, () => ""),
    swapped(0, () => encoded({ alg: "none" })),
    (token) => `${token.split(".").slice(0, -1).join(".")}.`,
  ),
  fc.tuple(fc.nat({ max: 1 }), wildJson).map(([index, value]) => swapped(index, () => encoded(value))),
  fc
    .tuple(
      fc.constantFrom(
        "alg",
        "kid",
        "typ",
        "jku",
        "jwk",
        "crit",
        "x5u",
        "sub",
        "iss",
        "aud",
        "exp",
        "nbf",
        "iat",
        "act",
      ),
      fc.oneof(oddTexts, wildJson),
    )
    .map(
      ([claim, value]): Tampering =>
        (token) => {
          const index = ["alg", "kid", "typ", "jku", "jwk", "crit", "x5u"].includes(claim) ? 0 : 1;
          return swapped(index, (part) =>
            encoded({ ...JSON.parse(Buffer.from(part, "base64url").toString()), [claim]: value }),
          )(token);
        },
    ),
);
/** The limit of a header. */
const fits = (token: string) => token.length < 8000;

test("bearer tokens of the API", async () => {
  await fc.assert(
    fc.asyncProperty(tamperings, async (tamper) => {
      const token = tamper(service.platform.token);
      fc.pre(fits(token));
      const { status, text } = await service.send({
        method: "GET",
        path: groups,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(status).toBe(401);
      if (token.length > 20) expect(text).not.toContain(token);
    }),
    runs(150),
  );
});

test("exchanged tokens of an issuer", async () => {
  await fc.assert(
    fc.asyncProperty(tamperings, fc.constantFrom("GET", "POST"), async (tamper, method) => {
      const token = tamper(outside);
      fc.pre(fits(token));
      const query = new URLSearchParams({ aud: service.platform.baseUrl, identity: service.platform.identityUid });
      const { status, text } = await service.send({
        method,
        path: `/sts/exchange?${query}`,
        headers: { authorization: `Bearer ${token}` },
      });
      expect([400, 401]).toContain(status);
      if (token.length > 20) expect(text).not.toContain(token);
    }),
    runs(100),
  );
});

test("page tokens", async () => {
  const list = (token: string) =>
    service.send({
      method: "GET",
      path: `${groups}?${new URLSearchParams({ page_size: "1", page_token: token })}`,
      headers: { authorization: `Bearer ${service.platform.token}` },
    });
  expect((await list(pageToken)).status).toBe(200);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        oddTexts.map(
          (text): Tampering =>
            () =>
              text,
        ),
        pageTamperings,
      ),
      async (tamper) => {
        const token = tamper(pageToken);
        fc.pre(token !== "" && fits(encodeURIComponent(token.replace(/\p{Surrogate}/gu, ""))));
        expect((await list(token)).status).toBe(400);
      },
    ),
    runs(100),
  );
});

const pageTamperings: Arbitrary<Tampering> = fc.oneof(
  wildJson.map((value) => () => encoded(value)),
  fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })).map(
    ([at, change]): Tampering =>
      (token) => {
        const bytes = Buffer.from(token, "base64url");
        bytes[at % bytes.length]! ^= change;
        return bytes.toString("base64url");
      },
  ),
  fc.nat({ max: 500 }).map(
    (length): Tampering =>
      (token) =>
        token.slice(0, Math.min(length, token.length - 1)),
  ),
  fc.constantFrom<Tampering>(
    (token) => `${token}.`,
    (token) => `${token}=`,
    (token) => token.toUpperCase(),
    (token) => [...token].reverse().join(""),
  ),
);
