import type { Server } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import { ConnectionLimit } from "./connection-limit";

/** The first bytes of a client that uses HTTP/2 with prior knowledge, as gRPC clients do. */
const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** How long a client may take to send its first bytes, in milliseconds. */
const DETECTION_MS = 10_000;
/** The maximum number of connections without first bytes; beyond it the oldest one is closed. */
const MAX_UNDETECTED = 5000;
/** The maximum number of open connections per address; further ones are rejected. */
const MAX_PER_ADDRESS = 2500;

export interface SharedPortOptions {
  readonly maxUndetected?: number | undefined;
  readonly maxPerAddress?: number | undefined;
  /** Addresses and networks without a connection limit. */
  readonly trustedProxies?: readonly string[] | undefined;
}

export interface SharedPort {
  /** Closes connections whose protocol is not known yet. */
  dropUndetected(): void;
}

/** Passes HTTP/2 connections to `onHttp2`; the server keeps all others. */
export function sharePort(
  server: Server,
  onHttp2: (connection: Socket) => void,
  { maxUndetected = MAX_UNDETECTED, maxPerAddress = MAX_PER_ADDRESS, trustedProxies }: SharedPortOptions = {},
): SharedPort {
  // Oldest first.
  const undetected = new Set<Socket>();
  intercept(server, server instanceof TlsServer ? "secureConnection" : "connection", (socket, toHttp) => {
    undetected.add(socket);
    socket.once("close", () => undetected.delete(socket));
    const [oldest] = undetected;
    if (undetected.size > maxUndetected && oldest) drop(oldest);
    detectProtocol(socket, (isHttp2) => {
      undetected.delete(socket);
      if (isHttp2) onHttp2(socket);
      else toHttp();
    });
  });
  const drop = (socket: Socket) => {
    undetected.delete(socket);
    socket.destroy();
  };
  // Checked before the TLS handshake, the most expensive operation available to unauthenticated clients.
  const limit = new ConnectionLimit(maxPerAddress, trustedProxies);
  intercept(server, "connection", (socket, next) => {
    if (limit.admit(socket)) next();
    else socket.destroy();
  });
  return {
    dropUndetected: () => {
      for (const socket of undetected) drop(socket);
    },
  };
}

/** Replaces an event's listeners with a handler; `next` calls them. */
function intercept(server: Server, event: string, handle: (socket: Socket, next: () => void) => void): void {
  const listeners = server.listeners(event);
  server.removeAllListeners(event);
  server.on(event, (socket: Socket) =>
    handle(socket, () => {
      for (const listener of listeners) listener.call(server, socket);
    }),
  );
}

/** Selects the protocol of a TLS connection: HTTP/1.1, or HTTP/2 for clients that offer nothing else. */
export const protocolFor = ({ protocols }: { readonly protocols: readonly string[] }): string | undefined =>
  ["http/1.1", "h2"].find((each) => protocols.includes(each));

/** Reads the first bytes of a connection until it is clear whether they are the preface, and puts them back. */
function detectProtocol(socket: Socket, onDetected: (isHttp2: boolean) => void): void {
  let seen: Buffer = Buffer.alloc(0);
  const drop = () => socket.destroy();
  const overdue = setTimeout(drop, DETECTION_MS);
  const onData = (chunk: Buffer) => {
    seen = Buffer.concat([seen, chunk]);
    const length = Math.min(seen.length, PREFACE.length);
    const canBe = seen.compare(PREFACE, 0, length, 0, length) === 0;
    if (canBe && length < PREFACE.length) return;
    settle();
    socket.pause();
    socket.unshift(seen);
    onDetected(canBe);
    // An HTTP/2 session reads the bytes from the paused socket; HTTP/1 requires it to flow.
    if (!canBe) socket.resume();
  };
  const settle = () => {
    clearTimeout(overdue);
    socket.off("data", onData).off("end", drop).off("close", settle).off("error", ignore);
  };
  // The server's sockets are half-open: they must be ended after the client has disconnected.
  socket.on("data", onData).once("end", drop).on("close", settle).on("error", ignore);
}

/** An error before the first bytes needs no handling: the connection closes next. */
const ignore = () => {};
