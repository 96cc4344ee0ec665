import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { PrivateDirectory, privateBase } from "../client/private-directory";
import { keepCompiled } from "./compiled";
import { packageVersion, providerSource } from "./install";
import { holdMemory } from "./memory";
import { serve } from "./plugin/serve";

/**
 * The program that Terraform starts. It prints the handshake line and only then loads the provider. As shipped
 * (scripts/build-plugin.mjs) it is one file beside others that it loads when it needs them: the plugin layer, the
 * provider, and the encoded schema, which is answered without loading the provider. From the compiled sources
 * it runs as well, encoding the schema itself.
 */
const schema = path.join(__dirname, "schema.bin");

holdMemory();
keepCompiled(new PrivateDirectory(privateBase(process.env)));
serve({
  address: providerSource,
  get version() {
    return packageVersion();
  },
  load: () => (require("./index") as typeof import("./index")).createProvider(),
  ...(existsSync(schema) ? { schemaBytes: () => readFileSync(schema) } : {}),
});
