import { providerSource } from "./address";
import { serve } from "./plugin/serve";
import { packageVersion } from "./version";

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
