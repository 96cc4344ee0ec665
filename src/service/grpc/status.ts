import { Metadata, type StatusObject } from "@grpc/grpc-js";
import type { ErrorBody } from "../../api";
import { googleRpcFiles, registryOf, STATUS } from "../protos";
import { encode } from "./encode";
import { messageOf } from "./messages";

/** The metadata key of an error's details. */
const DETAILS = "grpc-status-details-bin";

/** The maximum size of an error's details in bytes: clients reject longer trailers. */
const MAX_DETAILS = 4096;
const MAX_TEXT = 1024;

const registry = registryOf(googleRpcFiles);
const statusType = messageOf(registry, STATUS);

/** Converts an error to a gRPC status. Truncates what is too long for trailers, but keeps the code and ErrorInfo. */
export function statusOf(body: ErrorBody): StatusObject {
  const message = cut(body.message);
  const whole = { ...body, message };
  const bytes = encode(statusType, whole, registry);
  const details =
    bytes.length <= MAX_DETAILS ? bytes : encode(statusType, { ...whole, details: body.details.slice(0, 1) }, registry);
  const metadata = new Metadata();
  metadata.set(DETAILS, Buffer.from(details));
  return { code: body.code, details: message, metadata };
}

function cut(text: string): string {
  const bytes = Buffer.from(text);
  return bytes.length <= MAX_TEXT ? text : `${bytes.subarray(0, MAX_TEXT).toString()}…`;
}
