import type { handleBidiStreamingCall, Server } from "@grpc/grpc-js";
import { PlatformError } from "../../api";
import type { Refuse } from "./refusal";

type Handler = handleBidiStreamingCall<Buffer, Uint8Array>;

/** Answers the methods that a server does not have, whatever they are called: with details, as all that fails. */
export function answerUnknown(server: Server, refuse: Refuse): void {
  const known = Reflect.get(server, "handlers") as Map<string, unknown>;
  const unknown = { func: refusal(refuse), serialize: Buffer.from, deserialize: Buffer.from, type: "bidi" };
  // The library has no hook for them: it looks in this map, and refuses without details what it does not find.
  const find = known.get.bind(known);
  known.get = (path) => find(path) ?? { ...unknown, path };
}

const refusal =
  (refuse: Refuse): Handler =>
  (call) => {
    const path = call.getPath();
    const error = new PlatformError("UNIMPLEMENTED", `Unimplemented: there is no method ${path}`);
    call.emit("error", refuse(path, call.metadata, error));
  };
