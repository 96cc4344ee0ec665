import type { FileRegistry } from "@bufbuild/protobuf";
import { type handleServerStreamingCall, type handleUnaryCall, type ServerWritableStream, status } from "@grpc/grpc-js";
import type { Origin } from "../net/caller-limit";
import { HEALTH } from "../protos";
import { encode } from "./encode";
import { readMessage } from "./messages";
import { originOf } from "./origin";

type Answer = Uint8Array;

/** The most watches of one address, and of all: they need no token and do not end, and each takes 14 kB. */
const MAX_OF_ADDRESS = 100;
const MAX_WATCHES = 5_000;

/** gRPC's health service: every service that is served is well until the server drains. */
export class Health {
  #isDraining = false;
  readonly #watching = new Map<ServerWritableStream<Buffer, Answer>, string>();

  constructor(
    private readonly registry: FileRegistry,
    private readonly isServed: (service: string) => boolean,
    /** The network of a request's client. */
    private readonly addressOf: (origin: Origin) => string,
  ) {}

  readonly check: handleUnaryCall<Buffer, Answer> = (call, callback) => {
    const service = this.serviceIn(call.request);
    if (service === undefined) callback({ code: status.INVALID_ARGUMENT, details: "the request cannot be read" });
    else if (!this.isServed(service)) callback({ code: status.NOT_FOUND, details: `there is no service ${service}` });
    else callback(null, this.answer(service));
  };

  readonly watch: handleServerStreamingCall<Buffer, Answer> = (call) => {
    const service = this.serviceIn(call.request) ?? "";
    const address = this.addressOf(originOf(call.getPeer(), call.metadata));
    const ofAddress = [...this.#watching.values()].filter((each) => each === address).length;
    if (ofAddress >= MAX_OF_ADDRESS || this.#watching.size >= MAX_WATCHES) {
      const [whose, most] =
        ofAddress >= MAX_OF_ADDRESS ? ["one address", MAX_OF_ADDRESS] : ["all clients", MAX_WATCHES];
      const details = `the service allows at most ${most} health watches of ${whose}; end one, or call Check`;
      call.emit("error", { code: status.RESOURCE_EXHAUSTED, details });
      return;
    }
    call.write(this.answer(service));
    this.#watching.set(call, address);
    call.once("cancelled", () => this.#watching.delete(call));
    call.once("close", () => this.#watching.delete(call));
  };

  /** Tells all who watch that nothing more is served, and ends their calls. */
  drain(): void {
    this.#isDraining = true;
    for (const call of this.#watching.keys()) {
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
