import type { Server } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import { ConnectionLimit } from "./connection-limit";

/** What a client sends first that speaks HTTP/2 without being asked, as those of gRPC do. */
const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** How long a client may take to send its first bytes, in milliseconds. */
const UNDECIDED_MS = 10_000;
/** Connections without first bytes that are kept at a time; beyond them the oldest is dropped. */
const MAX_UNDECIDED = 5000;
/** Connections that one address may have open at a time; further ones are refused. */
const MAX_PER_ADDRESS = 2500;

export interface SharedPortOptions {
  readonly maxUndecided?: number | undefined;
  readonly maxPerAddress?: number | undefined;
  /** Addresses and networks that may have any number of connections. */
  readonly trustedProxies?: readonly string[] | undefined;
}

export interface SharedPort {
  /** Ends connections whose protocol is not known yet. */
  dropUndecided(): void;
}

/** Hands connections whose clients speak HTTP/2 over to `onHttp2`; the server keeps all others. */
export function sharePort(
  server: Server,
  onHttp2: (connection: Socket) => void,
  { maxUndecided = MAX_UNDECIDED, maxPerAddress = MAX_PER_ADDRESS, trustedProxies }: SharedPortOptions = {},
): SharedPort {
  // The oldest comes first.
  const undecided = new Set<Socket>();
  intercept(server, server instanceof TlsServer ? "secureConnection" : "connection", (socket, toHttp) => {
    undecided.add(socket);
    socket.once("close", () => undecided.delete(socket));
    if (undecided.size > maxUndecided) drop(undecided.values().next().value!);
    decide(socket, (isHttp2) => {
      undecided.delete(socket);
      if (isHttp2) onHttp2(socket);
      else toHttp();
    });
  });
  const drop = (socket: Socket) => {
    undecided.delete(socket);
    socket.destroy();
  };
  // Before the handshake of TLS, which costs more than all else that a stranger can ask for.
  const limit = new ConnectionLimit(maxPerAddress, trustedProxies);
  intercept(server, "connection", (socket, next) => {
    if (limit.admit(socket)) next();
    else socket.destroy();
  });
  return {
    dropUndecided: () => {
      for (const socket of undecided) drop(socket);
    },
  };
}

/** Puts a handler in front of those that an event has; `next` calls them. */
function intercept(server: Server, event: string, handle: (socket: Socket, next: () => void) => void): void {
  const listeners = server.listeners(event);
  server.removeAllListeners(event);
  server.on(event, (socket: Socket) =>
    handle(socket, () => {
      for (const listener of listeners) listener.call(server, socket);
    }),
  );
}

/** What both servers of a port speak, by what a TLS client offers: HTTP/2 is for those that speak nothing else. */
export const protocolFor = ({ protocols }: { readonly protocols: readonly string[] }): string | undefined =>
  ["http/1.1", "h2"].find((each) => protocols.includes(each));

/** Reads the first bytes of a connection until it is clear whether they are the preface, and puts them back. */
function decide(socket: Socket, decided: (isHttp2: boolean) => void): void {
  let seen: Buffer = Buffer.alloc(0);
  const drop = () => socket.destroy();
  const overdue = setTimeout(drop, UNDECIDED_MS);
  const onData = (chunk: Buffer) => {
    seen = Buffer.concat([seen, chunk]);
    const length = Math.min(seen.length, PREFACE.length);
    const canBe = seen.compare(PREFACE, 0, length, 0, length) === 0;
    if (canBe && length < PREFACE.length) return;
    settle();
    socket.pause();
    socket.unshift(seen);
    decided(canBe);
    // A session of HTTP/2 takes what was put back from the paused socket; HTTP/1 waits for it to flow.
    if (!canBe) socket.resume();
  };
  const settle = () => {
    clearTimeout(overdue);
    socket.off("data", onData).off("end", drop).off("close", settle).off("error", ignore);
  };
  // The server's sockets stay half open when their client has left, until somebody ends them.
  socket.on("data", onData).once("end", drop).on("close", settle).on("error", ignore);
}

/** A connection that breaks before anything was said concerns nobody; its closing follows. */
const ignore = () => {};
