import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect } from "node:tls";
import { Client, credentials } from "@grpc/grpc-js";
import { createCertificate, type ServerCertificate } from "../../../src/provider/plugin/transport/certificate";
import { type LogEntry, type RunningService, startService } from "../../../src/service";
import { readCertificate, watchCertificate } from "../../../src/service/net/tls";

const directory = mkdtempSync(path.join(tmpdir(), "tls-"));
const files = { certificate: path.join(directory, "tls.crt"), key: path.join(directory, "tls.key") };
const write = ({ certificate, privateKey }: ServerCertificate) => {
  writeFileSync(files.certificate, certificate);
  writeFileSync(files.key, privateKey);
};
const own = createCertificate();
let service: RunningService;
beforeAll(async () => {
  write(own);
  service = await startService({ data: ":memory:", tls: files });
});
afterAll(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
});

test("the URLs are https, and serve REST", async () => {
  expect([service.baseUrl, service.authUrl]).toEqual([`https://127.0.0.1:${service.port}`, service.baseUrl]);
  const status = await new Promise((resolve, reject) => {
    const options = {
      host: "127.0.0.1",
      port: service.port,
      path: "/healthz",
      ca: own.certificate,
      servername: "localhost",
    };
    request(options, (answer) => resolve(answer.resume().statusCode))
      .on("error", reject)
      .end();
  });
  expect(status).toBe(200);
});

test("gRPC is served on the same port", async () => {
  const client = new Client(`127.0.0.1:${service.port}`, credentials.createSsl(Buffer.from(own.certificate)), {
    "grpc.ssl_target_name_override": "localhost",
  });
  const answer = await new Promise((resolve, reject) => {
    const bytes = (message: Buffer) => message;
    client.makeUnaryRequest("/grpc.health.v1.Health/Check", bytes, bytes, Buffer.alloc(0), (error, message) =>
      error ? reject(error) : resolve(message),
    );
  });
  client.close();
  expect(answer).toEqual(Buffer.from([0x08, 0x01]));
});

test("a new certificate is used once the files contain it with its key", async () => {
  write(own);
  const log: LogEntry[] = [];
  const events = () => log.map(({ event }) => event);
  const server = createServer(readCertificate(files));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = watchCertificate(server, files, (entry) => log.push(entry), 5);
  const shown = () =>
    new Promise<Buffer>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().raw);
        socket.destroy();
      }).on("error", reject);
    });
  const until = async (count: number) => {
    while (log.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  const next = createCertificate();
  writeFileSync(files.certificate, next.certificate);
  await until(1);
  expect(log[0]).toEqual({
    level: "error",
    event: "failed to reload the certificate",
    problem: `${files.certificate} and ${files.key} must be a PEM certificate and its private key`,
  });
  expect((await shown()).equals(own.der)).toBe(true);

  writeFileSync(files.key, next.privateKey);
  await until(2);
  expect(events()).toEqual(["failed to reload the certificate", "certificate reloaded"]);
  expect((await shown()).equals(next.der)).toBe(true);
  stop();
  server.close();
});

test("a service does not start with missing or mismatched files", async () => {
  writeFileSync(files.key, own.privateKey);
  writeFileSync(files.certificate, createCertificate().certificate);
  await expect(startService({ data: ":memory:", tls: files })).rejects.toThrow(
    `${files.certificate} and ${files.key} must be a PEM certificate and its private key`,
  );
  rmSync(files.key);
  await expect(startService({ data: ":memory:", tls: files })).rejects.toThrow(
    `the private key in ${files.key} cannot be read: ENOENT`,
  );
});
