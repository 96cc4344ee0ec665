import type { handleBidiStreamingCall, Server } from "@grpc/grpc-js";
import { PlatformError } from "../../api";
import type { Domain } from "../../model";
import { errorBody } from "../failures";
import type { RequestInfo } from "../http";
import type { Platform } from "../platform";
import { REQUEST_ID, requestIdFrom } from "../request-id";
import { statusOf } from "./status";

type Handler = handleBidiStreamingCall<Buffer, Uint8Array>;

/** Answers the methods that a server does not have, whatever they are called: with details, as all that fails. */
export function answerUnknown(server: Server, platform: Platform, tell: (info: RequestInfo) => void): void {
  const known = Reflect.get(server, "handlers") as Map<string, unknown>;
  const unknown = { func: refusal(platform, tell), serialize: Buffer.from, deserialize: Buffer.from, type: "bidi" };
  // The library has no hook for them: it looks in this map, and refuses without details what it does not find.
  const find = known.get.bind(known);
  known.get = (path) => find(path) ?? { ...unknown, path };
}

const refusal =
  (platform: Platform, tell: (info: RequestInfo) => void): Handler =>
  (call) => {
    const path = call.getPath();
    const requestId = requestIdFrom(call.metadata.get(REQUEST_ID)[0]);
    const error = new PlatformError("UNIMPLEMENTED", `Unimplemented: there is no method ${path}`);
    const info = { method: "gRPC", path, status: error.http };
    platform.log({ event: "request", requestId, ...info, milliseconds: 0 });
    // Not by the path, which may be any.
    const told = { ...info, query: new URLSearchParams(), route: "none", milliseconds: 0 };
    platform.metrics?.answered(told);
    tell(told);
    call.emit("error", statusOf(errorBody(platform, error, domainOf(path))));
  };

/** The part of the platform that a method's package belongs to, or would. */
const domainOf = (path: string): Domain =>
  (/\bplatform\.(iam|registry|vulnerabilities)\./.exec(path)?.[1] as Domain | undefined) ?? "iam";
