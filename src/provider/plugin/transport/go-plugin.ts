/** The methods of go-plugin itself: health, standard output, broker and shutdown. */

import { once } from "node:events";
import { codec } from "../protocol/services";
import type { StreamMethod, UnaryMethod } from "./grpc";

/** Returns the methods of go-plugin; `shutdown` ends the process once the response is sent. */
export function goPluginMethods(
  shutdown: () => void,
): readonly (readonly [path: string, method: UnaryMethod | StreamMethod])[] {
  return [
    [
      "/plugin.GRPCController/Shutdown",
      {
        unary(_request, { signal }) {
          signal.addEventListener("abort", shutdown); // aborted once the response has been sent
          return codec.encode("Empty", {});
        },
      },
    ],
    // The plugin writes nothing to standard output and brokers no connections, so these streams stay silent.
    ["/plugin.GRPCStdio/StreamStdio", silentStream],
    ["/plugin.GRPCBroker/StartStream", silentStream],
    ["/grpc.health.v1.Health/Check", { unary: () => codec.encode("HealthCheckResponse", { status: 1 }) }],
  ];
}

/** A stream that stays open until the caller cancels it. */
const silentStream: StreamMethod = {
  // biome-ignore lint/correctness/useYield: the stream never yields
  async *stream(_requests, { signal }) {
    if (!signal.aborted) await once(signal, "abort");
  },
};
