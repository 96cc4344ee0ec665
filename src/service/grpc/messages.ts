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
  const { isOfLibrary, members } = planOf(type);
  if (isOfLibrary) return value;
  const answer: Record<string, unknown> = {};
  for (const { name, field, isOptional } of members) {
    const given = value[name];
    if (given === undefined || given === null || given === "" || (given === 0 && isOptional)) continue;
    const own = presentValue(field, given);
    if (field.oneof || !isEmpty(field, own)) answer[name] = own;
  }
  return answer;
}

interface Plan {
  readonly isOfLibrary: boolean;
  readonly members: readonly { readonly name: string; readonly field: DescField; readonly isOptional: boolean }[];
}

/** What is asked of a type for each of its messages: descriptors are slow to tell. */
const plans = new WeakMap<DescMessage, Plan>();

function planOf(type: DescMessage): Plan {
  const known = plans.get(type);
  if (known) return known;
  const plan = {
    isOfLibrary: type.typeName.startsWith("google.protobuf."),
    members: type.fields.map((field) => ({ name: field.jsonName, field, isOptional: field.proto.proto3Optional })),
  };
  plans.set(type, plan);
  return plan;
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
