import type { FileRegistry } from "@bufbuild/protobuf";
import { type handleServerStreamingCall, type handleUnaryCall, status } from "@grpc/grpc-js";
import { STALL_MS } from "../net/response-limit";
import { HEALTH } from "../protos";
import { encode } from "./encode";
import { messageOf, readMessage } from "./messages";
import type { StreamLimit } from "./stream-limit";
import { endIfUnread } from "./unread-responses";

type Response = Uint8Array;

/** gRPC's health service: every service is healthy until the server drains. */
export class Health {
  #isDraining = false;

  constructor(
    private readonly registry: FileRegistry,
    private readonly isServed: (service: string) => boolean,
    private readonly watches: StreamLimit,
  ) {}

  readonly check: handleUnaryCall<Buffer, Response> = (call, callback) => {
    const service = this.serviceIn(call.request);
    if (service === undefined) callback({ code: status.INVALID_ARGUMENT, details: "the request cannot be read" });
    else if (!this.isServed(service)) callback({ code: status.NOT_FOUND, details: `there is no service ${service}` });
    else {
      const response = this.responseFor(service);
      endIfUnread(call, response.length, STALL_MS);
      callback(null, response);
    }
  };

  readonly watch: handleServerStreamingCall<Buffer, Response> = (call) => {
    if (this.watches.admits(call)) call.write(this.responseFor(this.serviceIn(call.request) ?? ""));
  };

  /** Reports to all watches that nothing is served any more, and ends their calls. */
  drain(): void {
    this.#isDraining = true;
    for (const call of this.watches.open) {
      call.write(this.responseFor(""));
      call.end();
    }
  }

  private serviceIn(bytes: Uint8Array): string | undefined {
    try {
      return String(readMessage(messageOf(this.registry, `${HEALTH}CheckRequest`), bytes).value.service ?? "");
    } catch {
      return undefined;
    }
  }

  private responseFor(service: string): Response {
    const serving = this.#isDraining ? "NOT_SERVING" : "SERVING";
    const value = { status: this.isServed(service) ? serving : "SERVICE_UNKNOWN" };
    return encode(messageOf(this.registry, `${HEALTH}CheckResponse`), value);
  }
}
