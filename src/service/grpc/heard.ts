import type { Metadata, ServerInterceptingCall, ServerInterceptor } from "@grpc/grpc-js";
import { bearerToken, type TokenService } from "../tokens";

/** What a message may have, in bytes, that anybody may send: questions for tokens, for services, for health. */
const MAX_OPEN = 128 * 1024;

type Call = Parameters<ServerInterceptor>[1];
type Listener = Parameters<Call["start"]>[0];

/**
 * Bounds what of a call is kept before it is known who makes it: messages to the methods that are open to everybody are
 * short, and those to others are not read, but taken for empty, where there is no good token; the method then says so.
 */
export const heard =
  (tokens: TokenService, isOpen: (path: string) => boolean): ServerInterceptor =>
  ({ path }, call) => {
    if (isOpen(path)) shorten(call);
    else authenticate(call, tokens);
    return call as ServerInterceptingCall;
  };

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
    await tokens.genuine(bearerToken(metadata.get("authorization")[0]?.toString()));
    return true;
  } catch {
    return false;
  }
};
