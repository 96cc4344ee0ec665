/** Loads the internal modules that benchmarks use (parts.ts). */
import { load } from "../scripts/generate/load.mjs";

export const parts = await load("bench/parts.ts");
