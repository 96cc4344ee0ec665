/**
 * Measures token exchanges: requests to `/sts/exchange` with a token of a real issuer, compared with a bare route that
 * verifies the same token and signs one. PLATFORM_BENCH_BASELINE names the directory of another build to compare with;
 * PLATFORM_BENCH_DATABASE_URL an empty PostgreSQL database to use instead of SQLite.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fastify from "fastify";
import { internals } from "./load-internals.mjs";
import { compare, report } from "./measure.mjs";
import { startLoad } from "./processes.mjs";

const require = createRequire(import.meta.url);
const { createLocalJWKSet, generateKeyPair, jwtVerify, SignJWT } = require("jose");
const client = fileURLToPath(new URL("./client.mjs", import.meta.url));
const COUNT = 500;

export default async function exchange() {
  const { startIssuer } = internals;
  const issuer = await startIssuer();
  const load = startLoad(client);
  const taking =
    ({ port, target, headers }) =>
    () =>
      load.run({ port, target, count: COUNT, headers });

  const built = { "the service": fileURLToPath(new URL("..", import.meta.url)) };
  const baseline = process.env.PLATFORM_BENCH_BASELINE;
  const servers = [["a bare route", await bareRoute(issuer)]];
  for (const [name, directory] of Object.entries({ ...(baseline ? { "the baseline": baseline } : {}), ...built }))
    servers.push([name, await startedService(directory, issuer)]);
  const runs = Object.fromEntries(servers.map(([name, server]) => [name, taking(server)]));
  report(`${COUNT} exchanges`, await compare(runs, { rounds: 15, reference: "a bare route" }));
  load.stop();
  for (const [, { close }] of servers) await close();
  await issuer.close();
}

const subject = "repo:octo-org/access:ref:refs/heads/main";

async function startedService(directory, issuer) {
  const manifest = require(path.join(directory, "package.json"));
  const { startService } = require(path.join(directory, manifest.exports["./service"].default));
  const data = mkdtempSync(path.join(os.tmpdir(), "platform-bench-"));
  const service = await startService({
    data: process.env.PLATFORM_BENCH_DATABASE_URL ?? data,
    dev: true,
    rateLimit: 1e6,
  });
  const owner = { issuer: issuer.issuer, subject };
  const { identityUid } = await service.platform.createOrganization({ name: `exchange-${service.port}`, ...owner });
  const query = new URLSearchParams({ aud: service.baseUrl, identity: identityUid });
  const token = await issuer.sign({ sub: subject, aud: service.authUrl }, { expiresIn: 3600 });
  return {
    port: service.port,
    target: `/sts/exchange?${query}`,
    headers: { authorization: `Bearer ${token}` },
    async close() {
      await service.close();
      rmSync(data, { recursive: true });
    },
  };
}

async function bareRoute(issuer) {
  const keys = createLocalJWKSet(issuer.jwks);
  const { privateKey } = await generateKeyPair("ES256");
  const app = fastify();
  app.get("/exchange", async ({ headers }) => {
    const { payload } = await jwtVerify(headers.authorization.slice("Bearer ".length), keys);
    const token = await new SignJWT({ aud: "bench" })
      .setProtectedHeader({ alg: "ES256" })
      .setSubject(payload.sub)
      .setExpirationTime("1h")
      .sign(privateKey);
    return { token };
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const token = await issuer.sign({ sub: subject, aud: "bench" }, { expiresIn: 3600 });
  return {
    port: app.server.address().port,
    target: "/exchange",
    headers: { authorization: `Bearer ${token}` },
    close: () => app.close(),
  };
}
