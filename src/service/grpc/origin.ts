import type { Metadata } from "@grpc/grpc-js";
import type { Origin } from "../net/caller-limit";

/** Returns the origin of a call; `peer` is an address with a port. */
export const originOf = (peer: string, metadata: Metadata): Origin => ({
  peer: peer.replace(/:\d+$/, ""),
  forwardedFor: metadata.get("x-forwarded-for")[0]?.toString(),
});
