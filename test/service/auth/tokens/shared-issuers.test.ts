import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Issuer, startIssuer } from "../../../../src/issuer";
import { IssuerKeys } from "../../../../src/service/auth/tokens/issuer-keys";
import { jsonFetcher } from "../../../../src/service/net/fetch-json";

/**
 * Organizations that trust the same issuer: none can use up another's fetches, and forged tokens cannot use up those of
 * logins.
 */

let issuer: Issuer;
let now: number;
let keys: IssuerKeys;
/** Holds requests until `answer`. */
let slow: { readonly url: string; readonly held: ServerResponse[]; readonly server: Server };

beforeEach(async () => {
  issuer = await startIssuer();
  now = 1_000_000_000_000;
  keys = new IssuerKeys(jsonFetcher({ dev: true }), () => now);
  const held: ServerResponse[] = [];
  const server = createServer((_, response) => held.push(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  slow = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, held, server };
});
afterEach(async () => {
  slow.server.close().closeAllConnections();
  await issuer.close();
});

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => "keys",
    (error: Error) => error.message,
  );
const tooMany = expect.stringContaining("too many concurrent requests to issuers");
const tooOften = expect.stringContaining("too many requests for its keys within a minute");

/** Fills an organization's fetches with issuers that do not respond. Returns a function that ends them. */
async function occupy(organization: string, count: number, byPattern = false): Promise<() => Promise<unknown>> {
  const outcomes = Array.from({ length: count }, (_, index) =>
    outcome(keys.keysOf(`${slow.url}/${index}`, undefined, organization, byPattern)),
  );
  while (slow.held.length < count) await new Promise(setImmediate);
  return () => {
    for (const response of slow.held.splice(0)) response.end("{}");
    return Promise.all(outcomes);
  };
}

test("does not count fetches rejected by an organization's own limit for others", async () => {
  const release = await occupy("evil", 8);
  for (let count = 0; count < 60; count += 1)
    expect(await outcome(keys.keysOf(issuer.url, `forged ${count}`, "evil"))).toEqual(tooMany);
  const refused = outcome(keys.keysOf(issuer.url, "forged", "evil"));
  const other = outcome(keys.keysOf(issuer.url, undefined, "victim"));
  expect(await Promise.all([refused, other])).toEqual([tooMany, "keys"]);
  await release();
});

test("reserves fetches for other organizations and for key refreshes despite invented key ids", async () => {
  for (let count = 0; count < 30; count += 1) await keys.keysOf(issuer.url, `forged ${count}`, "evil");
  expect(issuer.requests.discovery).toBe(10);
  await keys.keysOf(issuer.url, "new", "victim");
  expect(issuer.requests.discovery).toBe(11);
  const before = issuer.requests.discovery;
  now += 10 * 60_000;
  await keys.keysOf(issuer.url, undefined, "evil");
  expect(issuer.requests.discovery).toBe(before + 1);
});

test("fetches at most 50 times a minute from an issuer for all organizations together", async () => {
  for (let count = 0; count < 80; count += 1)
    await outcome(keys.keysOf(issuer.url, `forged ${count}`, `organization ${count % 8}`));
  expect(issuer.requests.discovery).toBe(50);
});

test("uses cached keys for an hour while the issuer is unavailable, for the key ids they contain", async () => {
  await keys.keysOf(issuer.url, undefined, "victim");
  const [{ kid } = {}] = issuer.jwks.keys as { kid?: string }[];
  await issuer.close();
  now += 59 * 60_000;
  expect(await outcome(keys.keysOf(issuer.url, kid, "victim"))).toBe("keys");
  expect(await outcome(keys.keysOf(issuer.url, "other", "victim"))).toContain("could not be fetched");
  for (let count = 0; count < 20; count += 1)
    expect(await outcome(keys.keysOf(issuer.url, kid, "victim"))).toBe("keys");
  now += 60_000;
  expect(await outcome(keys.keysOf(issuer.url, kid, "victim"))).toContain("could not be fetched");
  issuer = await startIssuer();
});

test("reserves half of an organization's fetches for logins and literal issuers", async () => {
  const release = await occupy("victim", 4, true);
  expect(await outcome(keys.keysOf(`${slow.url}/fifth`, undefined, "victim", true))).toEqual(tooMany);
  const byPattern = outcome(keys.keysOf(issuer.url, undefined, "victim", true));
  const literal = outcome(keys.keysOf(issuer.url, undefined, "victim"));
  expect(await Promise.all([byPattern, literal])).toEqual([tooMany, "keys"]);
  await release();
});

test("limits new issuers from patterns to 60 a minute, and keeps using known ones", async () => {
  await keys.keysOf(issuer.url, undefined, "victim", true);
  const forged = (index: number) => outcome(keys.keysOf(`http://127.0.0.1:1/${index}`, undefined, "victim", true));
  for (let index = 1; index < 60; index += 1) expect(await forged(index)).toContain("could not be fetched");
  expect(await forged(60)).toContain("too many new issuers matched");
  expect(await outcome(keys.keysOf(issuer.url, undefined, "victim", true))).toBe("keys");
  expect(await outcome(keys.keysOf("http://127.0.0.1:1/60", undefined, "other", true))).toContain(
    "could not be fetched",
  );
  now += 60_000;
  expect(await forged(61)).toContain("could not be fetched");
});

test("fetches at most ten times a minute from an unavailable issuer for each organization", async () => {
  const down = "http://127.0.0.1:1";
  for (let count = 0; count < 10; count += 1)
    expect(await outcome(keys.keysOf(down, undefined, "one"))).toContain("could not be fetched");
  expect(await outcome(keys.keysOf(down, undefined, "one"))).toEqual(tooOften);
  expect(await outcome(keys.keysOf(down, undefined, "other"))).toContain("could not be fetched");
});
