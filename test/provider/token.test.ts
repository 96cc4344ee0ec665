import type { Provider } from "../../src/provider/plugin";
import { createProvider } from "../../src/provider/provider";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { configuredProvider, context, refusalOf } from "./in-process";
import { complete } from "./records";

const REGISTRY = "registry.example.com";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ registryHost: REGISTRY });
});
afterAll(() => platform.close());

/** Returns a provider that acts as the pipeline. */
async function pipeline(): Promise<Provider> {
  const provider = createProvider(platform.environment());
  const config = complete(provider.schema.attributes, {});
  await provider.configure(config, { ...context(), terraformVersion: "1.11.4" });
  return provider;
}

const resourceOf = (provider: Provider) => provider.ephemeralResources!.platform_token!;

const open = (provider: Provider, given: Record<string, string> = {}) =>
  resourceOf(provider).open({ config: complete(resourceOf(provider).schema.attributes, given) }, context());

test("returns a token for the platform and the provider's identity by default, with its expiry", async () => {
  const { result, renewAt } = await open(await pipeline());
  expect(result).toMatchObject({ audience: platform.baseUrl, identity: null });
  await expect(platform.client(String(result.token)).groups.get(platform.groupUid)).resolves.toBeDefined();
  const expiry = Date.parse(String(result.expiry));
  expect(renewAt?.getTime()).toBeLessThan(expiry);
});

test("returns a token for the registry, or for another identity that the pipeline may assume", async () => {
  const claimMatch = { issuer: platform.issuer.issuer, subject: platform.subject };
  const other = await platform.client().identities.create(platform.groupUid, { name: "puller", claimMatch });
  const { result } = await open(await pipeline(), { audience: REGISTRY, identity: other.uid });
  const claims = JSON.parse(Buffer.from(String(result.token).split(".")[1]!, "base64url").toString());
  expect(claims).toMatchObject({ sub: other.uid });
  expect([claims.aud].flat()).toEqual([REGISTRY]);
});

test("keeps the provider usable after a rejected token request", async () => {
  const provider = await pipeline();
  const [refused] = await refusalOf(() => open(provider, { audience: "https://elsewhere.example.com" }));
  expect(refused?.summary).toBe("Cannot get a token");
  await expect(open(provider)).resolves.toBeDefined();
});

test("warns shortly before expiry that the engine cannot replace the token", async () => {
  const provider = await pipeline();
  const { private: held } = await open(provider);
  const renewed = await resourceOf(provider).renew!({ private: held! }, context());
  expect(renewed.renewAt).toBeUndefined();
  expect(renewed.diagnostics).toMatchObject([{ severity: "warning", summary: "A platform_token is about to expire" }]);
});

test("returns a configured static token as it is, and no other one", async () => {
  const provider = await configuredProvider(platform.baseUrl, platform.token);
  expect((await open(provider)).result.token).toBe(platform.token);
  const [refused] = await refusalOf(() => open(provider, { audience: REGISTRY }));
  expect(refused?.detail).toContain("only a static token is configured");
});
