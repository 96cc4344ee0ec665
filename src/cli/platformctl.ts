#!/usr/bin/env node
/**
 * The command line. Each command has one file, which declares its options and uses the other folders for its work; no
 * logic of the service or issuer belongs here. Errors are one line on standard error, never a stack trace.
 */
import { outputWritten, processOutput } from "./process-output";
import { run } from "./run";

// Without an export, esbuild takes the file for CommonJS and wraps every module that it imports, and a barrel without
// side effects then does not initialize what it exports.
// biome-ignore lint/complexity/noUselessEmptyExport: see above
export {};

void run(process.argv.slice(2), processOutput()).then(async (code) => {
  await outputWritten();
  process.exit(code);
});
