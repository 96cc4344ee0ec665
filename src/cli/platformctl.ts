#!/usr/bin/env node
/**
 * The command line. One file for each command says its options and does its work with what the other folders offer;
 * nothing here knows how a service or an issuer works. Errors are one line on standard error, never a stack.
 */
import { processOutput, written } from "./process-output";
import { run } from "./run";

void run(process.argv.slice(2), processOutput()).then(async (code) => {
  await written();
  process.exit(code);
});
