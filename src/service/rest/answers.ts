import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../net/addresses";
import { type HeldAnswer, MIN_COUNTED, STALL_MS, timeFor } from "../net/answer-limit";
import type { Platform } from "../platform";
import { onceDone } from "./once-done";
import { originOf } from "./requests";

/** What is written of a long answer at a time, in bytes: the next part is made when the client has taken that. */
const PART = 64 * 1024;

/** Methods that change nothing: their answer may be refused when it is there already. */
const SAFE = ["GET", "HEAD"];

/**
 * Bounds the memory of answers that wait for their clients, and ends connections whose client does not read. Short ones
 * are left alone.
 */
export function limitAnswers(app: FastifyInstance, platform: Platform, stallMs = STALL_MS): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return done(null, payload);
    const bytes = Buffer.byteLength(payload);
    if (bytes <= MIN_COUNTED) return done(null, payload);
    const held = answerTo(platform, request, reply);
    try {
      if (SAFE.includes(request.method) && reply.statusCode < 400) held.reserve(bytes);
      else held.hold(bytes);
    } catch (error) {
      return done(error as Error);
    }
    // The connection's own timer runs while something waits to be written, and is set back by all that is taken.
    reply.raw.setTimeout(stallMs);
    const late = setTimeout(() => request.raw.socket.destroy(), timeFor(bytes, stallMs)).unref();
    onceDone(request, reply, () => clearTimeout(late));
    reply.header("content-length", bytes);
    done(null, Readable.from(partsOf(typeof payload === "string" ? Buffer.from(payload) : payload)));
  });
}

function* partsOf(whole: Buffer) {
  for (let start = 0; start < whole.length; start += PART) yield whole.subarray(start, start + PART);
}

const begun = new WeakMap<FastifyRequest, HeldAnswer>();

/** The answer to a request, as far as the limit counts it. */
export function answerTo(
  { answerLimit, addressOf }: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): HeldAnswer {
  const known = begun.get(request);
  if (known) return known;
  const held = answerLimit.begin(request.caller?.identityUid ?? networkOf(addressOf(originOf(request))));
  begun.set(request, held);
  onceDone(request, reply, () => held.release());
  return held;
}
