import { constants, type ServerHttp2Stream } from "node:http2";
import { type ServerDuplexStream, type ServerUnaryCall, type ServerWritableStream, status } from "@grpc/grpc-js";
import { timeFor } from "../net/response-limit";

type AnyCall =
  | ServerUnaryCall<Buffer, Uint8Array>
  | ServerWritableStream<Buffer, Uint8Array>
  | ServerDuplexStream<Buffer, Uint8Array>;

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

/** Ends a stream of requests and responses on which nothing is sent or read for `idleMs`. */
export function endIfIdle(call: ServerDuplexStream<Buffer, Uint8Array>, idleMs: number): void {
  const stream = streamOf(call);
  stream.setTimeout(idleMs, () => {
    // A client that reads nothing would not read the status either.
    if (stream.writableLength > 0) stream.close(constants.NGHTTP2_CANCEL);
    else
      call.emit("error", {
        code: status.DEADLINE_EXCEEDED,
        details: `the stream was idle for ${idleMs / 1000} seconds; open another one`,
      });
  });
}
