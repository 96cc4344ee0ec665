import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Server as TlsServer } from "node:tls";
import type { FastifyInstance } from "fastify";
import { keepAuditFor } from "./audit-trail";
import type { GrpcServer } from "./grpc";
import { createApp, createHttp, type RequestInfo } from "./http";
import { metricsRoutes, probeRoutes } from "./monitoring";
import { openPlatform, type Platform, type PlatformOptions } from "./platform";
import { protocolFor, sharePort } from "./shared-port";
import { settings } from "./store";
import { type CertificateFiles, readCertificate, watchCertificate } from "./tls";
import { repeatedly, sweepAged, sweepInvites } from "./upkeep";
import { DEFAULT_URL, urlOf } from "./urls";

/** How long requests may take to finish once the service is told to stop. */
const DRAIN_MS = 10_000;
/** How long the store may take to answer and count as ready. */
const STORE_MS = 2000;

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface ServiceOptions extends PlatformOptions {
  /** 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** 0, the default, takes a free one. */
  readonly port?: number | undefined;
  /** gRPC services answer under these prefixes of their packages too, such as `example.`. */
  readonly grpcPackagePrefixes?: readonly string[] | undefined;
  /** Serves https, with whatever certificate these files hold at the time. */
  readonly tls?: CertificateFiles | undefined;
  /** Where `/metrics` is served, if `metrics` are taken: beside the API unless given. The probes are served there too. */
  readonly metricsListen?: Address | undefined;
  /** How long entries of the audit trail are kept; for ever unless given. */
  readonly auditRetentionDays?: number | undefined;
  /** Told of every request once it is answered. */
  readonly onRequest?: ((info: RequestInfo) => void) | undefined;
}

export interface RunningService {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly port: number;
  /** The port of `metricsListen`. */
  readonly metricsPort?: number;
  readonly platform: Platform;
  /** Stops accepting, lets running requests finish for 10 seconds at most, closes the store. */
  close(): Promise<void>;
}

/**
 * Opens the platform and serves it on one port. Rejects as `openPlatform` does, if a port is taken, and if the files of
 * `tls` are not a certificate and its key.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { host = "127.0.0.1", port = 0, tls, metrics, metricsListen, onRequest } = options;
  const certificate = tls && { ...readCertificate(tls), ALPNCallback: protocolFor };
  const platform = await openPlatform(options);
  const endings: (() => unknown)[] = [];
  let isDraining = false;
  const probes = probeRoutes(async () => (isDraining ? "the service is stopping" : storeProblem(platform)));

  const app = createHttp(platform, { onRequest, tls: certificate });
  app.register(probes);
  const monitor = metrics && metricsListen ? createApp(platform) : undefined;
  monitor?.register(probes);
  if (metrics) (monitor ?? app).register(metricsRoutes(metrics));

  let grpc: GrpcServer | undefined;
  const connections = sharePort(
    app.server,
    (connection) => {
      // Loaded once somebody speaks it: most platforms inside other processes are never asked.
      const { createGrpc } = require("./grpc") as typeof import("./grpc");
      grpc ??= createGrpc(platform, { packagePrefixes: options.grpcPackagePrefixes, onRequest });
      grpc.accept(connection);
    },
    options,
  );

  const drained = async () => {
    isDraining = true;
    const ended = Promise.all(endings.map((end) => end()));
    connections.dropUndecided();
    grpc?.drain(DRAIN_MS);
    await closeGently(app);
    if (monitor) await closeGently(monitor);
    await ended;
    await platform.close();
  };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= drained();
    return closing;
  };

  try {
    await listen(app, { host, port });
    if (monitor && metricsListen) await listen(monitor, metricsListen);
  } catch (error) {
    await close();
    throw error;
  }
  const bound = portOf(app);
  settleUrls(platform, options, urlOf(tls ? "https" : "http", host, bound));
  if (tls) endings.push(watchCertificate(app.server as Server as unknown as TlsServer, tls, platform.log));
  for (const sweep of [sweepInvites, sweepAged]) endings.push(repeatedly(() => sweep(platform.store, platform.clock)));
  if (options.auditRetentionDays !== undefined)
    endings.push(keepAuditFor(options.auditRetentionDays, platform.store, platform.clock));

  return {
    baseUrl: platform.baseUrl(),
    authUrl: platform.authUrl(),
    port: bound,
    ...(monitor ? { metricsPort: portOf(monitor) } : {}),
    platform,
    close,
  };
}

/** By the name localhost the HTTP library would listen twice, and the second server would not share its port. */
const listen = (app: FastifyInstance, { host, port }: Address): Promise<string> =>
  app.listen({ host: host === "localhost" ? "127.0.0.1" : host, port });

const portOf = ({ server }: FastifyInstance): number => (server.address() as AddressInfo).port;

/** What the store remembers cannot be right on a free port, nor can plain http, which is its default, under TLS. */
function settleUrls(platform: Platform, { port = 0, tls, baseUrl, authUrl }: ServiceOptions, bound: string): void {
  const isMoved = port === 0 || (tls !== undefined && platform.baseUrl() === DEFAULT_URL);
  if (!isMoved) return;
  const moved = baseUrl === undefined ? bound : platform.baseUrl();
  platform.moveTo({ baseUrl: moved, authUrl: authUrl === undefined ? moved : platform.authUrl() });
}

const tooLate = (milliseconds: number): Promise<never> =>
  delay(milliseconds, undefined, { ref: false }).then(() => {
    throw new Error(`no answer in ${milliseconds} ms`);
  });

async function storeProblem({ store, log }: Platform): Promise<string | undefined> {
  try {
    await Promise.race([settings.get(store.db, "baseUrl"), tooLate(STORE_MS)]);
    return undefined;
  } catch (error) {
    log({ event: "store not reached", error: String(error) });
    return "the store cannot be reached";
  }
}

async function closeGently(app: FastifyInstance): Promise<void> {
  const overdue = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  // Who is told so sends nothing more on the connection, and need not wonder what became of it.
  for (const answer of app.answering) if (!answer.headersSent) answer.setHeader("connection", "close");
  // A connection whose request ends meanwhile is kept alive by its client, and nobody would wait for that.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close();
  clearInterval(idle);
  clearTimeout(overdue);
}
