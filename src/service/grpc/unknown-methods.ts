import type { handleBidiStreamingCall, Server } from "@grpc/grpc-js";
import { PlatformError } from "../../api";
import type { Reject } from "./rejection";

type Handler = handleBidiStreamingCall<Buffer, Uint8Array>;

/** Responds to unknown methods with error details, like to all other errors. */
export function rejectUnknownMethods(server: Server, refuse: Reject): void {
  const known = Reflect.get(server, "handlers") as Map<string, unknown>;
  const unknown = { func: rejection(refuse), serialize: Buffer.from, deserialize: Buffer.from, type: "bidi" };
  // The library has no hook for unknown methods: it looks them up in this map, and rejects missing ones without
  // details.
  const find = known.get.bind(known);
  known.get = (path) => find(path) ?? { ...unknown, path };
}

const rejection =
  (refuse: Reject): Handler =>
  (call) => {
    const path = call.getPath();
    const error = new PlatformError("UNIMPLEMENTED", `Unimplemented: there is no method ${path}`);
    call.emit("error", refuse(path, call.metadata, error));
  };
