import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient, staticToken } from "../../../src/client";
import { proxyFor } from "../../../src/client/http/proxy";
import { createCertificate } from "../../../src/provider/plugin/transport/certificate";
import { aGroup, rootUid } from "../fixtures";
import { type ForwardingProxy, startForwardingProxy } from "../forwarding";
import { serve } from "../http-server";

describe("proxyFor", () => {
  const https = { HTTPS_PROXY: "http://proxy.example.com:3128" };
  const of = (url: string, env: Record<string, string>) => proxyFor(new URL(url), env)?.href;

  test.each<[string, Record<string, string>, string | undefined]>([
    ["https://api.example.com", {}, undefined],
    ["https://api.example.com", https, "http://proxy.example.com:3128/"],
    ["https://api.example.com", { ...https, https_proxy: "other:8080" }, "http://other:8080/"],
    ["http://api.example.com", https, undefined],
    ["http://api.example.com", { http_proxy: "https://secure.example.com" }, "https://secure.example.com/"],
    ["https://127.0.0.1:8787", https, undefined],
    ["https://localhost", https, undefined],
    ["https://api.example.com", { ...https, NO_PROXY: "*" }, undefined],
    ["https://api.example.com", { ...https, NO_PROXY: "other.com, EXAMPLE.com" }, undefined],
    ["https://example.com", { ...https, NO_PROXY: ".example.com" }, "http://proxy.example.com:3128/"],
    ["https://api.example.com", { ...https, NO_PROXY: ".example.com" }, undefined],
    ["https://notexample.com", { ...https, NO_PROXY: "example.com" }, "http://proxy.example.com:3128/"],
    ["https://api.example.com", { ...https, no_proxy: "api.example.com:443" }, undefined],
    ["https://api.example.com:8443", { ...https, no_proxy: "api.example.com:443" }, "http://proxy.example.com:3128/"],
  ])("returns for %s with %j: %s", (url, env, proxy) => expect(of(url, env)).toBe(proxy));

  test.each(["socks5://user:secret@proxy", "http://user:secret@:x"])("rejects %s without repeating it", (proxy) => {
    expect(() => of("https://api.example.com", { HTTPS_PROXY: proxy })).toThrow(
      /^Invalid argument: HTTPS_PROXY: HTTPS_PROXY must be a URL such as http:\/\/proxy.example.com:3128$/,
    );
  });
});

describe("a client behind a proxy", () => {
  let proxy: ForwardingProxy;
  beforeEach(() => {
    for (const name of Object.keys(process.env)) if (/_proxy$/i.test(name)) delete process.env[name];
  });
  afterEach(() => proxy.close());

  const clientOf = (baseUrl: string) =>
    createClient({ baseUrl, insecure: true, credentials: staticToken("t"), retry: { attempts: 1 } });

  test("sends plain http requests through it, with its credentials and the service's", async () => {
    proxy = await startForwardingProxy();
    const server = await serve(() => ({ body: aGroup(rootUid) }));
    process.env.HTTP_PROXY = `http://user:pass%2Fword@127.0.0.1:${proxy.port}`;
    const origin = server.url.replace("127.0.0.1", "platform.example.com");
    const client = clientOf(origin);
    await expect(client.groups.get(rootUid)).resolves.toEqual(aGroup(rootUid));
    await client.close();
    await server.close();
    expect(proxy.asked).toEqual([
      {
        line: `GET ${origin}/iam/v2beta1/groups/${rootUid}`,
        authorization: `Basic ${Buffer.from("user:pass/word").toString("base64")}`,
      },
    ]);
    expect(server.received[0]?.headers).toMatchObject({ host: new URL(origin).host, authorization: "Bearer t" });
  });

  test("reports the proxy's response with only its address", async () => {
    proxy = await startForwardingProxy(407);
    process.env.HTTPS_PROXY = `http://user:secret@127.0.0.1:${proxy.port}`;
    const client = clientOf("https://platform.example.com");
    await expect(client.groups.get(rootUid)).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining(
        `Cannot reach https://platform.example.com through http://127.0.0.1:${proxy.port}: Proxy response (407) !== 200 when HTTP Tunneling`,
      ),
    });
    await client.close();
  });

  test("verifies the server's certificate through a tunnel, including with a private CA", async () => {
    proxy = await startForwardingProxy();
    const directory = mkdtempSync(path.join(tmpdir(), "proxy-"));
    const { certificate, privateKey } = createCertificate();
    writeFileSync(path.join(directory, "ca.pem"), certificate);
    const server = createServer({ cert: certificate, key: privateKey }, (_request, response) => {
      response.end(JSON.stringify(aGroup(rootUid)));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    // With the trailing dot, the host is not loopback and therefore not exempt from proxies.
    const program = `
      const { createClient, staticToken } = require("platform-iac/client");
      const baseUrl = "https://localhost.:${port}";
      const client = createClient({ baseUrl, credentials: staticToken("t"), retry: { attempts: 1 } });
      const get = () => client.groups.get("${rootUid}");
      get().then(get).then(({ name }) => console.log(name), ({ message }) => console.log(message)).finally(() => client.close());
    `;
    const run = (env: Record<string, string>) =>
      new Promise<string>((resolve) => {
        const own = {
          PATH: process.env.PATH,
          TMPDIR: process.env.TMPDIR,
          HTTPS_PROXY: `127.0.0.1:${proxy.port}`,
          ...env,
        };
        const options = { cwd: path.resolve(__dirname, "../../.."), env: own as NodeJS.ProcessEnv };
        execFile(process.execPath, ["-e", program], options, (_error, stdout, stderr) => resolve(stdout + stderr));
      });
    const trusting = { NODE_EXTRA_CA_CERTS: path.join(directory, "ca.pem") };
    expect(await run(trusting)).toBe("staging\n");
    expect(new Set(proxy.asked.map(({ line }) => line))).toEqual(new Set([`CONNECT localhost.:${port}`]));
    expect(await run({})).toContain("self-signed certificate");
    await new Promise((resolve) => server.close(resolve));
    rmSync(directory, { recursive: true });
  });
});
