import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Server as TlsServer } from "node:tls";
import type { FastifyInstance } from "fastify";
import { PlatformError } from "../api";
import { type AuditJob, prepareAuditJob } from "./core/audit/job";
import { type BackgroundJob, deleteExpired, deleteExpiredResources, runRepeatedly } from "./core/background-jobs";
import type { GrpcServer } from "./grpc";
import { errorDetails } from "./net/log";
import { checkReleases, type ProviderReleases } from "./net/provider-releases";
import type { RequestInfo } from "./net/request-info";
import { protocolFor, sharePort } from "./net/shared-port";
import { type CertificateFiles, readCertificate, watchCertificate } from "./net/tls";
import { DEFAULT_URL, openPlatform, type Platform, type PlatformOptions } from "./platform";
import { createApp, createHttp } from "./rest";
import { metricsRoutes, probeRoutes } from "./rest/probes";
import { Shutdown } from "./shutdown";

/** How long the store may take to respond for the service to count as ready. */
const STORE_MS = 2000;

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface ServiceOptions extends PlatformOptions {
  /** 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** 0, the default, selects a free port. */
  readonly port?: number | undefined;
  /** Additional prefixes for the packages of the gRPC services, such as `example.`. */
  readonly grpcPackagePrefixes?: readonly string[] | undefined;
  /** Serves https with the current contents of these certificate files. */
  readonly tls?: CertificateFiles | undefined;
  /** The address of `/metrics`, if `metrics` is set; by default, the API's. The probes are served there too. */
  readonly metricsListen?: Address | undefined;
  /** The file to which every audit event is appended as a line of JSON; `-` is standard output. */
  readonly auditSink?: string | undefined;
  /** How long audit events are kept; indefinitely by default. */
  readonly auditRetentionDays?: number | undefined;
  /**
   * How long the service keeps accepting requests after it is told to stop, so that load balancers and clients can
   * leave, in seconds; 0 by default.
   */
  readonly lameDuck?: number | undefined;
  /**
   * How long a client may stop reading a long response before its connection is closed, in milliseconds; 30 seconds by
   * default.
   */
  readonly responseStallMs?: number | undefined;
  /** Releases of the Terraform provider to serve. Rejects if none of them is complete. */
  readonly providerReleases?: ProviderReleases | undefined;
  /** Called after every request. */
  readonly onRequest?: ((info: RequestInfo) => void) | undefined;
}

export interface RunningService {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly port: number;
  /** The port of `metricsListen`. */
  readonly metricsPort?: number;
  readonly platform: Platform;
  /**
   * Stops accepting connections after `lameDuck`, waits up to 10 seconds for running requests, and closes the store.
   */
  close(): Promise<void>;
  /** Ends the lame-duck period of the current or next close. */
  skipLameDuck(): void;
}

/**
 * Opens the platform and serves it on one port. Rejects like `openPlatform`, and if a port is in use or the files of
 * `tls` are not a certificate and its key.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { host = "127.0.0.1", port = 0, tls, metrics, metricsListen, onRequest, auditRetentionDays } = options;
  const certificate = tls && { ...readCertificate(tls), ALPNCallback: protocolFor };
  if (options.providerReleases) checkReleases(options.providerReleases);
  const platform = await openPlatform(options);
  const cleanups: (() => unknown)[] = [];
  let auditJob: AuditJob | undefined;
  const probes = probeRoutes(
    async () => (shutdown.isStopping ? "the service is stopping" : storeProblem(platform)),
    () => [...platform.store.warnings(), ...(auditJob?.warnings() ?? [])],
  );

  const { responseStallMs, providerReleases } = options;
  const app = createHttp(platform, { onRequest, tls: certificate, responseStallMs, providerReleases });
  app.register(probes);
  const monitor = metrics && metricsListen ? createApp(platform) : undefined;
  monitor?.register(probes);
  if (metrics) (monitor ?? app).register(metricsRoutes(metrics));

  let grpc: GrpcServer | undefined;
  const connections = sharePort(
    app.server,
    (connection) => {
      // Loaded on demand: most platforms inside other processes never serve gRPC.
      const { createGrpc } = require("./grpc") as typeof import("./grpc");
      if (!grpc) {
        grpc = createGrpc(platform, { packagePrefixes: options.grpcPackagePrefixes, onRequest, responseStallMs });
        if (shutdown.isStopping) grpc.sendGoaway();
      }
      grpc.accept(connection);
    },
    options,
  );

  const servers = { http: monitor ? [app, monitor] : [app], grpc: () => grpc, stopped: connections.dropUndetected };
  const shutdown = new Shutdown(servers, (options.lameDuck ?? 0) * 1000);
  let closing: Promise<void> | undefined;
  const closed = async () => {
    await shutdown.run();
    await Promise.all(cleanups.map((end) => end()));
    await auditJob?.end();
    await platform.close();
  };
  const close = () => {
    closing ??= closed();
    return closing;
  };

  try {
    auditJob = await prepareAuditJob(platform, { sink: options.auditSink, port, retentionDays: auditRetentionDays });
    await listen(app, { host, port });
    if (monitor && metricsListen) await listen(monitor, metricsListen);
  } catch (error) {
    shutdown.skipLameDuck();
    await close();
    throw error;
  }
  const bound = portOf(app);
  updateUrls(platform, options, urlOf(tls ? "https" : "http", host, bound));
  if (tls) cleanups.push(watchCertificate(app.server as Server as unknown as TlsServer, tls, platform.log));
  for (const job of jobsOf(platform)) cleanups.push(runRepeatedly(job, platform.log));
  // Lets the caller print that the service is ready before the first event, if the sink is standard output.
  const begin = setImmediate(() => auditJob?.begin());
  cleanups.push(() => clearImmediate(begin));

  return {
    baseUrl: platform.baseUrl(),
    authUrl: platform.authUrl(),
    port: bound,
    ...(monitor ? { metricsPort: portOf(monitor) } : {}),
    platform,
    close,
    skipLameDuck: () => shutdown.skipLameDuck(),
  };
}

const jobsOf = ({ store, clock }: Platform): BackgroundJob[] => [
  { name: "delete expired resources", run: () => deleteExpiredResources(store, clock) },
  { name: "delete expired rows", run: () => deleteExpired(store, clock) },
];

/** For localhost the HTTP library would listen on two servers, and the second one would not share its port. */
const listen = (app: FastifyInstance, { host, port }: Address): Promise<string> =>
  app.listen({ host: host === "localhost" ? "127.0.0.1" : host, port });

const portOf = ({ server }: FastifyInstance): number => (server.address() as AddressInfo).port;

/** Returns the URL of a listening socket; wildcard addresses become loopback. */
function urlOf(scheme: "http" | "https", host: string, port: number): string {
  const reached = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `${scheme}://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}

/** A stored URL is wrong on a dynamically assigned port, and the default http URL is wrong with TLS. */
function updateUrls(platform: Platform, { port = 0, tls, baseUrl, authUrl }: ServiceOptions, bound: string): void {
  const isUrlStale = port === 0 || (tls !== undefined && platform.baseUrl() === DEFAULT_URL);
  if (!isUrlStale) return;
  const currentUrl = baseUrl === undefined ? bound : platform.baseUrl();
  platform.setUrls({ baseUrl: currentUrl, authUrl: authUrl === undefined ? currentUrl : platform.authUrl() });
}

const timeout = (milliseconds: number): Promise<never> =>
  delay(milliseconds, undefined, { ref: false }).then(() => {
    throw new Error(`no response within ${milliseconds} ms`);
  });

async function storeProblem({ store, log }: Platform): Promise<string | undefined> {
  try {
    await Promise.race([store.check(STORE_MS), timeout(STORE_MS)]);
    return undefined;
  } catch (error) {
    log({ level: "error", event: "store not ready", ...errorDetails(error) });
    return error instanceof PlatformError ? error.message.replace(/^Unavailable: /, "") : "the store cannot be reached";
  }
}
