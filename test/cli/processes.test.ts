import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { importJWK, SignJWT } from "jose";
import {
  built,
  children,
  data,
  directory,
  environment,
  init,
  type Owner,
  platformctl,
  read,
  start,
} from "./built-command";

/** Tests the built command in separate processes. */

describe("service init", () => {
  test("creates an organization and prints how to reach it, with the key that assumes its owner", () => {
    const { code, stdout, stderr } = init("example");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const owner: Owner = JSON.parse(stdout);
    expect(Object.keys(owner)).toEqual([
      "baseUrl",
      "authUrl",
      "groupUid",
      "identityUid",
      "token",
      "privateKey",
      "issuer",
      "subject",
    ]);
    expect(owner).toMatchObject({ baseUrl: "http://127.0.0.1:8787", authUrl: "http://127.0.0.1:8787" });
    expect(owner.identityUid.startsWith(`${owner.groupUid}/`)).toBe(true);
    expect(owner.privateKey).toMatchObject({ kty: "EC", alg: "ES256", d: expect.any(String) });
  });

  test("writes to a file that only its owner can read, and prints nothing", () => {
    const file = path.join(directory, "owner.json");
    expect(init("example", "--output", file)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8"))).toHaveProperty("token");
  });

  test("creates nothing if the output cannot be written", () => {
    const file = path.join(directory, "missing", "owner.json");
    expect(init("example", "--output", file)).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: cannot write ${file}: no such file or directory\n`,
    });
    expect(init("example", "--output", directory)).toMatchObject({
      code: 1,
      stderr: `error: cannot write ${directory}: it is a directory\n`,
    });
    expect(existsSync(data())).toBe(false);
  });

  test("keeps an existing output file, which may be the only copy of a key", () => {
    const file = path.join(directory, "owner.json");
    init("example", "--output", file);
    const before = readFileSync(file, "utf8");
    expect(init("other", "--output", file)).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: --output ${file} already exists and may contain another owner's key; specify another file\n`,
    });
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(init("other").code).toBe(0);
  });

  test("adds another organization, and names the uid of an existing one", () => {
    const one: Owner = JSON.parse(init("one", "--base-url", "https://api.example.com/").stdout);
    const other: Owner = JSON.parse(init("other").stdout);
    expect(other.groupUid).not.toBe(one.groupUid);
    expect(other).toMatchObject({ baseUrl: "https://api.example.com", authUrl: "https://api.example.com" });
    expect(init("one")).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: --organization "one" already exists: ${one.groupUid}\n`,
    });
  });
});

describe("service start", () => {
  const startService = (...further: string[]) =>
    start("service", "start", "--data", data(), "--listen", "127.0.0.1:0", "--lame-duck", "0", ...further);

  test("prints a ready line, logs JSON to standard error, and exits with 0 on SIGTERM", async () => {
    const owner: Owner = JSON.parse(init("example").stdout);
    const service = await startService();
    expect(service.ready).toEqual({
      event: "ready",
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      authUrl: service.ready.baseUrl,
    });
    expect(await read(service.ready.baseUrl!, owner)).toBe(200);
    expect(await service.stop()).toBe(0);
    const entries = service
      .stderr()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(entries).toContainEqual(
      expect.objectContaining({ event: "request", method: "GET", path: `/iam/v2beta1/groups/${owner.groupUid}` }),
    );
    expect(service.stderr()).not.toContain(owner.token);
  });

  test.each(["SIGTERM", "SIGINT"] as const)("continues to accept requests after SIGTERM until %s", async (second) => {
    init("example");
    const service = await startService("--lame-duck", "3600");
    const { baseUrl } = service.ready;
    const probe = async () => (await fetch(`${baseUrl}/readyz`)).status;
    expect(await probe()).toBe(200);
    const ended = service.stop();
    while ((await probe()) !== 503) await new Promise((next) => setTimeout(next, 20));
    expect((await fetch(`${baseUrl}/healthz`)).headers.get("connection")).toBe("close");
    service.stop(second);
    expect(await ended).toBe(0);
  });

  test("skips the wait for load balancers on SIGINT", async () => {
    init("example");
    const service = await startService("--lame-duck", "3600");
    expect(await service.stop("SIGINT")).toBe(0);
  });

  test("limits how long it waits for an incomplete request", async () => {
    init("example");
    const service = await startService();
    const { hostname, port } = new URL(service.ready.baseUrl!);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    const headers = ["host: a", "content-type: application/json", "content-length: 9", "expect: 100-continue"];
    socket.write(`${["POST /sts/exchange HTTP/1.1", ...headers].join("\r\n")}\r\n\r\n`);
    expect(String((await once(socket, "data"))[0])).toContain("100 Continue");
    expect(await service.stop()).toBe(0);
    socket.destroy();
  });

  test("accepts bootstrap and operator tokens under any URL, and rejects tampered ones", async () => {
    const owner: Owner = JSON.parse(init("example").stdout);
    const minted = platformctl("service", "token", "--data", data(), "--identity", owner.identityUid);
    expect(minted).toMatchObject({ code: 0, stderr: "" });
    const service = await startService(
      "--base-url",
      "https://api.example.com",
      "--auth-url",
      "https://auth.example.com",
    );
    expect(service.ready).toMatchObject({ baseUrl: "https://api.example.com", authUrl: "https://auth.example.com" });
    const host = await service.listening();
    for (const token of [owner.token, minted.stdout.trim()])
      expect(await read(`http://${host}`, { ...owner, token })).toBe(200);
    expect(await read(`http://${host}`, { ...owner, token: `${owner.token}x` })).toBe(401);
  });

  test("exchanges tokens of a plain-http issuer only with --dev", async () => {
    const issuer = await start("dev", "issuer", "--listen", "127.0.0.1:0");
    const owner: Owner = JSON.parse(init("example", "--issuer", issuer.ready.issuer!, "--subject", "me").stdout);
    expect(owner).not.toHaveProperty("privateKey");
    const exchange = async ({ baseUrl, authUrl }: Record<string, string>) => {
      const answer = await fetch(
        `${issuer.ready.requestUrl}?${new URLSearchParams({ subject: "me", audience: authUrl! })}`,
        { headers: { authorization: `Bearer ${issuer.ready.requestToken}` } },
      );
      const { value } = (await answer.json()) as { value: string };
      const query = new URLSearchParams({ aud: baseUrl!, identity: owner.identityUid });
      const response = await fetch(`${authUrl}/sts/exchange?${query}`, {
        headers: { authorization: `Bearer ${value}` },
      });
      return { status: response.status, body: (await response.json()) as { token: string; message: string } };
    };

    const dev = await startService("--dev");
    const { status, body } = await exchange(dev.ready);
    expect(status).toBe(200);
    expect(await read(dev.ready.baseUrl!, { ...owner, token: body.token })).toBe(200);

    const refused = await exchange((await startService()).ready);
    expect(refused.status).toBe(401);
    expect(refused.body.message).toMatch(/cannot be verified: http:.* cannot be fetched: it must use https$/);
  });

  test("lets the key from init assume the owner", async () => {
    const owner: Owner = JSON.parse(init("example").stdout);
    const { baseUrl, authUrl } = (await startService()).ready as unknown as Owner;
    const response = await fetch(`${baseUrl}/iam/v2beta1/identities/${owner.identityUid}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    const { staticKeys } = (await response.json()) as { staticKeys: { issuer: string; subject: string } };
    const signed = await new SignJWT({ iss: staticKeys.issuer, sub: staticKeys.subject, aud: authUrl })
      .setProtectedHeader({ alg: "ES256" })
      .setExpirationTime("5m")
      .sign(await importJWK(owner.privateKey!, "ES256"));
    const exchanged = await fetch(`${authUrl}/sts/exchange?${new URLSearchParams({ aud: baseUrl })}`, {
      headers: { authorization: `Bearer ${signed}` },
    });
    expect(exchanged.status).toBe(200);
  });

  test("reports in one line that its address is in use", async () => {
    init("example");
    const host = await (await startService()).listening();
    expect(platformctl("service", "start", "--data", data(), "--listen", host)).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: cannot serve ${data()} on ${host}: the address is in use\n`,
    });
  });

  test("completes pending requests before it stops", async () => {
    const owner: Owner = JSON.parse(init("example").stdout);
    const service = await startService();
    const sent = request(`${service.ready.baseUrl}/iam/v2beta1/groups/${owner.groupUid}`, {
      method: "POST",
      headers: { authorization: `Bearer ${owner.token}`, "content-type": "application/json", expect: "100-continue" },
    });
    sent.flushHeaders();
    await once(sent, "continue");
    const code = service.stop();
    while (!service.stderr().includes('"stopping"')) await once(service.child.stderr, "data");
    sent.end(JSON.stringify({ name: "late" }));
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    response.resume();
    expect(await code).toBe(0);
  });

  test("keeps every acknowledged write when it is killed", async () => {
    const owner: Owner = JSON.parse(init("example").stdout);
    const service = await startService();
    const create = async (name: string) => {
      const response = await fetch(`${service.ready.baseUrl}/iam/v2beta1/groups/${owner.groupUid}`, {
        method: "POST",
        headers: { authorization: `Bearer ${owner.token}`, "content-type": "application/json" },
        body: JSON.stringify({ name }),
      });
      return ((await response.json()) as { uid: string }).uid;
    };
    const acknowledged: string[] = [];
    const writing = (async () => {
      for (let index = 0; ; index += 1) acknowledged.push(await create(`group ${index}`));
    })().catch(() => {});
    while (acknowledged.length < 25) await new Promise((resolve) => setImmediate(resolve));
    service.child.kill("SIGKILL");
    await writing;
    const { baseUrl } = (await startService()).ready;
    const statuses = acknowledged.map((groupUid) => read(baseUrl!, { ...owner, groupUid }));
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
  });
});

test("keeps tokens valid when keys are rotated, and invalidates them when keys are revoked", async () => {
  const owner: Owner = JSON.parse(init("example").stdout);
  const { baseUrl } = (await start("service", "start", "--data", data(), "--listen", "127.0.0.1:0")).ready;
  expect(await read(baseUrl!, owner)).toBe(200);
  const rotated = platformctl("service", "rotate-keys", "--data", data());
  expect(JSON.parse(rotated.stdout).published).toHaveLength(2);
  expect(await read(baseUrl!, owner)).toBe(200);
  const revoked = platformctl("service", "rotate-keys", "--data", data(), "--revoke");
  expect(JSON.parse(revoked.stdout).published).toHaveLength(1);
  const restarted = await start("service", "start", "--data", data(), "--listen", "127.0.0.1:0");
  expect(await read(restarted.ready.baseUrl!, owner)).toBe(401);
});

test("does not issue a token for an identity that does not exist", () => {
  const owner: Owner = JSON.parse(init("example").stdout);
  const identity = `${owner.groupUid}/${"0".repeat(16)}`;
  expect(platformctl("service", "token", "--data", data(), "--identity", identity)).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: Not found: Identity ${identity}\n`,
  });
});

describe("dev issuer", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("issues tokens until %s, then exits with 0", async (signal) => {
    const issuer = await start("dev", "issuer", "--listen", "127.0.0.1:0");
    expect(Object.keys(issuer.ready)).toEqual(["event", "issuer", "requestUrl", "requestToken"]);
    expect(issuer.ready).toMatchObject({
      event: "ready",
      issuer: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      requestUrl: `${issuer.ready.issuer}/token`,
    });
    const response = await fetch(`${issuer.ready.requestUrl}?subject=me&audience=you`, {
      headers: { authorization: `Bearer ${issuer.ready.requestToken}` },
    });
    expect(await response.json()).toEqual({ value: expect.any(String) });
    expect(await issuer.stop(signal)).toBe(0);
    expect(issuer.stderr()).toBe("");
  });

  test("reports in one line that it cannot listen", async () => {
    const issuer = await start("dev", "issuer", "--listen", "127.0.0.1:0");
    const { host } = new URL(issuer.ready.issuer!);
    expect(platformctl("dev", "issuer", "--listen", host)).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: cannot listen on ${host}: the address is in use\n`,
    });
    expect(platformctl("dev", "issuer", "--listen", "0.0.0.0:0")).toEqual({
      code: 1,
      stdout: "",
      stderr: 'error: the issuer can listen only on a loopback address (127.0.0.1, ::1 or localhost), not "0.0.0.0"\n',
    });
  });
});

test("installs the built provider in the home directory or the given one", () => {
  const installed = platformctl("provider", "install");
  const home = path.join(directory, ".terraform.d/plugins");
  expect(installed).toMatchObject({ code: 0, stderr: "" });
  expect(installed.stdout).toContain(
    `is installed in ${home} for linux_amd64, linux_arm64, darwin_amd64, darwin_arm64`,
  );
  expect(readdirSync(path.join(home, "registry.terraform.io/platform-iac/platform"))).toHaveLength(1);
  const elsewhere = path.join(directory, "elsewhere");
  expect(platformctl("provider", "install", "--dir", elsewhere).code).toBe(0);
  expect(existsSync(path.join(elsewhere, "registry.terraform.io"))).toBe(true);
});

test("fails in one line if output cannot be written, and silently if its reader is gone", async () => {
  const child = spawn(process.execPath, [built, "--help"], { env: environment() });
  children.push(child);
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdout.destroy();
  expect(await once(child, "close")).toEqual([141, null]);
  expect(stderr).toBe("");

  // A Linux device that is always full.
  if (!existsSync("/dev/full")) return;
  const full = openSync("/dev/full", "w");
  try {
    const { status, stderr } = spawnSync(process.execPath, [built, "--version"], {
      encoding: "utf8",
      env: environment(),
      stdio: ["ignore", full, "pipe"],
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: "error: cannot write the output: no space left on device\n",
    });
  } finally {
    closeSync(full);
  }
});
