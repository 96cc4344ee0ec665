import { camelCase } from "../../src/model";

/** Returns the name of a built-in role's property: `registryPull` for `registry.pull`. */
export const rolePropertyName = (role: string): string =>
  role.replace(/\.(.)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the name of a system's preset: `githubActions` for `github-actions`. */
export const presetName = (id: string): string => camelCase(id.replaceAll("-", "_"));
