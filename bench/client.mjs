/** Sends requests for one target over 16 connections and reports the total milliseconds to the parent process. */
import { connect } from "node:net";
import { serveLoad } from "./processes.mjs";

const CONNECTIONS = 16;

serveLoad(async ({ port, target, count, headers }) => {
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${target} HTTP/1.1\r\n${lines.join("")}\r\n`;
  let left = count;
  await Promise.all(Array.from({ length: CONNECTIONS }, () => ask(port, request, () => left-- > 0)));
});

/** Sends one request after the other on a connection until there are no more. */
function ask(port, request, isMore) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const fail = (error) => {
      socket.destroy();
      reject(error);
    };
    let missing = 0;
    const next = () => (isMore() ? socket.write(request) : socket.end(resolve));
    socket
      .once("connect", next)
      .once("error", fail)
      .once("end", () => fail(new Error("The server closed the connection")));
    socket.on("data", (chunk) => {
      if (missing === 0) {
        const head = chunk.toString("latin1", 0, 4096);
        if (!head.startsWith("HTTP/1.1 200")) return fail(new Error(head));
        const length = Number(/content-length: (\d+)/i.exec(head)[1]);
        missing = head.indexOf("\r\n\r\n") + 4 + length;
      }
      missing -= chunk.length;
      if (missing === 0) next();
    });
  });
}
