/** The calls that validate, plan, apply and read managed resources. */

import { toDiagnostics } from "../diagnostics";
import type { PlanResult } from "../provider";
import { planByDefault } from "../schema-transforms";
import type { ValueRecord } from "../values/cty";
import { deferredToWire, diagnosticsToWire, isNull, pathToWire } from "./convert";
import { ManagedResourceCodec } from "./managed";
import type { Handlers, Session } from "./session";

type Calls = "ValidateResourceConfig" | "PlanResourceChange" | "ApplyResourceChange" | "ReadResource";

/**
 * Returns the handlers that validate, plan, apply and read managed resources. Longer than 80 lines because it lists the
 * handlers of several calls.
 */
export function resourceHandlers(session: Session): Handlers<Calls> {
  return {
    async ValidateResourceConfig(request, call) {
      const provider = await session.provider();
      const managed = ManagedResourceCodec.find(provider, request.typeName);
      const config = managed.readConfig(request.config);
      const diagnostics = await managed.resource.validate?.(config, session.context(provider, call, request));
      return { diagnostics: diagnosticsToWire(diagnostics) };
    },

    async PlanResourceChange(request, call) {
      const provider = await session.provider();
      const managed = ManagedResourceCodec.find(provider, request.typeName);
      const { resource } = managed;
      const { priorPrivate } = request;
      // A deletion needs no plan from the provider.
      if (isNull(request.proposedNewState)) return { plannedState: managed.write(null), plannedPrivate: priorPrivate };
      const prior = managed.read(request.priorState);
      let proposed: ValueRecord | undefined;
      const planRequest = {
        prior,
        // Decoded lazily: a provider may need only the state and the configuration.
        get proposed() {
          proposed ??= managed.read(request.proposedNewState) ?? {};
          return proposed;
        },
        config: managed.readConfig(request.config),
        priorPrivate,
        priorIdentity: managed.readIdentity(request.priorIdentity),
      };
      const result: PlanResult = resource.plan
        ? await resource.plan(planRequest, session.context(provider, call, request))
        : { planned: planByDefault(resource.schema, planRequest) };
      return {
        plannedState: managed.writeUnlessUnchanged(result.planned, prior, request.priorState),
        requiresReplace: result.requiresReplace?.map(pathToWire),
        plannedPrivate: result.private ?? priorPrivate,
        plannedIdentity: managed.writeIdentity(result.identity) ?? request.priorIdentity,
        diagnostics: diagnosticsToWire(result.diagnostics),
        deferred: deferredToWire(result.deferred),
      };
    },

    async ApplyResourceChange(request, call) {
      const provider = await session.provider();
      const managed = ManagedResourceCodec.find(provider, request.typeName);
      const { resource } = managed;
      const context = session.context(provider, call, request);
      const prior = managed.read(request.priorState);
      const planned = managed.read(request.plannedState);
      const { plannedPrivate } = request;
      const plannedIdentity = managed.readIdentity(request.plannedIdentity);
      try {
        if (!planned) {
          const deletion = prior && { prior, private: plannedPrivate, identity: plannedIdentity };
          const diagnostics = deletion && (await resource.delete(deletion, context));
          return { newState: managed.write(null), diagnostics: diagnosticsToWire(diagnostics ?? []) };
        }
        const change = { planned, config: managed.readConfig(request.config), plannedPrivate, plannedIdentity };
        const result = await (prior
          ? resource.update({ ...change, prior }, context)
          : resource.create(change, context));
        return {
          newState: managed.write(result.state),
          private: result.private ?? plannedPrivate,
          newIdentity: managed.writeIdentity(result.identity) ?? request.plannedIdentity,
          diagnostics: diagnosticsToWire(result.diagnostics),
        };
      } catch (error) {
        // Terraform treats a missing state as deleted, so return the prior state.
        return {
          newState: managed.write(prior),
          private: plannedPrivate,
          newIdentity: prior ? request.plannedIdentity : undefined,
          diagnostics: diagnosticsToWire(toDiagnostics(error)),
        };
      }
    },

    async ReadResource(request, call) {
      const provider = await session.provider();
      const managed = ManagedResourceCodec.find(provider, request.typeName);
      const state = managed.read(request.currentState);
      const identity = managed.readIdentity(request.currentIdentity);
      const context = session.context(provider, call, request);
      const result = state && (await managed.resource.read({ state, private: request.private, identity }, context));
      if (!result?.state) return { newState: managed.write(null), diagnostics: diagnosticsToWire(result?.diagnostics) };
      return {
        newState: managed.writeUnlessUnchanged(result.state, state, request.currentState),
        private: result.private ?? request.private,
        newIdentity: managed.writeIdentity(result.identity) ?? request.currentIdentity,
        diagnostics: diagnosticsToWire(result.diagnostics),
        deferred: deferredToWire(result.deferred),
      };
    },
  };
}
