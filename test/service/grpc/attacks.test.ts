import { generateKeyPairSync } from "node:crypto";
import type { ServiceError } from "@grpc/grpc-js";
import { decodeJwt, decodeProtectedHeader, importPKCS8, SignJWT, UnsecuredJWT } from "jose";
import { platformErrorFrom, registryFor } from "./client";
import { type GrpcWorld, startWorld } from "./world";

/** Calls to every method without a token, or with a forged one. */

let world: GrpcWorld;
let code: string;
beforeAll(async () => {
  world = await startWorld();
  code = (await world.iam("GroupsService/GetGroup", { uid: world.groupUid })).name as string;
});
afterAll(() => world.close());

/** The API's methods; exchanges accept others' tokens, and read the request first. */
const methods = [...registryFor()]
  .flatMap((each) => (each.kind === "service" ? each.methods : []))
  .filter(({ parent }) => parent.typeName.startsWith("platform.") && !parent.typeName.startsWith("platform.oidc."))
  .map(({ parent, name }) => `/${parent.typeName}/${name}`);

const answerOf = (path: string, token?: string, bytes = new Uint8Array()) =>
  world.client.send(path, bytes, token === undefined ? {} : { token }).then(
    () => ({ code: "OK", message: "" }),
    (error: ServiceError) => platformErrorFrom(error),
  );

/** Returns the methods that accept a token or repeat it. */
async function acceptedBy(token: string | undefined): Promise<string[]> {
  const answers = await Promise.all(methods.map((path) => answerOf(path, token)));
  const isRefused = ({ code: answered, message }: (typeof answers)[number]) =>
    answered === "UNAUTHENTICATED" && !(token && message.includes(token.slice(-20)));
  return methods.filter((_, index) => !isRefused(answers[index]!));
}

test("rejects missing and malformed tokens at every method", async () => {
  expect(methods.length).toBeGreaterThan(40);
  for (const token of [undefined, "", "nobody", "a.b.c", "x".repeat(6000)]) expect(await acceptedBy(token)).toEqual([]);
});

test("rejects a token that the service did not sign at every method, without repeating it", async () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const own = await importPKCS8(privateKey.export({ type: "pkcs8", format: "pem" }).toString(), "ES256");
  const claims = decodeJwt(world.token);
  const header = { ...decodeProtectedHeader(world.token), alg: "ES256" };
  const [head, payload, signature] = world.token.split(".") as [string, string, string];
  const altered = Buffer.from(JSON.stringify({ ...claims, sub: `${world.groupUid}/${"0".repeat(16)}` }));
  const keys = await world.service.platform.tokens.jwks();
  const published = new TextEncoder().encode(JSON.stringify(keys.keys[0]));
  const forged = {
    "of another key": await new SignJWT(claims).setProtectedHeader(header).sign(own),
    "with the published key as a secret": await new SignJWT(claims)
      .setProtectedHeader({ ...header, alg: "HS256" })
      .sign(published),
    unsigned: new UnsecuredJWT(claims).encode(),
    "without its signature": `${head}.${payload}.`,
    "with another payload": `${head}.${altered.toString("base64url")}.${signature}`,
    "with a key of its own": await new SignJWT(claims)
      .setProtectedHeader({ ...header, jwk: keys.keys[0]!, kid: "own" })
      .sign(own),
  };
  const exchange = { aud: [world.service.baseUrl], identity: world.identityUid };
  for (const [what, token] of Object.entries(forged)) {
    const exchanged = world.client.call("platform.oidc.SecurityTokenService/Exchange", exchange, { token });
    await expect(exchanged).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect([what, await acceptedBy(token)]).toEqual([what, []]);
  }
});

test("rejects a valid token for something else", async () => {
  const { tokens } = world.service.platform;
  const elsewhere = await tokens.mint({ identityUid: world.identityUid, audience: "https://elsewhere.example.com" });
  for (const path of methods) expect([path, (await answerOf(path, elsewhere)).code]).toEqual([path, "UNAUTHENTICATED"]);
});

test.each([
  ["a message over the limit", 1024 * 1024 + 1],
  ["a message of many times the limit", 8 * 1024 * 1024],
])("rejects %s, and continues to serve", async (_what, length) => {
  const path = "/platform.iam.v2beta1.GroupsService/CreateGroup";
  expect(["INVALID_ARGUMENT", "RESOURCE_EXHAUSTED"]).toContain(
    (await answerOf(path, world.token, new Uint8Array(length))).code,
  );
  expect((await answerOf(path, undefined, new Uint8Array(length))).code).not.toBe("OK");
  expect(await world.iam("GroupsService/GetGroup", { uid: world.groupUid })).toMatchObject({ name: code });
});
