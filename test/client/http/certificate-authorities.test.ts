import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient, exchangedToken, literal, staticToken } from "../../../src/client";
import { createCertificate } from "../../../src/provider/plugin/transport/certificate";
import { aGroup, groupUid, quickRetry } from "../fixtures";

/** A certificate that no public CA has signed. */

const own = createCertificate();
let directory: string;
let server: Server;
let baseUrl: string;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), "authorities-"));
  server = createServer({ cert: own.certificate, key: own.privateKey }, (request, response) => {
    response.end(JSON.stringify(request.url?.startsWith("/sts/") ? { token: "token" } : aGroup(groupUid)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(directory, { recursive: true });
});

async function read(ca?: string): Promise<unknown> {
  const client = createClient({ baseUrl, credentials: staticToken("token"), retry: quickRetry, ca });
  try {
    return await client.groups.get(groupUid);
  } finally {
    await client.close();
  }
}

test("trusts the certificate of a private CA only if the client is configured with it", async () => {
  await expect(read(own.certificate)).resolves.toMatchObject({ uid: groupUid });
  await expect(read()).rejects.toMatchObject({ code: "UNAVAILABLE", message: expect.stringContaining("certificate") });
});

test("does not retry a certificate error, and names the settings that fix it", async () => {
  const attempts: number[] = [];
  const hooks = { onRequest: ({ attempt }: { readonly attempt: number }) => attempts.push(attempt) };
  const client = createClient({ baseUrl, credentials: staticToken("token"), retry: quickRetry, hooks });
  try {
    await expect(client.groups.get(groupUid)).rejects.toThrow("set ca_file or PLATFORM_CA_FILE");
    expect(attempts).toEqual([1]);
  } finally {
    await client.close();
  }
});

test("uses the configured CA for token exchanges", async () => {
  const exchange = { authUrl: baseUrl, audience: baseUrl, source: literal("proof") };
  await expect(exchangedToken({ ...exchange, ca: own.certificate }).token()).resolves.toBe("token");
});

test("trusts the CAs in SSL_CERT_FILE", async () => {
  const file = path.join(directory, "ca.pem");
  writeFileSync(file, own.certificate);
  const before = process.env.SSL_CERT_FILE;
  process.env.SSL_CERT_FILE = file;
  try {
    await expect(read()).resolves.toMatchObject({ uid: groupUid });
  } finally {
    if (before === undefined) delete process.env.SSL_CERT_FILE;
    else process.env.SSL_CERT_FILE = before;
  }
});
