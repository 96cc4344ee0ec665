import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { PrivateDirectory, privateBase } from "../client/private-directory";
import { cacheCompiledCode } from "./code-cache";
import { limitMemory } from "./memory";
import { serveProvider } from "./program";

/**
 * The program that Terraform starts. It prints the handshake line before it loads the provider. As shipped
 * (scripts/build-plugin.mjs), it is one file that loads others on demand: the plugin layer, the provider, and the
 * encoded schema, which is returned without loading the provider. It also runs from the compiled sources, where it
 * encodes the schema itself.
 */
const schema = path.join(__dirname, "schema.bin");

// Bun has another engine than V8.
if (process.versions.bun === undefined) {
  limitMemory();
  cacheCompiledCode(new PrivateDirectory(privateBase(process.env)));
}
serveProvider(existsSync(schema) ? () => readFileSync(schema) : undefined);
