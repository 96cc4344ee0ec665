import { type DescMessage, type DescService, type FileRegistry, fromBinary, toJson } from "@bufbuild/protobuf";
import { invalidArgument } from "../../api";
import type { JsonObject } from "../../model";

/** The maximum size of a message in bytes, the same as a body in REST. */
const MAX_MESSAGE = 1024 * 1024;

/** Returns a message type of the registry. Throws if there is none. */
export function messageOf(registry: FileRegistry, name: string): DescMessage {
  const type = registry.getMessage(name);
  if (!type) throw new Error(`there is no message ${name}`);
  return type;
}

/** Returns a service of the registry. Throws if there is none. */
export function serviceOf(registry: FileRegistry, name: string): DescService {
  const service = registry.getService(name);
  if (!service) throw new Error(`there is no service ${name}`);
  return service;
}

export interface Request {
  /** The message as JSON, without zero values and update_mask. */
  readonly value: JsonObject;
  /** The paths of update_mask verbatim, in either case. */
  readonly updateMask: readonly string[];
}

/** Parses a message. Throws INVALID_ARGUMENT for invalid bytes, and for values that JSON cannot represent. */
export function readMessage(type: DescMessage, bytes: Uint8Array): Request {
  if (bytes.length > MAX_MESSAGE) throw invalidArgument({ path: ["message"], problem: "must have at most 1 MiB" });
  try {
    const { updateMask, ...message } = fromBinary(type, bytes) as ReturnType<typeof fromBinary> & {
      readonly updateMask?: { readonly paths: readonly string[] };
    };
    // The JSON form of a mask does not allow lowerCamelCase paths, which clients send all the same.
    return { value: toJson(type, message) as JsonObject, updateMask: updateMask?.paths ?? [] };
  } catch {
    throw invalidArgument({ path: ["message"], problem: `must be a ${type.typeName}` });
  }
}
