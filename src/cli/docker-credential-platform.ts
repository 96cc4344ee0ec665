#!/usr/bin/env node
/** The Docker credential helper; Docker starts it for each request to a registry. */
import { text } from "node:stream/consumers";
import { dockerCredential } from "./docker-credential";
import { outputWritten, processOutput } from "./process-output";

const [action] = process.argv.slice(2);
const hasInput = action === "get" || action === "erase" || action === "store";

// Without an export, esbuild takes the file for CommonJS and wraps every module that it imports, and a barrel without
// side effects then does not initialize what it exports.
// biome-ignore lint/complexity/noUselessEmptyExport: see above
export {};

void (hasInput ? text(process.stdin) : Promise.resolve("")).then(async (input) => {
  const code = await dockerCredential(action, input, process.env, processOutput());
  await outputWritten();
  process.exit(code);
});
