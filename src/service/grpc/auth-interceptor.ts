import type { Metadata, ServerInterceptingCall, ServerInterceptor } from "@grpc/grpc-js";
import { PlatformError } from "../../api";
import { bearerToken } from "../auth/caller";
import type { TokenService } from "../auth/tokens";
import type { CallerLimit } from "../net/caller-limit";
import type { Platform } from "../platform";
import { HEALTH } from "../protos";
import { originOf } from "./origin";
import type { Reject } from "./rejection";

/** The maximum size of messages that need no authentication, in bytes: for tokens, reflection and health. */
const MAX_UNAUTHENTICATED_MESSAGE = 128 * 1024;

type Call = Parameters<ServerInterceptor>[1];
type Listener = Parameters<Call["start"]>[0];

/**
 * Limits the work for unauthenticated calls. Applies the rate limit of the address. Messages to methods without
 * authentication must be short; messages to other methods are not read but treated as empty without a valid token, and
 * the method then returns the error.
 */
export const authInterceptor =
  ({ tokens, rateLimit }: Platform, reject: Reject, isPublic: (path: string) => boolean): ServerInterceptor =>
  ({ path }, call) => {
    if (isPublic(path)) limitMessageSize(call);
    else authenticate(call, tokens);
    if (rateLimit) count(call, path, rateLimit, reject);
    // The library types interceptors as returning its class, but uses only the interface of the call it passed.
    return call as ServerInterceptingCall;
  };

/** Rejects calls that exceed the rate limit of their address, with only a status. */
function count(call: Call, path: string, rateLimit: CallerLimit, reject: Reject): void {
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
          if (!(error instanceof PlatformError)) throw error;
          call.sendStatus(reject(path, metadata, error));
          return;
        }
        own.onReceiveMetadata(metadata);
      },
    });
}

/** The library has a single limit for all methods, and stores it here. */
function limitMessageSize(call: Call): void {
  Reflect.set(Reflect.get(call, "decoder"), "maxReadMessageLength", MAX_UNAUTHENTICATED_MESSAGE);
}

function authenticate(call: Call, tokens: TokenService): void {
  const [start, startRead] = [call.start.bind(call), call.startRead.bind(call)];
  let listener: Listener;
  let isAuthenticated: Promise<boolean>;
  call.start = (own) => {
    listener = own;
    start({
      ...own,
      onReceiveMetadata: (metadata: Metadata) => {
        isAuthenticated = hasValidToken(tokens, metadata);
        own.onReceiveMetadata(metadata);
      },
    });
  };
  call.startRead = async () => {
    if (await isAuthenticated) return startRead();
    call.startRead = () => {};
    listener.onReceiveMessage(Buffer.alloc(0));
    listener.onReceiveHalfClose();
  };
}

const hasValidToken = async (tokens: TokenService, metadata: Metadata): Promise<boolean> => {
  try {
    await tokens.verifyAccessToken(bearerToken(metadata.get("authorization")[0]?.toString()));
    return true;
  } catch {
    return false;
  }
};
