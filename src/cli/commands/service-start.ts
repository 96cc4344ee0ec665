import { providerSource } from "../../provider/package-info";
import { createMetrics, jsonLog, type LogLevel, type ProviderReleases, startService } from "../../service";
import { nameOf, requireData } from "../data";
import { CommandFailure, withOperation } from "../failure";
import type { ListenAddress } from "../options";
import type { Output } from "../output";
import { shutdownSignal } from "../shutdown-signal";

export interface ServiceStartOptions {
  readonly data: string;
  readonly listen: ListenAddress;
  readonly baseUrl?: string;
  readonly authUrl?: string;
  readonly registryHost?: string;
  readonly allowPrivateIssuer?: readonly string[];
  readonly grpcPackagePrefix?: readonly string[];
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly metricsListen?: ListenAddress;
  readonly rateLimit?: number;
  readonly trustedProxy?: readonly string[];
  readonly auditRetention?: number;
  readonly auditSink?: string;
  readonly providerReleases?: string;
  readonly lameDuck: number;
  readonly logLevel?: LogLevel;
  readonly dev: boolean;
}

/** Returns the releases of the provider under its namespace and type, which follow the host in its source address. */
function releasesIn(directory: string | undefined): ProviderReleases | undefined {
  if (directory === undefined) return undefined;
  const [, namespace = "", type = ""] = providerSource.split("/");
  return { directory, namespace, type };
}

/**
 * Runs the service until it is stopped, then completes pending requests. Standard output carries the ready line,
 * standard error the JSON logs.
 */
export async function serviceStart(options: ServiceStartOptions, output: Output): Promise<void> {
  const { listen, allowPrivateIssuer: privateIssuers, tlsCert, tlsKey, providerReleases, ...rest } = options;
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new CommandFailure(tlsKey === undefined ? "--tls-cert requires --tls-key" : "--tls-key requires --tls-cert");
  const tls = tlsCert && tlsKey ? { certificate: tlsCert, key: tlsKey } : undefined;
  requireData(options.data);
  const log = jsonLog(output.stderr, options.logLevel);
  const stop = shutdownSignal();
  const data = nameOf(options.data);
  const what = (syscall: string) =>
    ["listen", "getaddrinfo"].includes(syscall)
      ? `serve ${data} on ${listen.host}:${listen.port}`
      : `open the data in ${data}`;
  const service = await withOperation(what, () =>
    startService({
      ...rest,
      ...listen,
      mustExist: true,
      privateIssuers,
      trustedProxies: options.trustedProxy,
      grpcPackagePrefixes: options.grpcPackagePrefix,
      tls,
      providerReleases: releasesIn(providerReleases),
      metrics: createMetrics(),
      auditRetentionDays: options.auditRetention,
      log,
    }),
  );
  const { baseUrl, authUrl, port, metricsPort } = service;
  log({ event: "listening", host: listen.host, port, ...(metricsPort ? { metricsPort } : {}) });
  // The parent process may stop reading after this line.
  output.continueWithoutStdout?.();
  output.stdout(`${JSON.stringify({ event: "ready", baseUrl, authUrl })}\n`);
  // On Ctrl-C in a terminal there is no load balancer to wait for.
  if ((await stop) === "SIGINT") service.skipLameDuck();
  log({ event: "stopping" });
  void shutdownSignal().then(() => service.skipLameDuck());
  await service.close();
}
