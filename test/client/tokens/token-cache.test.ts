import { chmod, mkdtemp, readdir, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { exchangedToken, literal } from "../../../src/client";
import { TokenCache } from "../../../src/client/tokens/token-cache";
import { serve, type TestServer } from "../http-server";

let base: string;
let server: TestServer;
let lifetime: number;
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), "token-cache-"));
  lifetime = 3600;
  server = await serve((_request, index) => {
    const iat = Math.floor(Date.now() / 1000);
    const claims = Buffer.from(JSON.stringify({ iat, exp: iat + lifetime, index })).toString("base64url");
    return { body: { token: `header.${claims}.signature` } };
  });
});
afterEach(async () => {
  await server.close();
  await rm(base, { recursive: true });
});

/** Returns credentials as in a separate process. */
const ofProcess = (options: { identity?: string; proof?: string } = {}) =>
  exchangedToken({
    authUrl: server.url,
    audience: "https://platform.example.com",
    identity: options.identity ?? "one",
    source: literal(options.proof ?? "identity-token"),
    cache: new TokenCache(base),
  });

const ownDirectory = () => path.join(base, `platform-iac-${process.getuid!()}`);

test("exchanges a token once for several processes and stores it privately", async () => {
  const token = await ofProcess().token();
  await expect(ofProcess().token()).resolves.toBe(token);
  expect(server.received).toHaveLength(1);
  const [name, ...others] = await readdir(ownDirectory());
  expect(others).toEqual([]);
  const modeOf = async (file: string) => (await stat(file)).mode & 0o777;
  expect([await modeOf(ownDirectory()), await modeOf(path.join(ownDirectory(), name!))]).toEqual([0o700, 0o600]);
});

test("separates tokens by identity and by proof", async () => {
  const tokens = [await ofProcess().token()];
  tokens.push(await ofProcess({ identity: "other" }).token(), await ofProcess({ proof: "other" }).token());
  expect(new Set(tokens).size).toBe(3);
});

test("does not reuse an expired or rejected token", async () => {
  lifetime = 0;
  const expired = await ofProcess().token();
  lifetime = 3600;
  const token = await ofProcess().token();
  expect(token).not.toBe(expired);
  const credentials = ofProcess();
  await expect(credentials.token()).resolves.toBe(token);
  const renewed = await credentials.token({ rejected: token });
  expect(renewed).not.toBe(token);
  await expect(ofProcess().token()).resolves.toBe(renewed);
});

test("ignores directories and files that others could have written", async () => {
  const token = await ofProcess().token();
  await chmod(ownDirectory(), 0o770);
  await expect(ofProcess().token()).resolves.not.toBe(token);
  await chmod(ownDirectory(), 0o700);
  const [name = ""] = await readdir(ownDirectory());
  await chmod(path.join(ownDirectory(), name), 0o640);
  await expect(ofProcess().token()).resolves.not.toBe(token);

  await rm(ownDirectory(), { recursive: true });
  const elsewhere = await mkdtemp(path.join(tmpdir(), "token-cache-"));
  await symlink(elsewhere, ownDirectory());
  await ofProcess().token();
  await expect(readdir(elsewhere)).resolves.toEqual([]);
  await rm(elsewhere, { recursive: true });
});
