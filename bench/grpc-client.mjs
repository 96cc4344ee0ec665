/**
 * Calls a gRPC method, 16 calls at a time over 4 connections, and reports the total milliseconds to the parent process.
 */
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { serveLoad } from "./processes.mjs";

const [CALLS, CONNECTIONS] = [16, 4];
const clients = new Map();

serveLoad(async ({ port, method, request, count, token }) => {
  if (!clients.has(port))
    clients.set(
      port,
      Array.from({ length: CONNECTIONS }, () => clientOf(port)),
    );
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  const bytes = Buffer.from(request, "base64");
  let left = count;
  const callAgain = async (client) => {
    while (left-- > 0) await call(client, method, bytes, metadata);
  };
  await Promise.all(Array.from({ length: CALLS }, (_, index) => callAgain(clients.get(port)[index % CONNECTIONS])));
});

/** A client with its own connections; by default the library would share them. */
const clientOf = (port) =>
  new Client(`127.0.0.1:${port}`, credentials.createInsecure(), { "grpc.use_local_subchannel_pool": 1 });

const same = (bytes) => bytes;
const call = (client, method, bytes, metadata) =>
  new Promise((resolve, reject) =>
    client.makeUnaryRequest(method, same, same, bytes, metadata, (error) => (error ? reject(error) : resolve())),
  );
