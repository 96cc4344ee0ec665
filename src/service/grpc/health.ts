import type { FileRegistry } from "@bufbuild/protobuf";
import { type handleServerStreamingCall, type handleUnaryCall, type ServerWritableStream, status } from "@grpc/grpc-js";
import { encode } from "./encode";
import { readMessage } from "./messages";
import { HEALTH } from "./proto";

type Answer = Uint8Array;

/** gRPC's health service: every service that is served is well until the server drains. */
export class Health {
  #isDraining = false;
  readonly #watching = new Set<ServerWritableStream<Buffer, Answer>>();

  constructor(
    private readonly registry: FileRegistry,
    private readonly isServed: (service: string) => boolean,
  ) {}

  readonly check: handleUnaryCall<Buffer, Answer> = (call, callback) => {
    const service = this.serviceIn(call.request);
    if (service === undefined) callback({ code: status.INVALID_ARGUMENT, details: "the request cannot be read" });
    else if (!this.isServed(service)) callback({ code: status.NOT_FOUND, details: `there is no service ${service}` });
    else callback(null, this.answer(service));
  };

  readonly watch: handleServerStreamingCall<Buffer, Answer> = (call) => {
    const service = this.serviceIn(call.request) ?? "";
    call.write(this.answer(service));
    this.#watching.add(call);
    call.once("cancelled", () => this.#watching.delete(call));
    call.once("close", () => this.#watching.delete(call));
  };

  /** Tells all who watch that nothing more is served, and ends their calls. */
  drain(): void {
    this.#isDraining = true;
    for (const call of this.#watching) {
      call.write(this.answer(""));
      call.end();
    }
  }

  private serviceIn(bytes: Uint8Array): string | undefined {
    try {
      return (readMessage(this.registry.getMessage(`${HEALTH}CheckRequest`)!, bytes).value.service ?? "") as string;
    } catch {
      return undefined;
    }
  }

  private answer(service: string): Answer {
    const serving = this.#isDraining ? "NOT_SERVING" : "SERVING";
    const value = { status: this.isServed(service) ? serving : "SERVICE_UNKNOWN" };
    return encode(this.registry.getMessage(`${HEALTH}CheckResponse`)!, value);
  }
}
