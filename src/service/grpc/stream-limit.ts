import { type ServerDuplexStream, type ServerWritableStream, status } from "@grpc/grpc-js";
import type { Origin } from "../net/caller-limit";
import { originOf } from "./origin";
import { onceClosed } from "./unread-responses";

type Stream = ServerWritableStream<Buffer, Uint8Array> | ServerDuplexStream<Buffer, Uint8Array>;

/** The maximum numbers of open streams per address and in total: they need no token, and each takes about 14 kB. */
const LIMITS = { ofAddress: 100, total: 5_000 };

export interface StreamLimitOptions {
  /** What the streams are, in the plural, and the alternative: `health watches` and `call Check`. */
  readonly what: string;
  readonly instead: string;
  /** Returns the network of a request's client. */
  readonly addressOf: (origin: Origin) => string;
  readonly limits?: Readonly<typeof LIMITS>;
}

/** Limits the open streams of a method that needs no authentication, per address and in total. */
export class StreamLimit {
  readonly #ofAddress = new Map<string, number>();
  readonly #open = new Set<Stream>();

  constructor(private readonly options: StreamLimitOptions) {}

  get open(): Iterable<Stream> {
    return this.#open;
  }

  /** Counts a stream until it is closed. Ends it with RESOURCE_EXHAUSTED, and returns false, if there are too many. */
  admits(call: Stream): boolean {
    const { what, instead, addressOf, limits = LIMITS } = this.options;
    const address = addressOf(originOf(call.getPeer(), call.metadata));
    const ofAddress = this.#ofAddress.get(address) ?? 0;
    if (ofAddress >= limits.ofAddress || this.#open.size >= limits.total) {
      const [whose, most] =
        ofAddress >= limits.ofAddress ? ["this address", limits.ofAddress] : ["all clients", limits.total];
      const details = `too many ${what} for ${whose} (maximum ${most}); close one, or ${instead}`;
      call.emit("error", { code: status.RESOURCE_EXHAUSTED, details });
      return false;
    }
    this.#ofAddress.set(address, ofAddress + 1);
    this.#open.add(call);
    onceClosed(call, () => {
      this.#open.delete(call);
      const left = (this.#ofAddress.get(address) ?? 0) - 1;
      if (left > 0) this.#ofAddress.set(address, left);
      else this.#ofAddress.delete(address);
    });
    return true;
  }
}
