import type { FileRegistry } from "@bufbuild/protobuf";
import { type handleServerStreamingCall, type handleUnaryCall, type ServerWritableStream, status } from "@grpc/grpc-js";
import type { Origin } from "../net/caller-limit";
import { HEALTH } from "../protos";
import { encode } from "./encode";
import { readMessage } from "./messages";
import { originOf } from "./origin";

type Answer = Uint8Array;

/** The maximum numbers of watches per address and in total: they need no token and do not end, and each takes 14 kB. */
const WATCHES = { ofAddress: 100, total: 5_000 };

/** gRPC's health service: every service is healthy until the server drains. */
export class Health {
  #isDraining = false;
  readonly #watching = new Map<ServerWritableStream<Buffer, Answer>, string>();

  constructor(
    private readonly registry: FileRegistry,
    private readonly isServed: (service: string) => boolean,
    /** Returns the network of a request's client. */
    private readonly addressOf: (origin: Origin) => string,
    private readonly limits: Readonly<typeof WATCHES> = WATCHES,
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
    const { limits } = this;
    if (ofAddress >= limits.ofAddress || this.#watching.size >= limits.total) {
      const [whose, most] =
        ofAddress >= limits.ofAddress ? ["one address", limits.ofAddress] : ["all clients", limits.total];
      const details = `the service allows at most ${most} health watches of ${whose}; end one, or call Check`;
      call.emit("error", { code: status.RESOURCE_EXHAUSTED, details });
      return;
    }
    call.write(this.answer(service));
    this.#watching.set(call, address);
    call.once("cancelled", () => this.#watching.delete(call));
    call.once("close", () => this.#watching.delete(call));
  };

  /** Reports to all watches that nothing is served any more, and ends their calls. */
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
