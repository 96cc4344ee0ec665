import { constants, type ServerHttp2Stream } from "node:http2";
import type { ServerUnaryCall } from "@grpc/grpc-js";
import { timeFor } from "../net/answer-limit";

type AnyCall = ServerUnaryCall<Buffer, Uint8Array>;

/** The library tells a call nothing of its stream, but keeps it here. */
const streamOf = (call: AnyCall): ServerHttp2Stream => Reflect.get(Reflect.get(call, "call"), "stream");

/** Calls back once the answer of a call was taken or its client has left. */
export function onceClosed(call: AnyCall, done: () => void): void {
  const stream = streamOf(call);
  if (stream.closed || stream.destroyed) done();
  else stream.once("close", done);
}

/** Ends a call whose client takes nothing of the answer for so long, or takes it too slowly on the whole. */
export function endIfUnread(call: AnyCall, bytes: number, stallMs: number): void {
  const stream = streamOf(call);
  const end = () => stream.close(constants.NGHTTP2_CANCEL);
  stream.setTimeout(stallMs, end);
  const late = setTimeout(end, timeFor(bytes, stallMs)).unref();
  onceClosed(call, () => clearTimeout(late));
}
