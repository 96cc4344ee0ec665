import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { PrivateDirectory, privateBase } from "../client/private-directory";
import { cacheCompiledCode } from "./compile-cache";
import { packageVersion, providerSource } from "./install";
import { holdMemory } from "./memory";
import { serve } from "./plugin/serve";

/**
 * The program that Terraform starts. It prints the handshake line before it loads the provider. As shipped
 * (scripts/build-plugin.mjs), it is one file that loads others on demand: the plugin layer, the provider, and the
 * encoded schema, which is returned without loading the provider. It also runs from the compiled sources, where it
 * encodes the schema itself.
 */
const schema = path.join(__dirname, "schema.bin");

holdMemory();
cacheCompiledCode(new PrivateDirectory(privateBase(process.env)));
serve({
  address: providerSource,
  get version() {
    return packageVersion();
  },
  load: () => (require("./index") as typeof import("./index")).createProvider(),
  ...(existsSync(schema) ? { schemaBytes: () => readFileSync(schema) } : {}),
});
