import {
  create,
  type DescField,
  type DescMessage,
  fromBinary,
  type Registry,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { invalidArgument } from "../../api";
import type { JsonObject } from "../operations";
import { encode } from "./encode";

/** Between protobuf messages and the JSON that operations take and give. */

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

/** Writes a message. Values that mean that nothing is there (null, an empty object or text, an optional zero) leave it out. */
export function writeMessage(type: DescMessage, value: JsonObject, registry?: Registry): Uint8Array {
  return encode(type, present(type, value), registry);
}

function present(type: DescMessage, value: JsonObject): JsonObject {
  if (type.typeName.startsWith("google.protobuf.")) return value;
  const entries = type.fields.flatMap((field) => {
    const own = presentValue(field, value[field.jsonName]);
    const isAbsent =
      own === undefined ||
      own === null ||
      own === "" ||
      (own === 0 && field.proto.proto3Optional) ||
      (isEmpty(field, own) && !field.oneof);
    return isAbsent ? [] : [[field.jsonName, own] as const];
  });
  return Object.fromEntries(entries);
}

function presentValue(field: DescField, value: unknown): unknown {
  const { message } = field;
  if (!message || typeof value !== "object" || value === null) return value;
  if (field.fieldKind === "list") return (value as readonly JsonObject[]).map((each) => present(message, each));
  if (field.fieldKind === "map")
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, present(message, each as JsonObject)]));
  return present(message, value as JsonObject);
}

const isEmpty = (field: DescField, value: unknown): boolean =>
  field.fieldKind === "message" && typeof value === "object" && Object.keys(value as object).length === 0;

/** The message without any fields, in bytes. */
export const emptyMessage = (type: DescMessage): Uint8Array => toBinary(type, create(type));
