import { packageVersion, providerSource } from "./package-info";
import { serve } from "./plugin/serve";

/** Serves the provider to Terraform. Without `schemaBytes`, the encoded schema, the schema is encoded at run time. */
export function serveProvider(schemaBytes: (() => Uint8Array) | undefined): void {
  serve({
    address: providerSource,
    get version() {
      return packageVersion();
    },
    load: () => (require("./index") as typeof import("./index")).createProvider(),
    ...(schemaBytes && { schemaBytes }),
  });
}
