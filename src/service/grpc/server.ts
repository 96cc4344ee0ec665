import type { ServerHttp2Session } from "node:http2";
import type { Duplex } from "node:stream";
import type { DescMethod } from "@bufbuild/protobuf";
import { Server, ServerCredentials, type UntypedHandleCall } from "@grpc/grpc-js";
import { networkOf } from "../net/addresses";
import type { Origin } from "../net/caller-limit";
import type { Platform } from "../platform";
import {
  files,
  googleRpcFiles,
  grpcFiles,
  HEALTH,
  prefixed,
  reflectionPackages,
  registryOf,
  TOKEN_SERVICE,
} from "../protos";
import { authInterceptor } from "./auth-interceptor";
import { callTimeouts } from "./call-timeouts";
import { tokenService } from "./exchange";
import { Health } from "./health";
import { serviceOf } from "./messages";
import { reflection } from "./reflection";
import { rejecting } from "./rejection";
import { resourceServices } from "./resources";
import { StreamLimit } from "./stream-limit";
import { type UnaryOptions, unary } from "./unary";
import { rejectUnknownMethods } from "./unknown-methods";
import { v1Services } from "./v1";

export interface GrpcOptions extends UnaryOptions {
  /** Additional prefixes for the packages of services: `example.` adds `example.platform.iam.v2beta1`. */
  readonly packagePrefixes?: readonly string[] | undefined;
  /** How long a connection may be without calls, in milliseconds; five minutes by default. */
  readonly idleMs?: number | undefined;
}

/** The gRPC server, on connections accepted elsewhere. */
export interface GrpcServer {
  /** Serves a connection whose client uses HTTP/2. */
  accept(connection: Duplex): void;
  /** Sends GOAWAY on all connections, and closes those that already received it once their calls are finished. */
  sendGoaway(): void;
  /** Rejects further calls; running calls may take this many milliseconds. */
  drain(graceMs: number): void;
}

/** The maximum size of an incoming message; beyond 1 MiB it is rejected with a reason. */
const MAX_RECEIVED = 4 * 1024 * 1024;
const KEEPALIVE_MS = 60_000;
/** How long a connection may be without calls, in milliseconds; clients reconnect when necessary. */
const IDLE_MS = 5 * 60 * 1000;
/** The maximum number of concurrent calls per connection; clients queue further ones. */
const MAX_CALLS = 100;

export function createGrpc(platform: Platform, options: GrpcOptions = {}): GrpcServer {
  const { packagePrefixes = [], onRequest = () => {} } = options;
  const prefixes = [...new Set(["", ...packagePrefixes])];
  const ownFiles = prefixes.flatMap((prefix) => prefixed(files, prefix));
  const registry = registryOf([...ownFiles, ...googleRpcFiles, ...grpcFiles]);
  /** The paths of methods that require authentication. */
  const closed = new Set<string>();
  const refuse = rejecting(platform, onRequest);
  const isOpen = (path: string) => !closed.has(path);
  const server = new Server({
    interceptors: [callTimeouts(isOpen), authInterceptor(platform, refuse, isOpen)],
    "grpc.max_receive_message_length": MAX_RECEIVED,
    "grpc.max_concurrent_streams": MAX_CALLS,
    "grpc.keepalive_time_ms": KEEPALIVE_MS,
    "grpc.max_connection_idle_ms": options.idleMs ?? IDLE_MS,
    "grpc.enable_channelz": 0,
  });
  const served: string[] = [];
  const serve = (service: string, handlers: Readonly<Record<string, UntypedHandleCall>>, isOpen = true) => {
    for (const { name, methodKind } of serviceOf(registry, service).methods) {
      const path = `/${service}/${name}`;
      const handler = handlers[name];
      if (!handler) throw new Error(`${service}/${name} is not implemented`);
      if (!isOpen) closed.add(path);
      server.register(path, handler, Buffer.from, (bytes) => bytes, kinds[methodKind]);
    }
    served.push(service);
  };

  for (const service of [
    ...resourceServices(platform),
    ...v1Services(platform),
    tokenService(platform.tokens, platform.login, platform.baseUrl),
  ]) {
    const handlers = serviceOf(registry, service.name).methods.map((method) => {
      const handler = service.methods[method.name];
      if (!handler) throw new Error(`${service.name}/${method.name} is not implemented`);
      return [method.name, unary(platform, service, method, handler, options)] as const;
    });
    for (const prefix of prefixes)
      serve(`${prefix}${service.name}`, Object.fromEntries(handlers), service.name === TOKEN_SERVICE);
  }
  const addressOf = (origin: Origin) => networkOf(platform.addressOf(origin));
  const health = new Health(
    registry,
    (service) => service === "" || served.includes(service),
    new StreamLimit({ what: "health watches", instead: "call Check", addressOf }),
  );
  serve(HEALTH, { Check: health.check, Watch: health.watch });
  const streams = new StreamLimit({ what: "reflection streams", instead: "use an open one", addressOf });
  const reflecting = { streams, rateLimit: platform.rateLimit };
  for (const each of reflectionPackages) {
    const service = `${each}.ServerReflection`;
    for (const method of serviceOf(registry, service).methods)
      serve(service, { [method.name]: reflection(registry, served, method, reflecting) });
  }

  rejectUnknownMethods(server, refuse);

  /** Sessions that were sent GOAWAY. */
  const goawaySent = new WeakSet<ServerHttp2Session>();
  const connections = server.createConnectionInjector(ServerCredentials.createInsecure());
  return {
    accept: (connection) => connections.injectConnection(connection),
    sendGoaway: () => {
      health.drain();
      for (const session of sessionsOf(server)) {
        // Closing it immediately would abort a call that is already on its way.
        if (goawaySent.has(session)) session.close();
        else session.goaway();
        goawaySent.add(session);
      }
    },
    drain: (graceMs) => {
      health.drain();
      connections.drain(graceMs);
    },
  };
}

/** The library exposes its sessions only through this internal map. */
const sessionsOf = (server: Server): ServerHttp2Session[] =>
  [...(Reflect.get(server, "http2Servers") as Map<unknown, { sessions: Set<ServerHttp2Session> }>).values()].flatMap(
    ({ sessions }) => [...sessions].filter(({ closed, destroyed }) => !closed && !destroyed),
  );

const kinds: Readonly<Record<DescMethod["methodKind"], string>> = {
  unary: "unary",
  server_streaming: "serverStream",
  client_streaming: "clientStream",
  bidi_streaming: "bidi",
};
