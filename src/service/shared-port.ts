import type { Server } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";

/** What a client says first that speaks HTTP/2 without being asked, as those of gRPC do. */
const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** How long a client may take to say what it speaks, in milliseconds. */
const UNDECIDED_MS = 30_000;

export interface SharedPort {
  /** Ends connections on which nothing was said yet. */
  dropUndecided(): void;
}

/** Hands connections whose clients speak HTTP/2 over to someone else; the server keeps all others. */
export function sharePort(server: Server, onHttp2: (connection: Socket) => void): SharedPort {
  const undecided = new Set<Socket>();
  const event = server instanceof TlsServer ? "secureConnection" : "connection";
  const toHttp = server.listeners(event);
  server.removeAllListeners(event);
  server.on(event, (socket: Socket) => {
    undecided.add(socket);
    socket.once("close", () => undecided.delete(socket));
    decide(socket, (isHttp2) => {
      undecided.delete(socket);
      if (isHttp2) onHttp2(socket);
      else for (const listener of toHttp) listener.call(server, socket);
    });
  });
  return {
    dropUndecided: () => {
      for (const socket of undecided) socket.destroy();
    },
  };
}

/** What both servers of a port speak, by what a TLS client offers: HTTP/2 is for those that speak nothing else. */
export const protocolFor = ({ protocols }: { readonly protocols: readonly string[] }): string | undefined =>
  ["http/1.1", "h2"].find((each) => protocols.includes(each));

/** Reads the first bytes of a connection until it is clear whether they are the preface, and puts them back. */
function decide(socket: Socket, decided: (isHttp2: boolean) => void): void {
  let seen: Buffer = Buffer.alloc(0);
  const overdue = setTimeout(() => socket.destroy(), UNDECIDED_MS);
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
    socket.off("data", onData).off("close", settle).off("error", ignore);
  };
  socket.on("data", onData).on("close", settle).on("error", ignore);
}

/** A connection that breaks before anything was said concerns nobody; its closing follows. */
const ignore = () => {};
