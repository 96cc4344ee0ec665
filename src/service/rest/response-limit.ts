import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../net/addresses";
import { MIN_COUNTED, type ResponseShare, STALL_MS, timeFor } from "../net/response-limit";
import type { Platform } from "../platform";
import { originOf } from "./requests";
import { onResponseFinished } from "./response-finished";

declare module "fastify" {
  interface FastifyRequest {
    /** The share of its response in the limit, once the response has one. */
    responseShare: ResponseShare | undefined;
  }
}

/**
 * The number of bytes of a long response that are written at a time; the next part follows once the client has read
 * them.
 */
const PART = 64 * 1024;

/** Methods without effects, whose finished response may still be rejected. */
const SAFE = ["GET", "HEAD"];

/**
 * Bounds the memory of responses that wait for their clients, and closes connections whose client does not read. Short
 * responses are exempt.
 */
export function limitResponses(app: FastifyInstance, platform: Platform, stallMs = STALL_MS): void {
  app.decorateRequest("responseShare", undefined);
  app.addHook("onSend", (request, reply, payload, done) => {
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return done(null, payload);
    const bytes = Buffer.byteLength(payload);
    if (bytes <= MIN_COUNTED) return done(null, payload);
    const share = responseShareOf(platform, request, reply);
    try {
      if (SAFE.includes(request.method) && reply.statusCode < 400) share.reserve(bytes);
      else share.force(bytes);
    } catch (error) {
      return done(error as Error);
    }
    // The connection's own timer runs while data waits to be written, and restarts with each read.
    reply.raw.setTimeout(stallMs);
    const late = setTimeout(() => request.raw.socket.destroy(), timeFor(bytes, stallMs)).unref();
    onResponseFinished(request, reply, () => clearTimeout(late));
    reply.header("content-length", bytes);
    done(null, Readable.from(partsOf(typeof payload === "string" ? Buffer.from(payload) : payload)));
  });
}

function* partsOf(whole: Buffer) {
  for (let start = 0; start < whole.length; start += PART) yield whole.subarray(start, start + PART);
}

/** Returns a response's share of the limit. */
export function responseShareOf(
  { responseLimit, addressOf }: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): ResponseShare {
  if (request.responseShare) return request.responseShare;
  const share = responseLimit.begin(request.caller ?? { network: networkOf(addressOf(originOf(request))) });
  request.responseShare = share;
  onResponseFinished(request, reply, () => share.release());
  return share;
}
