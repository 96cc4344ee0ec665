import { type DescMessage, fromBinary, toJson } from "@bufbuild/protobuf";
import { invalidArgument } from "../../api";
import type { JsonObject } from "../../model";

/** The most that a message may have, in bytes: as much as a body in REST. */
const MAX_MESSAGE = 1024 * 1024;

export interface Request {
  /** The message as JSON; what has its zero value is absent, and so is update_mask. */
  readonly value: JsonObject;
  /** The paths of update_mask as they were sent, in either case. */
  readonly updateMask: readonly string[];
}

/** Reads a message. Throws INVALID_ARGUMENT for bytes that are none, and for values that JSON cannot say. */
export function readMessage(type: DescMessage, bytes: Uint8Array): Request {
  if (bytes.length > MAX_MESSAGE) throw invalidArgument({ path: ["message"], problem: "must have at most 1 MiB" });
  try {
    const { updateMask, ...message } = fromBinary(type, bytes) as ReturnType<typeof fromBinary> & {
      readonly updateMask?: { readonly paths: readonly string[] };
    };
    // Paths in lowerCamelCase are not what JSON takes for those of a mask, and clients send them all the same.
    return { value: toJson(type, message) as JsonObject, updateMask: updateMask?.paths ?? [] };
  } catch {
    throw invalidArgument({ path: ["message"], problem: `must be a ${type.typeName}` });
  }
}
