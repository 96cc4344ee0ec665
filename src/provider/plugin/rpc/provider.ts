/** The calls that concern the provider as a whole. */

import { blockType } from "../schema";
import type { ValueRecord } from "../values/cty";
import { diagnosticsToWire, recordFromWire } from "./convert";
import { encodeProviderSchema, functionsToWire, identitySchemaToWire } from "./schema";
import type { Handlers, Session } from "./session";

type Calls =
  | "GetProviderSchema"
  | "GetResourceIdentitySchemas"
  | "GetFunctions"
  | "ValidateProviderConfig"
  | "ConfigureProvider"
  | "StopProvider";

export function providerHandlers(session: Session, schemaBytes?: () => Uint8Array): Handlers<Calls> {
  return {
    async GetProviderSchema() {
      return schemaBytes?.() ?? encodeProviderSchema(await session.provider());
    },

    async GetResourceIdentitySchemas() {
      const { resources } = await session.provider();
      const identitySchemas = new Map(
        Object.entries(resources).flatMap(([name, { identity }]) =>
          identity ? [[name, identitySchemaToWire(identity)] as const] : [],
        ),
      );
      return { identitySchemas };
    },

    async GetFunctions() {
      const { functions } = await session.provider();
      return { functions: functionsToWire(functions) };
    },

    async ValidateProviderConfig(request, call) {
      const provider = await session.provider();
      const config = recordFromWire(blockType(provider.schema), request.config) as ValueRecord;
      const diagnostics = await provider.validateConfig?.(config, session.context(provider, call));
      return { diagnostics: diagnosticsToWire(diagnostics) };
    },

    async ConfigureProvider(request, call) {
      const provider = await session.provider();
      const config = recordFromWire(blockType(provider.schema), request.config) as ValueRecord;
      const context = { ...session.context(provider, call, request), terraformVersion: request.terraformVersion };
      const diagnostics = await provider.configure(config, context);
      return { diagnostics: diagnosticsToWire(diagnostics ?? []) };
    },

    async StopProvider() {
      try {
        await session.stop();
        return {};
      } catch (error) {
        return { Error: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
