import type { Metadata, StatusObject } from "@grpc/grpc-js";
import type { PlatformError } from "../../api";
import type { Domain } from "../../model";
import { errorBody } from "../net/error-responses";
import { loggedText } from "../net/log";
import type { RequestInfo } from "../net/request-info";
import { REQUEST_ID, requestIdFrom } from "../net/request-info";
import type { Platform } from "../platform";
import { statusOf } from "./status";

/** Reports a call that is rejected before its method runs, and returns its status. */
export type Reject = (path: string, metadata: Metadata, error: PlatformError) => StatusObject;

export const rejecting =
  (platform: Platform, onRequest: (info: RequestInfo) => void): Reject =>
  (path, metadata, error) => {
    const requestId = requestIdFrom(metadata.get(REQUEST_ID)[0]);
    const request = { method: "gRPC", path: loggedText(path), status: error.http };
    platform.log({ event: "request", requestId, ...request, milliseconds: 0 });
    // Without the path as the route, because it may be arbitrary.
    const info = { ...request, query: new URLSearchParams(), route: "none", milliseconds: 0 };
    platform.metrics?.recordRequest(info);
    onRequest(info);
    return statusOf(errorBody(platform, error, domainOf(path)));
  };

/** Returns the part of the platform that a method's package belongs to. */
const domainOf = (path: string): Domain =>
  (/\bplatform\.(iam|registry|vulnerabilities)\./.exec(path)?.[1] as Domain | undefined) ?? "iam";
