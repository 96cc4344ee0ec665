import { type DescFile, type DescMessage, type FileRegistry, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { type handleBidiStreamingCall, status } from "@grpc/grpc-js";
import type { JsonObject } from "../../model";
import type { CallerLimit } from "../net/caller-limit";
import { STALL_MS } from "../net/response-limit";
import { encode } from "./encode";
import { readMessage } from "./messages";
import { originOf } from "./origin";
import type { StreamLimit } from "./stream-limit";
import { endIfIdle } from "./unread-responses";

export interface ReflectionOptions {
  readonly streams: StreamLimit;
  readonly rateLimit?: CallerLimit | undefined;
  /** How long a stream may be idle or unread, in milliseconds; 30 seconds by default. */
  readonly idleMs?: number | undefined;
}

/**
 * Implements gRPC reflection for clients without .proto files: lists services, and returns the files that declare a
 * name.
 */
export function reflection(
  registry: FileRegistry,
  services: readonly string[],
  { input, output }: { readonly input: DescMessage; readonly output: DescMessage },
  { streams, rateLimit, idleMs = STALL_MS }: ReflectionOptions,
): handleBidiStreamingCall<Buffer, Uint8Array> {
  const symbols = symbolsOf(registry);
  const listed = once(() => encode(output, { listServicesResponse: { service: services.map((name) => ({ name })) } }));
  // Encoding a file with its imports takes a hundred times as long as the rest of the answer.
  const known = new Map<DescFile, Uint8Array>();
  const described = (file: DescFile): Uint8Array => {
    const bytes =
      known.get(file) ??
      encode(output, { fileDescriptorResponse: { fileDescriptorProto: withImports(file).map(encoded) } });
    known.set(file, bytes);
    return bytes;
  };

  function respondTo(request: JsonObject): Uint8Array {
    if (typeof request.listServices === "string") return listed();
    const [name, file] =
      typeof request.fileByFilename === "string"
        ? [request.fileByFilename, registry.getFile(request.fileByFilename)]
        : [String(request.fileContainingSymbol ?? ""), symbols.get(String(request.fileContainingSymbol))];
    if (file) return described(file);
    const errorMessage = `Not found: ${name}`;
    return encode(output, { errorResponse: { errorCode: status.NOT_FOUND, errorMessage } });
  }

  return (call) => {
    if (!streams.admits(call)) return;
    endIfIdle(call, idleMs);
    call.on("data", (bytes: Buffer) => {
      try {
        // A single call may send any number of requests.
        rateLimit?.address(originOf(call.getPeer(), call.metadata));
      } catch (error) {
        call.emit("error", { code: status.RESOURCE_EXHAUSTED, details: (error as Error).message });
        return;
      }
      try {
        const { value } = readMessage(input, bytes);
        // The encodings of a message's fields can be concatenated.
        const response = Buffer.concat([encode(output, { originalRequest: value }), respondTo(value)]);
        // Responses are far longer than requests, so a request is read once the client has read the last response.
        call.pause().write(response, () => call.resume());
      } catch {
        call.emit("error", { code: status.INVALID_ARGUMENT, details: "the request cannot be read" });
      }
    });
    call.on("end", () => call.end());
  };
}

function once<T>(find: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: find() };
    return known.value;
  };
}

/** Returns the declaring file of each message, enum, service and method, by full name. */
function symbolsOf(registry: FileRegistry): Map<string, DescFile> {
  const symbols = new Map<string, DescFile>();
  for (const type of registry) {
    symbols.set(type.typeName, type.file);
    if (type.kind === "service")
      for (const { name } of type.methods) symbols.set(`${type.typeName}.${name}`, type.file);
  }
  return symbols;
}

const withImports = (file: DescFile): DescFile[] => [
  ...new Set([file, ...file.dependencies.flatMap((each) => withImports(each))]),
];

const encoded = (file: DescFile): string =>
  Buffer.from(toBinary(FileDescriptorProtoSchema, file.proto)).toString("base64");
