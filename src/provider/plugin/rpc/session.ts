/** What the calls of one process share: the provider once it is loaded, and the wish to stop. */

import { createLogger, type Logger } from "../log";
import type { Message, MessageInit } from "../protocol/messages";
import type { ProviderCall, RequestOf, ResponseOf } from "../protocol/services";
import type { Context, Provider } from "../provider";
import { blockType } from "../schema";
import type { Call } from "../transport/grpc";
import { recordFromWire } from "./convert";

/** Answers a call: with one response, or with a stream of them where the protocol has one. */
export type Handler<Name extends ProviderCall> = (
  request: Message<RequestOf<Name>>,
  call: Call,
) => Reply<Name> | Promise<Reply<Name>> | AsyncIterable<Reply<Name>>;

/** A response, or its bytes. */
export type Reply<Name extends ProviderCall> = MessageInit<ResponseOf<Name>> | Uint8Array;

export type Handlers<Name extends ProviderCall = ProviderCall> = { readonly [Key in Name]: Handler<Key> };

/** What the calls of one process share: the provider, its log, and whether it was told to stop. */
export class Session {
  readonly log: Logger = createLogger();
  private stopping = new AbortController();
  private wasStopped = false;
  private running = 0;
  private loading: Promise<Provider> | undefined;

  constructor(private readonly load: () => Provider | Promise<Provider>) {}

  /** The provider, loaded when first asked for. */
  provider(): Promise<Provider> {
    this.loading ??= Promise.resolve().then(this.load);
    return this.loading;
  }

  /** What a handler may know, from whatever its request says of it. */
  context(provider: Provider, call: Call, request: { readonly [key: string]: unknown } = {}): Context {
    const { clientCapabilities, providerMeta } = request as Partial<Message<"ReadResource.Request">>;
    const stopping = this.stopping.signal;
    let signal: AbortSignal | undefined;
    return {
      // Joined when asked for: most calls never wait for anything.
      get signal() {
        signal ??= AbortSignal.any([call.signal, stopping]);
        return signal;
      },
      log: this.log,
      capabilities: {
        deferralAllowed: clientCapabilities?.deferralAllowed ?? false,
        writeOnlyAttributesAllowed: clientCapabilities?.writeOnlyAttributesAllowed ?? false,
      },
      providerMeta: provider.metaSchema ? recordFromWire(blockType(provider.metaSchema), providerMeta) : null,
    };
  }

  /** Interrupts what runs; calls that come later (a plugin may outlive its caller) start afresh. */
  async stop(): Promise<void> {
    this.wasStopped = true;
    this.stopping.abort();
    this.stopping = new AbortController();
    await (await this.provider()).stop?.();
  }

  /** Runs a call, so that it is known whether the engine waited for its answer. */
  async during<T>({ signal }: Call, work: () => Promise<T>): Promise<T> {
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
      if (signal.aborted) this.wasStopped = true;
    }
  }

  /** Tells the provider that the run has ended in order, if it did: an engine that exits at once waits for no answer. */
  async end(): Promise<void> {
    if (!this.wasStopped && this.running === 0) await (await this.loading)?.end?.();
  }
}
