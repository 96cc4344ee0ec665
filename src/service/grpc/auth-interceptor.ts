import type { Metadata, ServerInterceptingCall, ServerInterceptor } from "@grpc/grpc-js";
import type { PlatformError } from "../../api";
import { bearerToken, type TokenService } from "../auth/tokens";
import type { CallerLimit } from "../net/caller-limit";
import type { Platform } from "../platform";
import { HEALTH } from "../protos";
import { originOf } from "./origin";
import type { Refuse } from "./refusal";

/** What a message may have, in bytes, that anybody may send: questions for tokens, for services, for health. */
const MAX_OPEN = 128 * 1024;

type Call = Parameters<ServerInterceptor>[1];
type Listener = Parameters<Call["start"]>[0];

/**
 * Bounds what is done for a call before it is known who makes it. Its address may not ask too often. Messages to methods
 * that are open to everybody are short; those to others are not read, but taken for empty, where there is no good token:
 * the method then says so.
 */
export const authInterceptor =
  ({ tokens, rateLimit }: Platform, refuse: Refuse, isOpen: (path: string) => boolean): ServerInterceptor =>
  ({ path }, call) => {
    if (isOpen(path)) shorten(call);
    else authenticate(call, tokens);
    if (rateLimit) count(call, path, rateLimit, refuse);
    return call as ServerInterceptingCall;
  };

/** Answers a call of an address that asks too often with nothing but its status. */
function count(call: Call, path: string, rateLimit: CallerLimit, refuse: Refuse): void {
  const start = call.start.bind(call);
  call.start = (own) =>
    start({
      ...own,
      onReceiveMetadata: (metadata: Metadata) => {
        const origin = originOf(call.getPeer(), metadata);
        try {
          if (path.startsWith(`/${HEALTH}/`)) rateLimit.probe(origin);
          else rateLimit.address(origin);
        } catch (error) {
          call.sendStatus(refuse(path, metadata, error as PlatformError));
          return;
        }
        own.onReceiveMetadata(metadata);
      },
    });
}

/** The library has one limit for all methods, and puts it here. */
function shorten(call: Call): void {
  Reflect.set(Reflect.get(call, "decoder"), "maxReadMessageLength", MAX_OPEN);
}

function authenticate(call: Call, tokens: TokenService): void {
  const [start, startRead] = [call.start.bind(call), call.startRead.bind(call)];
  let listener: Listener;
  let isGood: Promise<boolean>;
  call.start = (own) => {
    listener = own;
    start({
      ...own,
      onReceiveMetadata: (metadata: Metadata) => {
        isGood = hasGoodToken(tokens, metadata);
        own.onReceiveMetadata(metadata);
      },
    });
  };
  call.startRead = async () => {
    if (await isGood) return startRead();
    call.startRead = () => {};
    listener.onReceiveMessage(Buffer.alloc(0));
    listener.onReceiveHalfClose();
  };
}

const hasGoodToken = async (tokens: TokenService, metadata: Metadata): Promise<boolean> => {
  try {
    await tokens.verifyAccessToken(bearerToken(metadata.get("authorization")[0]?.toString()));
    return true;
  } catch {
    return false;
  }
};
