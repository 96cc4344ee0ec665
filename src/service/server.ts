import type { AddressInfo } from "node:net";
import type { GrpcServer } from "./grpc";
import { createHttp, type RequestInfo } from "./http";
import { openPlatform, type Platform, type PlatformOptions } from "./platform";
import { sharePort } from "./shared-port";
import { urlOf } from "./urls";

/** How long requests may take to finish once the service is told to stop. */
const DRAIN_MS = 10_000;

export interface ServiceOptions extends PlatformOptions {
  /** 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** 0, the default, takes a free one. */
  readonly port?: number | undefined;
  /** gRPC services answer under these prefixes of their packages too, such as `example.`. */
  readonly grpcPackagePrefixes?: readonly string[] | undefined;
  /** Told of every request once it is answered. */
  readonly onRequest?: ((info: RequestInfo) => void) | undefined;
}

export interface RunningService {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly port: number;
  readonly platform: Platform;
  /** Stops accepting, lets running requests finish for 10 seconds at most, closes the store. */
  close(): Promise<void>;
}

/** Opens the platform and serves it on one port. Rejects as `openPlatform` does, and if the port is taken. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { host = "127.0.0.1", port = 0 } = options;
  const platform = await openPlatform(options);
  const app = createHttp(platform, options.onRequest);
  let grpc: GrpcServer | undefined;
  const connections = sharePort(app.server, (connection) => {
    // Loaded once somebody speaks it: most platforms inside other processes are never asked.
    const { createGrpc } = require("./grpc") as typeof import("./grpc");
    grpc ??= createGrpc(platform, { packagePrefixes: options.grpcPackagePrefixes, onRequest: options.onRequest });
    grpc.accept(connection);
  });
  try {
    // By its name the HTTP library would listen twice, and the second server would not share its port.
    await app.listen({ host: host === "localhost" ? "127.0.0.1" : host, port });
  } catch (error) {
    await platform.close();
    throw error;
  }
  const bound = (app.server.address() as AddressInfo).port;
  // On a free port what the store remembers cannot be right.
  if (port === 0) {
    const baseUrl = options.baseUrl === undefined ? urlOf(host, bound) : platform.baseUrl();
    platform.moveTo({ baseUrl, authUrl: options.authUrl === undefined ? baseUrl : platform.authUrl() });
  }

  let closing: Promise<void> | undefined;
  const close = async () => {
    connections.dropUndecided();
    grpc?.drain(DRAIN_MS);
    const overdue = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
    // A connection whose request ends meanwhile is kept alive by its client, and nobody would wait for that.
    const idle = setInterval(() => app.server.closeIdleConnections(), 50);
    await app.close();
    clearInterval(idle);
    clearTimeout(overdue);
    await platform.close();
  };
  return {
    baseUrl: platform.baseUrl(),
    authUrl: platform.authUrl(),
    port: bound,
    platform,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
