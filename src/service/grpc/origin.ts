import type { Metadata } from "@grpc/grpc-js";
import type { Origin } from "../net/caller-limit";

/** Where a call comes from; `peer` has a port behind the address. */
export const originOf = (peer: string, metadata: Metadata): Origin => ({
  peer: peer.replace(/:\d+$/, ""),
  forwardedFor: metadata.get("x-forwarded-for")[0]?.toString(),
});
