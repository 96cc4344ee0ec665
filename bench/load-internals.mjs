/** Loads the internal modules that benchmarks use (internals.ts). */
import { load } from "../scripts/generate/load.mjs";

export const internals = await load("bench/internals.ts");
