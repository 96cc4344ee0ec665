import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificate } from "../../../src/provider/plugin/transport/certificate";
import { firstLine, startPlugin, WireClient } from "./client";
import { buildNotesProvider } from "./notes/build";

const root = mkdtempSync(join(tmpdir(), "serve-"));
const plugin = buildNotesProvider(root);

afterAll(() => rmSync(root, { recursive: true, force: true }));

test("announces a certificate and serves over TLS if the client has a certificate", async () => {
  const { handshake, exit, connect } = await startPlugin(plugin);
  expect(handshake.slice(0, 3)).toEqual(["1", "6", "unix"]);
  expect(handshake[4]).toBe("grpc");
  expect(handshake[5]).toMatch(/^[A-Za-z0-9+/]+$/);
  expect(handshake).toHaveLength(6);
  const client = await connect();
  expect([...(await client.call("GetProviderSchema", {})).resourceSchemas.keys()]).toEqual(["notes_note"]);
  client.close();
  expect(await exit).toBe(0);
  expect(existsSync(handshake[3]!)).toBe(false);
});

test("serves in plaintext on a private socket if the client has no certificate", async () => {
  const { handshake, exit, connect } = await startPlugin(plugin, { tls: false, env: { PLUGIN_UNIX_SOCKET_DIR: root } });
  expect(handshake[3]!.startsWith(`${root}/plugin`)).toBe(true);
  expect(statSync(handshake[3]!).mode & 0o777).toBe(0o700);
  expect(handshake[5]).toBe("");
  const client = await connect();
  expect((await client.call("GetProviderSchema", {})).dataSourceSchemas.size).toBe(3);
  client.close();
  expect(await exit).toBe(0);
});

describe("on TCP, as on Windows", () => {
  const onTcp = (ports: NodeJS.ProcessEnv) => startPlugin(plugin, { args: ["--tcp"], env: ports });

  test("listens on loopback, on the first free port of the requested range", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const { handshake, exit, connect } = await onTcp({
      PLUGIN_MIN_PORT: String(port),
      PLUGIN_MAX_PORT: String(port + 20),
    });
    expect(handshake[2]).toBe("tcp");
    const [host, chosen] = handshake[3]!.split(":");
    expect(host).toBe("127.0.0.1");
    expect(Number(chosen)).toBeGreaterThan(port);
    expect(Number(chosen)).toBeLessThanOrEqual(port + 20);
    const client = await connect();
    expect((await client.call("GetProviderSchema", {})).resourceSchemas.size).toBe(1);
    await expect(connect(createCertificate())).rejects.toThrow("refused");
    client.close();
    expect(await exit).toBe(0);
    taken.close();
  });

  test("reports that no port of the range is free", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const range = { PLUGIN_MIN_PORT: String(port), PLUGIN_MAX_PORT: String(port) };
    await expect(onTcp(range)).rejects.toThrow(`no free port from ${port} to ${port}`);
    taken.close();
  });
});

test.each([
  ["another certificate than the announced one", createCertificate()],
  ["no certificate", null],
])("rejects a connection with %s", async (_, certificate) => {
  // A connected engine keeps the plugin running when the first rejected connection closes.
  const { connect } = await startPlugin(plugin);
  const engine = await connect();
  await expect(connect(certificate)).rejects.toThrow("refused");
  await expect(connect(certificate)).rejects.toThrow("refused");
  engine.close();
});

test("reports that connections are not multiplexed", async () => {
  const { process: child, handshake } = await startPlugin(plugin, { env: { PLUGIN_MULTIPLEX_GRPC: "true" } });
  expect(handshake[6]).toBe("false");
  child.kill();
});

test.each([{}, { TF_PLUGIN_MAGIC_COOKIE: "wrong" }])(
  "explains itself and exits with 1 when started by hand (%j)",
  async (env) => {
    const result = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      execFile(
        plugin,
        { env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...env } as NodeJS.ProcessEnv },
        (error, stdout, stderr) => resolve({ code: error?.code, stdout, stderr }),
      );
    });
    expect(result).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "This is the Terraform provider registry.terraform.io/tests/notes 1.2.3.\n" +
        "Terraform starts providers itself; to run one manually, use --debug.\n",
    });
  },
);

test("serves several connections and exits with the last one", async () => {
  const { exit, connect, process: child } = await startPlugin(plugin);
  const [one, two] = await Promise.all([connect(), connect()]);
  await Promise.all([one.call("GetProviderSchema", {}), two.call("GetProviderSchema", {})]);
  one.close();
  expect([...(await two.call("GetProviderSchema", {})).functions.keys()]).toEqual(["shout"]);
  expect(child.exitCode).toBeNull();
  two.close();
  expect(await exit).toBe(0);
});

test("exits when its engine is killed", async () => {
  const { handshake, exit } = await startPlugin(plugin, { tls: false });
  const script = `require("node:http2").connect("http://localhost", { createConnection: () => require("node:net").connect(${JSON.stringify(handshake[3])}) }).on("remoteSettings", () => console.log("connected"))`;
  const engine = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "pipe"] });
  expect(await firstLine(engine)).toBe("connected");
  engine.kill("SIGKILL");
  expect(await exit).toBe(0);
});

test("ignores SIGINT and exits on a shutdown request", async () => {
  const { process: child, exit, connect } = await startPlugin(plugin);
  const client = await connect();
  child.kill("SIGINT");
  expect((await client.call("GetProviderSchema", {})).diagnostics).toEqual([]);
  expect(await client.raw("/plugin.GRPCController/Shutdown", Buffer.alloc(0))).toEqual([Buffer.alloc(0)]);
  expect(await exit).toBe(0);
});

test("prints attach instructions with --debug and outlives its connections", async () => {
  const child = spawn(plugin, ["--debug"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR },
  });
  let output = "";
  for await (const chunk of child.stdout) {
    output += chunk;
    if (output.includes("'\n")) break;
  }
  const reattach = JSON.parse(/TF_REATTACH_PROVIDERS='(.*)'/.exec(output)![1]!);
  expect(reattach).toEqual({
    "registry.terraform.io/tests/notes": {
      Protocol: "grpc",
      ProtocolVersion: 6,
      Pid: child.pid,
      Test: true,
      Addr: { Network: "unix", String: expect.stringContaining("/plugin") },
    },
  });
  const { String: path } = reattach["registry.terraform.io/tests/notes"].Addr;
  for (let times = 0; times < 2; times++) {
    const client = await WireClient.connect({ network: "unix", address: path });
    expect((await client.call("GetProviderSchema", {})).resourceSchemas.size).toBe(1);
    client.close();
  }
  child.kill("SIGINT");
});
