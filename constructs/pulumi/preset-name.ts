import { camelCase } from "../../src/model";

/** Returns the name of a system's preset: `githubActions` for `github-actions`. */
export const presetName = (id: string): string => camelCase(id.replaceAll("-", "_"));
