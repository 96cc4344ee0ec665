import { authPaths } from "../../../src/api";
import { startPlatform, type TestPlatform } from "../../../src/testing";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const tooMany = "Invalid argument: parameters: parameters must not be more than 200";
const tooLong = "Invalid argument: parameters: parameters must have names of at most 64 characters";

const post = async (path: string, type: string, body: string) => {
  const response = await fetch(platform.authUrl + path, {
    method: "POST",
    headers: { authorization: "Bearer x", "content-type": type },
    body,
  });
  const { message } = (await response.json()) as { readonly message: string };
  return { status: response.status, message };
};

const { redeem, exchange, end, headless, refresh, register } = authPaths;

describe.each([redeem, exchange, end, headless, refresh, register])("unauthenticated requests to %s", (path) => {
  test.each([
    [
      "a long name for thousands of values",
      JSON_TYPE,
      JSON.stringify({ ["A".repeat(60_000)]: Array(22_000).fill("") }),
      tooLong,
    ],
    ["thousands of values under one name", JSON_TYPE, JSON.stringify({ aud: Array(22_000).fill("") }), tooMany],
    ["thousands of members", JSON_TYPE, `{${Array.from({ length: 9000 }, (_, at) => `"a${at}":""`)}}`, tooMany],
    ["thousands of form parameters", FORM, "a&".repeat(60_000), tooMany],
    ["a form parameter with a long name", FORM, `${"a".repeat(120_000)}=b`, tooLong],
  ])("rejects %s", async (_case, type, body, message) => {
    expect(await post(path, type, body)).toEqual({ status: 400, message });
  });
});

test("counts the parameters of query and body together", async () => {
  const half = "cap=groups.list&".repeat(101).slice(0, -1);
  expect(await post(`${exchange}?${half}`, FORM, half)).toEqual({ status: 400, message: tooMany });
  expect(await post(`${exchange}?${half}`, FORM, "")).not.toMatchObject({ message: tooMany });
});

test("limits the capabilities and groups that a token is restricted to", async () => {
  const group = (at: number) => `${platform.groupUid}/${String(at).padStart(16, "0")}/${"f".repeat(16)}`;
  const scopes = (count: number) => Array.from({ length: count }, (_, at): [string, string] => ["scope", group(at)]);
  const exchanged = await fetch(`${platform.authUrl}${exchange}`, {
    method: "POST",
    headers: { authorization: `Bearer ${await platform.identityToken(platform.subject)}` },
    body: new URLSearchParams([["aud", platform.baseUrl], ["identity", platform.identityUid], ...scopes(100)]),
  });
  expect(exchanged.status).toBe(200);
  const long = `${platform.groupUid}${"/0123456789abcdef".repeat(10)}`;
  expect(
    await post(exchange, FORM, `${new URLSearchParams(Array<[string, string]>(50).fill(["scope", long]))}`),
  ).toEqual({
    status: 400,
    message: "Invalid argument: scope: scope must have at most 8000 characters in total",
  });
});
