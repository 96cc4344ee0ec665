/** The calls of actions. */

import { toDiagnostics } from "../diagnostics";
import { diagnosticsToWire } from "./convert";
import { findDefinition } from "./managed";
import { configOf } from "./read";
import type { Handlers, Reply, Session } from "./session";

type Calls = "ValidateActionConfig" | "PlanAction" | "InvokeAction";

export function actionHandlers(session: Session): Handlers<Calls> {
  return {
    async ValidateActionConfig(request, call) {
      const provider = await session.provider();
      const action = findDefinition(provider.actions, request.typeName, "action");
      const diagnostics = await action.validate?.(configOf(action, request), session.context(provider, call));
      return { diagnostics: diagnosticsToWire(diagnostics) };
    },

    async PlanAction(request, call) {
      const provider = await session.provider();
      const action = findDefinition(provider.actions, request.actionType, "action");
      const context = session.context(provider, call, request);
      const diagnostics = await action.plan?.({ config: configOf(action, request) }, context);
      return { diagnostics: diagnosticsToWire(diagnostics ?? []) };
    },

    async *InvokeAction(request, call): AsyncIterable<Reply<"InvokeAction">> {
      try {
        const provider = await session.provider();
        const action = findDefinition(provider.actions, request.actionType, "action");
        const context = session.context(provider, call, request);
        for await (const message of action.invoke({ config: configOf(action, request) }, context))
          yield { progress: { message } };
        yield { completed: { diagnostics: [] } };
      } catch (error) {
        yield { completed: { diagnostics: diagnosticsToWire(toDiagnostics(error)) } };
      }
    },
  };
}
