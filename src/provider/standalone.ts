import { serveProvider } from "./program";

/** The encoded schema, which the bundler embeds. */
const schemaBytes = (): Uint8Array => require("./schema.bin") as Uint8Array;

/** The program of the standalone executables: one bundle without files beside it, compiled together with its runtime. */
serveProvider(schemaBytes);
