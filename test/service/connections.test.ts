import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import * as http from "node:http";
import * as https from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createCertificate } from "../../src/provider/plugin/transport/certificate";
import { startService } from "../../src/service";
import { type SharedPortOptions, sharePort } from "../../src/service/net/shared-port";

/** Opens a connection. */
async function connected(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Opens and closes this many connections at once, as a port scanner does. */
async function knock(port: number, times: number): Promise<void> {
  const step = 250;
  for (let done = 0; done < times; done += step)
    await Promise.all(Array.from({ length: step }, async () => once((await connected(port)).end(), "close")));
}

/** Resolves once this process has no open connections. */
async function untilNoSockets(): Promise<void> {
  while (process.getActiveResourcesInfo().includes("TCPSocketWrap")) await new Promise((next) => setTimeout(next, 5));
}

describe("connections closed before anything was sent", () => {
  const directory = mkdtempSync(path.join(tmpdir(), "connections-"));
  const tls = { certificate: path.join(directory, "tls.crt"), key: path.join(directory, "tls.key") };
  afterAll(() => rmSync(directory, { recursive: true }));

  /** Returns the status of a response on a separate connection. */
  const statusOf = (url: string, request: typeof http.get, options: object) =>
    new Promise((resolve, reject) => {
      const asked = request(`${url}/healthz`, { agent: false, ...options }, (answer) =>
        answer.resume().on("close", () => resolve(answer.statusCode)),
      );
      asked.on("error", reject);
    });

  // More than the port accepts at a time.
  const TIMES = 12_000;

  test("leave no sockets behind, and the port still responds", async () => {
    const service = await startService({ data: ":memory:" });
    await knock(service.port, TIMES);
    expect(await statusOf(service.baseUrl, http.get, {})).toBe(200);
    await untilNoSockets();
    await service.close();
  });

  test("leave none behind with TLS", async () => {
    const { certificate, privateKey } = createCertificate();
    writeFileSync(tls.certificate, certificate);
    writeFileSync(tls.key, privateKey);
    const service = await startService({ data: ":memory:", tls });
    await knock(service.port, TIMES);
    expect(await statusOf(service.baseUrl, https.get, { ca: certificate, servername: "localhost" })).toBe(200);
    await untilNoSockets();
    await service.close();
  });
});

describe("the limits of a port", () => {
  let server: http.Server;
  let port: number;
  const serve = async (options: SharedPortOptions) => {
    server = http.createServer((_request, answer) => answer.end("ok"));
    sharePort(server, (socket) => socket.destroy(), options);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
  };
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const ask = async (socket: Socket) => {
    socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
    const [answer] = (await once(socket, "data")) as [Buffer];
    return answer.toString().split("\r\n")[0];
  };

  test("close the oldest of too many silent connections, never one in use", async () => {
    await serve({ maxUndetected: 100 });
    const used = await connected(port);
    expect(await ask(used)).toBe("HTTP/1.1 200 OK");
    const silent: Socket[] = [];
    for (let count = 0; count < 1000; count++) silent.push(await connected(port));
    const dropped = silent.slice(0, 900);
    await Promise.all(dropped.map((socket) => socket.closed || once(socket.resume(), "close")));
    for (const socket of [used, silent[900]!, silent[999]!]) expect(await ask(socket)).toBe("HTTP/1.1 200 OK");
    for (const socket of [used, ...silent]) socket.destroy();
  });

  test("reject one connection too many of an address, until another closes", async () => {
    await serve({ maxPerAddress: 50 });
    const sockets: Socket[] = [];
    for (let count = 0; count < 50; count++) sockets.push(await connected(port));
    for (const socket of sockets) expect(await ask(socket)).toBe("HTTP/1.1 200 OK");
    await once((await connected(port)).resume(), "close");
    const closed = sockets.pop()!;
    closed.end();
    await once(closed, "close");
    // The server detects it asynchronously.
    for (let answer: unknown; answer !== "HTTP/1.1 200 OK"; ) {
      const socket = await connected(port);
      answer = await Promise.race([ask(socket).catch(() => {}), once(socket, "close")]);
      sockets.push(socket);
    }
    for (const socket of sockets) socket.destroy();
  });

  test("exempt a trusted proxy", async () => {
    await serve({ maxPerAddress: 1, trustedProxies: ["127.0.0.0/8"] });
    const sockets = [await connected(port), await connected(port), await connected(port)];
    for (const socket of sockets) expect(await ask(socket)).toBe("HTTP/1.1 200 OK");
    for (const socket of sockets) socket.destroy();
  });
});
