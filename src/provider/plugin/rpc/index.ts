/** Dispatches every call of the protocol to the provider. */

import { toDiagnostics } from "../diagnostics";
import type { MessageName } from "../protocol/messages";
import { codec, type ProviderCall, providerCalls } from "../protocol/services";
import type { Provider } from "../provider";
import { goPluginMethods } from "../transport/go-plugin";
import type { Methods, StreamMethod, UnaryMethod } from "../transport/grpc";
import { onlyRequest } from "../transport/grpc-messages";
import { actionHandlers } from "./action";
import { diagnosticsToWire } from "./convert";
import { providerHandlers } from "./provider";
import { readHandlers } from "./read";
import { resourceHandlers } from "./resource";
import { type Handler, type Handlers, Session } from "./session";
import { stateHandlers } from "./state";

export interface PluginOptions {
  readonly load: () => Provider | Promise<Provider>;
  readonly schemaBytes?: () => Uint8Array;
  /** Ends the process. */
  readonly shutdown: () => void;
  /**
   * Reports whether the user interrupted the run: an engine may shut the plugin down without announcing an interrupt.
   */
  readonly isInterrupted?: () => boolean;
}

/** Returns all methods of a plugin. The provider is loaded by the first call that needs it. */
export function pluginMethods({ load, schemaBytes, shutdown, isInterrupted }: PluginOptions): Methods {
  const session = new Session(load);
  const handlers: Handlers<ProviderCall> = {
    ...providerHandlers(session, schemaBytes),
    ...resourceHandlers(session),
    ...stateHandlers(session),
    ...readHandlers(session),
    ...actionHandlers(session),
  };
  const end = async () => {
    if (!isInterrupted?.()) await session.end();
  };
  const calls = Object.keys(handlers) as (keyof typeof handlers)[];
  return new Map([
    ...calls.map(
      (name) => [`/tfplugin6.Provider/${name}`, methodOf(name, handlers[name] as Handler<never>, session)] as const,
    ),
    ...goPluginMethods(() => void end().finally(shutdown)),
  ]);
}

function methodOf(name: ProviderCall, handler: Handler<never>, session: Session): UnaryMethod | StreamMethod {
  const [requestName, responseName, streams] = providerCalls[name] as readonly [MessageName, MessageName, string?];
  const encode = (reply: object) => (reply instanceof Uint8Array ? reply : codec.encode(responseName, reply));
  const errorResponse = (error: unknown) => encode({ diagnostics: diagnosticsToWire(toDiagnostics(error)) });
  if (streams === undefined)
    return {
      async unary(bytes, call) {
        const request = codec.decode(requestName, bytes);
        try {
          return encode(await session.track(call, async () => handler(request as never, call) as Awaitable<object>));
        } catch (error) {
          return errorResponse(error);
        }
      },
    };
  return {
    async *stream(requests, call) {
      const request = codec.decode(requestName, await onlyRequest(requests));
      try {
        const reply = handler(request as never, call);
        if (Symbol.asyncIterator in reply) for await (const event of reply) yield encode(event);
        else yield encode(await reply);
      } catch (error) {
        yield errorResponse(error);
      }
    },
  };
}

type Awaitable<T> = T | Promise<T>;
