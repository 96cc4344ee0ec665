/** The calls of data sources, ephemeral resources, list resources and functions. */

import { toDiagnostics } from "../diagnostics";
import type { Message } from "../protocol/messages";
import { FunctionError, type RenewResult } from "../provider";
import { type Block, blockType } from "../schema";
import type { ValueRecord } from "../values/cty";
import { deferredToWire, diagnosticsToWire, fromWire, recordFromWire, toWire } from "./convert";
import { findDefinition, ManagedResourceCodec } from "./managed";
import type { Handlers, Reply, Session } from "./session";

type Calls =
  | "ValidateDataResourceConfig"
  | "ReadDataSource"
  | "ValidateEphemeralResourceConfig"
  | "OpenEphemeralResource"
  | "RenewEphemeralResource"
  | "CloseEphemeralResource"
  | "ValidateListResourceConfig"
  | "ListResource"
  | "CallFunction";

/**
 * Returns the handlers for data sources, ephemeral resources, list resources and functions. Longer than 80 lines
 * because it lists the handlers of several calls.
 */
export function readHandlers(session: Session): Handlers<Calls> {
  return {
    async ValidateDataResourceConfig(request, call) {
      const provider = await session.provider();
      const source = findDefinition(provider.dataSources, request.typeName, "data source");
      const diagnostics = await source.validate?.(configOf(source, request), session.context(provider, call));
      return { diagnostics: diagnosticsToWire(diagnostics) };
    },

    async ReadDataSource(request, call) {
      const provider = await session.provider();
      const source = findDefinition(provider.dataSources, request.typeName, "data source");
      const context = session.context(provider, call, request);
      const result = await source.read({ config: configOf(source, request) }, context);
      return {
        state: toWire(blockType(source.schema), result.state),
        diagnostics: diagnosticsToWire(result.diagnostics),
        deferred: deferredToWire(result.deferred),
      };
    },

    async ValidateEphemeralResourceConfig(request, call) {
      const provider = await session.provider();
      const resource = findDefinition(provider.ephemeralResources, request.typeName, "ephemeral resource");
      const diagnostics = await resource.validate?.(configOf(resource, request), session.context(provider, call));
      return { diagnostics: diagnosticsToWire(diagnostics) };
    },

    async OpenEphemeralResource(request, call) {
      const provider = await session.provider();
      const resource = findDefinition(provider.ephemeralResources, request.typeName, "ephemeral resource");
      const context = session.context(provider, call, request);
      const opened = await resource.open({ config: configOf(resource, request) }, context);
      return {
        ...leaseToWire(opened),
        result: toWire(blockType(resource.schema), opened.result),
        deferred: deferredToWire(opened.deferred),
      };
    },

    async RenewEphemeralResource(request, call) {
      const provider = await session.provider();
      const resource = findDefinition(provider.ephemeralResources, request.typeName, "ephemeral resource");
      const privateState = request.private ?? Buffer.alloc(0);
      const renewed = await resource.renew?.({ private: privateState }, session.context(provider, call));
      return leaseToWire({ ...renewed, private: renewed?.private ?? privateState });
    },

    async CloseEphemeralResource(request, call) {
      const provider = await session.provider();
      const resource = findDefinition(provider.ephemeralResources, request.typeName, "ephemeral resource");
      const privateState = request.private ?? Buffer.alloc(0);
      const diagnostics = await resource.close?.({ private: privateState }, session.context(provider, call));
      return { diagnostics: diagnosticsToWire(diagnostics ?? []) };
    },

    async ValidateListResourceConfig(request, call) {
      const provider = await session.provider();
      const resource = findDefinition(provider.listResources, request.typeName, "list resource");
      const diagnostics = await resource.validate?.(configOf(resource, request), session.context(provider, call));
      return { diagnostics: diagnosticsToWire(diagnostics) };
    },

    async *ListResource(request, call): AsyncIterable<Reply<"ListResource">> {
      const { typeName, limit, includeResourceObject: includeResource } = request;
      let count = 0;
      try {
        const provider = await session.provider();
        const resource = findDefinition(provider.listResources, typeName, "list resource");
        const managed = ManagedResourceCodec.find(provider, typeName);
        const listRequest = { config: configOf(resource, request), limit, includeResource };
        for await (const item of resource.list(listRequest, session.context(provider, call))) {
          yield {
            identity: managed.writeIdentity(item.identity),
            displayName: item.displayName,
            resourceObject: includeResource && item.resource ? managed.write(item.resource) : undefined,
            diagnostic: diagnosticsToWire(item.diagnostics),
          };
          if (++count === limit) return;
        }
      } catch (error) {
        yield { diagnostic: diagnosticsToWire(toDiagnostics(error)) };
      }
    },

    async CallFunction(request, call) {
      try {
        const provider = await session.provider();
        const definition = findDefinition(provider.functions, request.name, "function");
        const args = request.arguments.map((argument, index) =>
          fromWire((definition.parameters[index] ?? definition.variadic)?.type ?? "dynamic", argument),
        );
        const result = await definition.call(args, session.context(provider, call));
        return { result: toWire(definition.returns, result) };
      } catch (error) {
        return { error: functionError(error) };
      }
    },
  };
}

export function configOf(
  { schema }: { readonly schema: Block },
  { config }: { readonly config: Message<"DynamicValue"> | undefined },
): ValueRecord {
  return recordFromWire(blockType(schema), config) ?? {};
}

function leaseToWire({ renewAt, private: privateState, diagnostics }: RenewResult) {
  const milliseconds = renewAt?.getTime();
  return {
    renewAt: milliseconds === undefined ? undefined : timestamp(milliseconds),
    private: privateState,
    diagnostics: diagnosticsToWire(diagnostics),
  };
}

function timestamp(milliseconds: number) {
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanos: (milliseconds - seconds * 1000) * 1_000_000 };
}

function functionError(error: unknown) {
  if (error instanceof FunctionError) return { text: error.message, functionArgument: error.argument };
  const texts = toDiagnostics(error).map(({ summary, detail }) => (detail ? `${summary}: ${detail}` : summary));
  return { text: texts.join("\n") };
}
