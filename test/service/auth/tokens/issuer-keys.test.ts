import { exportJWK, generateKeyPair, type JWK } from "jose";
import { IssuerKeys } from "../../../../src/service/auth/tokens/issuer-keys";
import { FetchError } from "../../../../src/service/net/fetch-json";

const issuer = "https://issuer.example.com";

let now: number;
let published: JWK[];
let answers: Record<string, unknown>;
let fetched: string[];
let namedBy: unknown[];
let keys: IssuerKeys;

beforeEach(async () => {
  now = 1_000_000_000_000;
  published = [await jwk("one")];
  answers = {};
  fetched = [];
  namedBy = [];
  keys = new IssuerKeys(
    async (url, request) => {
      fetched.push(url);
      namedBy.push(request?.namedBy);
      if (url in answers) {
        if (answers[url] instanceof Error) throw answers[url];
        return answers[url];
      }
      return url.endsWith("/openid-configuration") ? { issuer, jwks_uri: `${issuer}/jwks` } : { keys: published };
    },
    () => now,
  );
});

const jwk = async (kid: string): Promise<JWK> => ({
  ...(await exportJWK((await generateKeyPair("ES256")).publicKey)),
  kid,
});
const fetches = () => fetched.filter((url) => url.endsWith("/openid-configuration")).length;
const has = async (kid: string) => {
  const set = await keys.keysOf(issuer, kid);
  return set({ alg: "ES256", kid }).then(
    () => true,
    () => false,
  );
};

test("finds keys by discovery, and fetches them once", async () => {
  expect(await has("one")).toBe(true);
  expect(await has("one")).toBe(true);
  expect(fetched).toEqual([`${issuer}/.well-known/openid-configuration`, `${issuer}/jwks`]);
  expect(namedBy).toEqual([undefined, issuer]);
});

test("fetches the discovery document with the keys, and caches it as long", async () => {
  answers[`${issuer}/.well-known/openid-configuration`] = { issuer, jwks_uri: `${issuer}/jwks`, token_endpoint: "t" };
  await has("one");
  expect(await keys.discovery(issuer)).toEqual({ issuer, jwksUri: `${issuer}/jwks`, tokenEndpoint: "t" });
  expect(fetches()).toBe(1);
  now += 10 * 60_000;
  await keys.discovery(issuer);
  expect(fetches()).toBe(2);
});

test("fetches keys again after ten minutes", async () => {
  await has("one");
  now += 10 * 60_000 - 1;
  await has("one");
  expect(fetches()).toBe(1);
  now += 1;
  await has("one");
  expect(fetches()).toBe(2);
});

test("shares one fetch among concurrent requests", async () => {
  expect(await Promise.all([has("one"), has("one"), has("two")])).toEqual([true, true, false]);
  expect(fetches()).toBe(1);
});

test("fetches a key immediately that the issuer has just begun to use", async () => {
  await has("one");
  published = [await jwk("two")];
  expect(await has("two")).toBe(true);
  expect(await has("one")).toBe(false);
});

test("requests an unknown key id again only after 30 seconds", async () => {
  await has("one");
  expect(await has("two")).toBe(false);
  expect(fetches()).toBe(2);
  published = [await jwk("one"), await jwk("two")];
  now += 29_999;
  expect(await has("two")).toBe(false);
  expect(fetches()).toBe(2);
  now += 1;
  expect(await has("two")).toBe(true);
  expect(fetches()).toBe(3);
});

test("fetches at most ten times a minute from an issuer, using known keys meanwhile", async () => {
  for (let index = 0; index < 20; index += 1) await has(`unknown ${index}`);
  expect(fetches()).toBe(10);
  expect(await has("one")).toBe(true);
  now += 60_000;
  await has("unknown 20");
  expect(fetches()).toBe(11);
});

test("fetches at most ten times a minute from an unavailable issuer", async () => {
  answers[`${issuer}/jwks`] = new FetchError("down");
  for (let index = 0; index < 10; index += 1) await expect(has("one")).rejects.toThrow("down");
  await expect(has("one")).rejects.toMatchObject({
    message: `${issuer} cannot be fetched: too many requests for its keys within a minute`,
    temporary: true,
  });
  expect(fetches()).toBe(10);
});

test.each([
  ["names a different issuer", { issuer: `${issuer}/`, jwks_uri: `${issuer}/jwks` }],
  ["has no jwks_uri", { issuer }],
  ["names a different issuer", null],
])("rejects a discovery document that %s", async (problem, document) => {
  answers[`${issuer}/.well-known/openid-configuration`] = document;
  await expect(has("one")).rejects.toMatchObject({
    message: `the discovery document of ${issuer} ${problem}`,
    temporary: false,
  });
});

test.each([[null], [{}], [{ keys: "none" }], [{ keys: [null] }], [{ keys: Array(101).fill({}) }]])(
  "rejects %j as a key set",
  async (document) => {
    answers[`${issuer}/jwks`] = document;
    await expect(has("one")).rejects.toThrow(`the keys of ${issuer} are not a JSON Web Key Set of at most 100 keys`);
  },
);

test("stores only what verification needs of an issuer's documents", async () => {
  const padding = "x".repeat(100_000);
  const [one] = published as [JWK];
  published = [{ ...one, x5t: padding, x5c: [padding] }];
  answers[`${issuer}/.well-known/openid-configuration`] = {
    issuer,
    jwks_uri: `${issuer}/jwks`,
    token_endpoint: padding,
    token_endpoint_auth_methods_supported: [padding, {}, "private_key_jwt"],
  };
  expect((await keys.keysOf(issuer, "one")).jwks()).toEqual({ keys: [one] });
  expect(await keys.discovery(issuer)).toEqual({
    issuer,
    jwksUri: `${issuer}/jwks`,
    clientAuthMethods: ["private_key_jwt"],
  });
  answers[`${issuer}/jwks`] = { keys: [{ ...one, n: padding.repeat(2) }] };
  now += 10 * 60_000;
  await expect(has("one")).rejects.toThrow("are not a JSON Web Key Set");
});

test("limits the number of unknown key ids recorded", async () => {
  await has("one");
  await Promise.all(Array.from({ length: 300 }, (_, index) => has(`made up ${index}`)));
  expect(fetches()).toBe(2);
  expect(await has("made up 0")).toBe(false);
  expect(fetches()).toBe(2);
  expect(await has("made up 299")).toBe(false);
  expect(fetches()).toBe(3);
});

test("does not evict other organizations' issuers for one with many issuers", async () => {
  await keys.keysOf(issuer, "one", "victim");
  for (let index = 0; index < 1200; index += 1)
    await keys.keysOf(`https://${index}.example.com`, undefined, "evil").catch(() => {});
  await keys.keysOf(issuer, "one", "victim");
  expect(fetches()).toBe(1201);
});

test("evicts an issuer of the organization with the most issuers", async () => {
  await keys.keysOf(issuer, "one", "victim");
  for (let index = 0; index < 1500; index += 1)
    await keys.keysOf(`https://${index}.example.com`, undefined, `organization ${index % 20}`).catch(() => {});
  await keys.keysOf(issuer, "one", "victim");
  expect(fetches()).toBe(1501);
});

const askOthers = async (count: number, organization: string, byPattern = false) => {
  for (let index = 0; index < count; index += 1) {
    now += byPattern ? 1001 : 0;
    await keys.keysOf(`https://${index}.example.com`, undefined, organization, byPattern).catch(() => {});
  }
};

test("keeps an issuer that another organization uses when one releases it", async () => {
  await keys.keysOf(issuer, "one", "victim");
  await keys.keysOf(issuer, "one", "evil");
  await askOthers(1200, "evil");
  await keys.keysOf(issuer, "one", "victim");
  expect(fetched.filter((url) => url === `${issuer}/jwks`)).toHaveLength(1);
});

test("does not evict literal issuers for those matched by patterns", async () => {
  await keys.keysOf(issuer, "one", "victim");
  await askOthers(110, "victim", true);
  await keys.keysOf(issuer, "one", "victim");
  expect(fetched.filter((url) => url === `${issuer}/jwks`)).toHaveLength(1);
});

test("fetches at most ten times a minute from an evicted issuer", async () => {
  for (let round = 0; round < 20; round += 1) {
    await keys.keysOf(issuer, "one", "evil").catch(() => {});
    await askOthers(100, "evil");
  }
  expect(fetched.filter((url) => url === `${issuer}/jwks`)).toHaveLength(10);
});

test("finds the discovery document below an issuer that ends with a slash", async () => {
  answers[`${issuer}/.well-known/openid-configuration`] = { issuer: `${issuer}/`, jwks_uri: `${issuer}/jwks` };
  await keys.keysOf(`${issuer}/`, "one");
  expect(fetched[0]).toBe(`${issuer}/.well-known/openid-configuration`);
});
