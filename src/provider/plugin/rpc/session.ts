/** State shared by the calls of one process: the loaded provider and the stop signal. */

import { createLogger, type Logger } from "../log";
import type { Message, MessageInit } from "../protocol/messages";
import type { ProviderCall, RequestOf, ResponseOf } from "../protocol/services";
import type { Context, Provider } from "../provider";
import { blockType } from "../schema";
import type { Call } from "../transport/grpc";
import { recordFromWire } from "./convert";

/** Handles a call; returns one response, or a stream of them for streaming methods. */
export type Handler<Name extends ProviderCall> = (
  request: Message<RequestOf<Name>>,
  call: Call,
) => Reply<Name> | Promise<Reply<Name>> | AsyncIterable<Reply<Name>>;

/** A response, or its encoded bytes. */
export type Reply<Name extends ProviderCall> = MessageInit<ResponseOf<Name>> | Uint8Array;

export type Handlers<Name extends ProviderCall = ProviderCall> = { readonly [Key in Name]: Handler<Key> };

/** State shared by the calls of one process: the provider, its logger, and whether it was stopped. */
export class Session {
  readonly log: Logger = createLogger();
  private stopping = new AbortController();
  private wasStopped = false;
  private running = 0;
  private loading: Promise<Provider> | undefined;

  constructor(private readonly load: () => Provider | Promise<Provider>) {}

  /** Returns the provider, loading it on first use. */
  provider(): Promise<Provider> {
    this.loading ??= Promise.resolve().then(this.load);
    return this.loading;
  }

  /** Builds the context of a call from its request. */
  context(provider: Provider, call: Call, request: { readonly [key: string]: unknown } = {}): Context {
    const { clientCapabilities, providerMeta } = request as Partial<Message<"ReadResource.Request">>;
    const stopping = this.stopping.signal;
    let signal: AbortSignal | undefined;
    return {
      // Created lazily: most calls never wait for anything.
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

  /** Aborts running calls. Later calls get a new signal, because a plugin may outlive the engine that stopped it. */
  async stop(): Promise<void> {
    this.wasStopped = true;
    this.stopping.abort();
    this.stopping = new AbortController();
    await (await this.provider()).stop?.();
  }

  /** Runs a call and records whether the engine waited for its response. */
  async track<T>({ signal }: Call, work: () => Promise<T>): Promise<T> {
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
      if (signal.aborted) this.wasStopped = true;
    }
  }

  /**
   * Ends the provider if the run ended normally. An engine that is exiting early does not wait for pending responses.
   */
  async end(): Promise<void> {
    if (!this.wasStopped && this.running === 0) await (await this.loading)?.end?.();
  }
}
