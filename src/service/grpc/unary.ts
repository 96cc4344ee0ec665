import type { DescMessage, DescMethod } from "@bufbuild/protobuf";
import { type handleUnaryCall, Metadata, type ServerUnaryCall } from "@grpc/grpc-js";
import { type Code, codes } from "../../api";
import type { JsonObject } from "../../model";
import { callerOf } from "../auth/caller";
import type { Caller } from "../core/access";
import { networkOf } from "../net/addresses";
import { errorBody, reportedError } from "../net/error-responses";
import { loggedText } from "../net/log";
import type { RequestContext, RequestInfo } from "../net/request-info";
import { REQUEST_ID, requestIdFrom } from "../net/request-info";
import { MIN_COUNTED, type ResponseShare, STALL_MS } from "../net/response-limit";
import type { Platform } from "../platform";
import { encode } from "./encode";
import { type Request, readMessage } from "./messages";
import { originOf } from "./origin";
import type { Call, Method, Service } from "./service";
import { statusOf } from "./status";
import { endIfUnread, onceClosed } from "./unread-responses";

/** Handles bytes, so that an invalid message is reported like any other error. */
type Handler = handleUnaryCall<Buffer, Uint8Array>;

/** Methods without effects, whose finished response may still be rejected. */
const SAFE = /^(?:List|Get|Lookup|Preview|Test)/;

export interface UnaryOptions {
  /** Called after every call. */
  readonly onRequest?: ((info: RequestInfo) => void) | undefined;
  /** How long a client may read nothing of a long response, in milliseconds; 30 seconds by default. */
  readonly responseStallMs?: number | undefined;
}

/** Creates the handler of a method, which reports calls like HTTP requests. */
export function unary(
  platform: Platform,
  { domain }: Service,
  { name, input, output }: DescMethod,
  handle: Method,
  { onRequest = () => {}, responseStallMs: stallMs = STALL_MS }: UnaryOptions = {},
): Handler {
  const isSafe = SAFE.test(name);
  return async (sent, callback) => {
    const requestId = requestIdFrom(sent.metadata.get(REQUEST_ID)[0]);
    const call = new IncomingCall(platform, sent, { input, output }, requestId);
    const started = performance.now();
    const done = platform.metrics?.requestStarted();
    const report = (code: Code | "OK") => {
      const status = code === "OK" ? 200 : codes[code].http;
      const { caller, updateMask } = call.loggedFields();
      const info = { method: "gRPC", path: sent.getPath(), status, ...(caller ? { caller } : {}) };
      const masked: Record<string, string> = updateMask ? { updateMask } : {};
      const milliseconds = performance.now() - started;
      const level = status >= 500 ? "warn" : "info";
      platform.log({ level, event: "request", requestId, ...info, ...masked, milliseconds: Math.round(milliseconds) });
      const recorded = { ...info, query: new URLSearchParams(masked), route: info.path, milliseconds };
      platform.metrics?.recordRequest(recorded);
      onRequest(recorded);
      done?.();
    };
    sent.sendMetadata(requestIdMetadata(requestId));
    try {
      const rest = encode(output, await handle(call));
      const bytes = call.written.length > 0 ? Buffer.concat([...call.written, rest]) : rest;
      if (bytes.length > MIN_COUNTED) {
        if (isSafe) call.response().reserve(bytes.length);
        else call.response().force(bytes.length);
      }
      endIfUnread(sent, bytes.length, stallMs);
      report("OK");
      callback(null, bytes);
    } catch (thrown) {
      const error = reportedError(platform, thrown, requestId);
      report(error.code);
      callback(statusOf(errorBody(platform, error, domain)));
    }
  };
}

class IncomingCall implements Call {
  readonly written: Uint8Array[] = [];
  #caller?: Caller;
  #request?: Request;
  #share?: ResponseShare;

  constructor(
    private readonly platform: Platform,
    private readonly sent: ServerUnaryCall<Buffer, Uint8Array>,
    private readonly types: { readonly input: DescMessage; readonly output: DescMessage },
    private readonly requestId: string,
  ) {}

  async caller(): Promise<Caller> {
    const caller = await callerOf(this.platform, {
      authorization: this.metadata("authorization"),
      origin: originOf(this.sent.getPeer(), this.sent.metadata),
      requestId: this.requestId,
    });
    this.#caller = { ...caller, requestId: this.requestId };
    return this.#caller;
  }

  context(): RequestContext {
    const origin = originOf(this.sent.getPeer(), this.sent.metadata);
    return { address: this.platform.addressOf(origin), requestId: this.requestId };
  }

  request(): Request {
    this.#request = readMessage(this.types.input, this.sent.request);
    return this.#request;
  }

  response(): ResponseShare {
    const { responseLimit } = this.platform;
    if (!this.#share) {
      const share = responseLimit.begin(this.#caller ?? { network: networkOf(this.context().address ?? "") });
      onceClosed(this.sent, () => share.release());
      this.#share = share;
    }
    return this.#share;
  }

  write(part: JsonObject): void {
    this.written.push(encode(this.types.output, part));
  }

  metadata(name: string): string | undefined {
    return this.sent.metadata.get(name)[0]?.toString();
  }

  /** Returns the parts of the call that may be logged. */
  loggedFields(): { readonly caller?: string; readonly updateMask?: string } {
    const updateMask = loggedText(this.#request?.updateMask.join(",") ?? "");
    return {
      ...(this.#caller ? { caller: this.#caller.identityUid } : {}),
      ...(updateMask ? { updateMask } : {}),
    };
  }
}

function requestIdMetadata(requestId: string): Metadata {
  const metadata = new Metadata();
  metadata.set(REQUEST_ID, requestId);
  return metadata;
}
