/** The calls that belong to go-plugin rather than to Terraform: health, standard output, broker, shutdown. */

import { once } from "node:events";
import { codec } from "../protocol/services";
import type { StreamMethod, UnaryMethod } from "./grpc";

/** The methods of go-plugin; `shutdown` ends the process once the answer is out. */
export function goPluginMethods(
  shutdown: () => void,
): readonly (readonly [path: string, method: UnaryMethod | StreamMethod])[] {
  return [
    [
      "/plugin.GRPCController/Shutdown",
      {
        unary(_request, { signal }) {
          signal.addEventListener("abort", shutdown); // the call is over when its answer has been sent
          return codec.encode("Empty", {});
        },
      },
    ],
    // Nothing of ours is ever written to standard output, and there is nothing to broker: the streams stay silent.
    ["/plugin.GRPCStdio/StreamStdio", silent],
    ["/plugin.GRPCBroker/StartStream", silent],
    ["/grpc.health.v1.Health/Check", { unary: () => serving() }],
    [
      "/grpc.health.v1.Health/Watch",
      {
        async *stream(requests, call) {
          yield serving();
          yield* silent.stream(requests, call);
        },
      },
    ],
  ];
}

const serving = () => codec.encode("HealthCheckResponse", { status: 1 });

/** Open until the caller has had enough. */
const silent: StreamMethod = {
  // biome-ignore lint/correctness/useYield: it is a stream that never has anything to say
  async *stream(_requests, { signal }) {
    if (!signal.aborted) await once(signal, "abort");
  },
};
