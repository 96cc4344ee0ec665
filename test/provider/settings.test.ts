import { unknown, type ValueRecord } from "../../src/provider/plugin";
import { createProvider } from "../../src/provider/provider";
import { context, refusalOf } from "./in-process";
import { complete } from "./records";

/** Returns the problems that validate finds in a provider block, without requests or environment variables. */
const problems = async (given: ValueRecord, env: NodeJS.ProcessEnv = {}) => {
  const provider = createProvider(env);
  const found = await provider.validateConfig!(complete(provider.schema.attributes, given), context());
  return found.map(({ path, detail }) => [path, detail]);
};

test("reports invalid and contradicting settings at their attributes", async () => {
  expect(await problems({})).toEqual([]);
  expect(await problems({ base_url: "https://platform.example.com", identity_token_file: "token" })).toEqual([]);
  expect(await problems({ base_url: "platform.example.com", auth_url: "http://auth.example.com" })).toEqual([
    [["base_url"], expect.stringContaining("base_url (PLATFORM_BASE_URL) must be a URL")],
    [["auth_url"], expect.stringContaining("auth_url (PLATFORM_AUTH_URL) must be https")],
  ]);
  expect(await problems({ token: "a", identity: "b" })).toEqual([
    [["token"], "token (PLATFORM_TOKEN) conflicts with identity (PLATFORM_IDENTITY): only one may be set."],
  ]);
  expect(await problems({ identity: "robot" })).toEqual([[["identity"], expect.stringContaining("must be the uid")]]);
  expect(await problems({ refresh: "sometimes" })).toEqual([[["refresh"], expect.stringContaining("bulk, direct")]]);
  expect(await problems({ ca_pem: "none" })).toEqual([[["ca_pem"], expect.stringContaining("PEM")]]);
  expect(await problems({ ca_pem: "-----BEGIN CERTIFICATE-----", ca_file: "ca.pem" })).toEqual([
    [["ca_pem"], expect.stringContaining("conflicts with ca_file")],
  ]);
});

test("accepts unknown settings", async () => {
  const open = unknown as ValueRecord[string];
  expect(await problems({ base_url: open, token: open, identity: "0".repeat(40) })).toEqual([]);
  expect(await problems({ base_url: "http://auth.example.com", insecure: open })).toEqual([]);
  expect(await problems({ base_url: "http://auth.example.com" }, { PLATFORM_INSECURE: "true" })).toEqual([]);
});

test("names an unreadable certificate file", async () => {
  const provider = createProvider({});
  const given = { base_url: "https://platform.example.com", token: "token", ca_file: "/nowhere/ca.pem" };
  const config = complete(provider.schema.attributes, given);
  const found = await refusalOf(() => provider.configure(config, { ...context(), terraformVersion: "1.11.4" }));
  expect(found).toMatchObject([
    { path: ["ca_file"], detail: expect.stringContaining("cannot be read: /nowhere/ca.pem: ENOENT") },
  ]);
});
