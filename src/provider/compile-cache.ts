import * as nodeModule from "node:module";
import type { PrivateDirectory } from "../client/private-directory";
import { keepCompiled } from "./compiled";

/** Caches V8's compiled code for later processes of the same user, because one command starts several. */
export function cacheCompiledCode(directory: PrivateDirectory): void {
  // Since Node.js 22.1, which the types of the oldest supported version do not declare.
  const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: (directory: string) => unknown };
  const cache = enableCompileCache && directory.subdirectory("compile-cache");
  if (cache) enableCompileCache(cache);
  else if (!enableCompileCache) keepCompiled(directory);
}
