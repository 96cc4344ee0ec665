import { type DescFile, type DescMessage, type FileRegistry, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { type handleBidiStreamingCall, status } from "@grpc/grpc-js";
import type { JsonObject } from "../../model";
import type { CallerLimit } from "../net/caller-limit";
import { encode } from "./encode";
import { readMessage } from "./messages";
import { originOf } from "./origin";

/**
 * Implements gRPC reflection for clients without .proto files: lists services, and returns the files that declare a
 * name.
 */
export function reflection(
  registry: FileRegistry,
  services: readonly string[],
  { input, output }: { readonly input: DescMessage; readonly output: DescMessage },
  rateLimit?: CallerLimit,
): handleBidiStreamingCall<Buffer, Uint8Array> {
  const symbols = symbolsOf(registry);

  function answerTo(request: JsonObject): JsonObject {
    if (typeof request.listServices === "string")
      return { listServicesResponse: { service: services.map((name) => ({ name })) } };
    const [asked, file] =
      typeof request.fileByFilename === "string"
        ? [request.fileByFilename, registry.getFile(request.fileByFilename)]
        : [String(request.fileContainingSymbol ?? ""), symbols.get(String(request.fileContainingSymbol))];
    if (!file)
      return {
        errorResponse: { errorCode: status.NOT_FOUND, errorMessage: `there is nothing that is called ${asked}` },
      };
    return { fileDescriptorResponse: { fileDescriptorProto: withImports(file).map(encoded) } };
  }

  return (call) => {
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
        const answer = encode(output, { originalRequest: value, ...answerTo(value) });
        // Responses are far longer than requests, so requests are not read while the client does not read responses.
        if (!call.write(answer)) call.pause().once("drain", () => call.resume());
      } catch {
        call.emit("error", { code: status.INVALID_ARGUMENT, details: "the request cannot be read" });
      }
    });
    call.on("end", () => call.end());
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
