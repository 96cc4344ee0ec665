/** The calls that import, upgrade and move the state of a managed resource, and generate configuration from it. */

import type { ValueResult } from "../provider";
import { identityType } from "../schema";
import { configByDefault } from "../schema-transforms";
import type { ValueRecord } from "../values/cty";
import { valueFromJson } from "../values/cty-json";
import { deferredToWire, diagnosticsToWire, rawStateFromWire } from "./convert";
import { failure, ManagedResourceCodec } from "./managed";
import type { Handlers, Session } from "./session";

type Calls =
  | "ImportResourceState"
  | "UpgradeResourceState"
  | "UpgradeResourceIdentity"
  | "MoveResourceState"
  | "GenerateResourceConfig";

/**
 * Returns the handlers that import, upgrade, move and generate resources. Longer than 80 lines because it lists the
 * handlers of several calls.
 */
export function stateHandlers(session: Session): Handlers<Calls> {
  return {
    async ImportResourceState(request, call) {
      const provider = await session.provider();
      const { typeName: requested, id } = request;
      const managed = ManagedResourceCodec.find(provider, requested);
      const { resource } = managed;
      if (!resource.importState) throw failure("Import not supported", `A ${requested} cannot be imported.`);
      const identity = managed.readIdentity(request.identity);
      const result = await resource.importState(
        identity ? { id: "", identity } : { id, identity: null },
        session.context(provider, call, request),
      );
      return {
        importedResources: result.resources.map((imported) => {
          const typeName = imported.typeName ?? requested;
          const target = ManagedResourceCodec.find(provider, typeName);
          return {
            typeName,
            state: target.write(imported.state),
            private: imported.private,
            identity:
              target.writeIdentity(imported.identity) ?? (typeName === requested ? request.identity : undefined),
          };
        }),
        diagnostics: diagnosticsToWire(result.diagnostics),
        deferred: deferredToWire(result.deferred),
      };
    },

    async UpgradeResourceState(request, call) {
      const provider = await session.provider();
      const managed = ManagedResourceCodec.find(provider, request.typeName);
      const { resource } = managed;
      const { version } = request;
      if (version === (resource.schema.version ?? 0)) return { upgradedState: managed.encodeStored(request.rawState) };
      if (!resource.upgradeState) throw unknownVersion(request);
      const state = rawStateFromWire(request.rawState);
      const result = await resource.upgradeState({ version, state }, session.context(provider, call));
      return { upgradedState: managed.write(result.state), diagnostics: diagnosticsToWire(result.diagnostics) };
    },

    async UpgradeResourceIdentity(request, call) {
      const provider = await session.provider();
      const managed = ManagedResourceCodec.find(provider, request.typeName);
      const { resource } = managed;
      const { version } = request;
      const identity = rawStateFromWire(request.rawIdentity);
      if (resource.identity && version === (resource.identity.version ?? 0)) {
        const same = valueFromJson(identityType(resource.identity), identity) as ValueRecord;
        return { upgradedIdentity: managed.writeIdentity(same) };
      }
      if (!resource.upgradeIdentity) throw unknownVersion(request);
      const result = await resource.upgradeIdentity({ version, identity }, session.context(provider, call));
      return {
        upgradedIdentity: managed.writeIdentity(result.identity),
        diagnostics: diagnosticsToWire(result.diagnostics),
      };
    },

    async MoveResourceState(request, call) {
      const provider = await session.provider();
      const managed = ManagedResourceCodec.find(provider, request.targetTypeName);
      const move = {
        sourceProvider: request.sourceProviderAddress,
        sourceType: request.sourceTypeName,
        sourceVersion: request.sourceSchemaVersion,
        sourceState: rawStateFromWire(request.sourceState),
        sourcePrivate: request.sourcePrivate,
        sourceIdentity: rawStateFromWire(request.sourceIdentity),
      };
      const result = await managed.resource.moveState?.(move, session.context(provider, call));
      if (!result)
        throw failure("Move not supported", `A ${move.sourceType} cannot be moved to a ${request.targetTypeName}.`);
      return {
        targetState: managed.write(result.state),
        targetPrivate: result.private,
        targetIdentity: managed.writeIdentity(result.identity),
        diagnostics: diagnosticsToWire(result.diagnostics),
      };
    },

    async GenerateResourceConfig(request, call) {
      const provider = await session.provider();
      const managed = ManagedResourceCodec.find(provider, request.typeName);
      const { resource } = managed;
      const state = managed.read(request.state) ?? {};
      const result: ValueResult<"config"> = resource.generateConfig
        ? await resource.generateConfig({ state }, session.context(provider, call))
        : { config: configByDefault(resource.schema, state) };
      return { config: managed.write(result.config), diagnostics: diagnosticsToWire(result.diagnostics) };
    },
  };
}

function unknownVersion(request: { readonly typeName: string; readonly version: number }) {
  return failure(
    "Unknown state version",
    `State version ${request.version} of ${request.typeName} is not supported by this version of the provider. It may have been ` +
      "written by a newer version; upgrade the provider.",
  );
}
