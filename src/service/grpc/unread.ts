import { constants, type ServerHttp2Stream } from "node:http2";
import type { ServerUnaryCall } from "@grpc/grpc-js";
import { timeFor } from "../net/answer-limit";

type AnyCall = ServerUnaryCall<Buffer, Uint8Array>;

/** The library exposes a call's stream only internally. */
const streamOf = (call: AnyCall): ServerHttp2Stream => Reflect.get(Reflect.get(call, "call"), "stream");

/** Calls back once the response of a call was read or its client has disconnected. */
export function onceClosed(call: AnyCall, done: () => void): void {
  const stream = streamOf(call);
  if (stream.closed || stream.destroyed) done();
  else stream.once("close", done);
}

/** Ends a call whose client reads nothing of the response for `stallMs`, or reads too slowly overall. */
export function endIfUnread(call: AnyCall, bytes: number, stallMs: number): void {
  const stream = streamOf(call);
  const end = () => stream.close(constants.NGHTTP2_CANCEL);
  stream.setTimeout(stallMs, end);
  const late = setTimeout(end, timeFor(bytes, stallMs)).unref();
  onceClosed(call, () => clearTimeout(late));
}
