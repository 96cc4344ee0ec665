/**
 * Releases of the provider: its standalone executables, and the files that registries and mirrors serve. The same
 * inputs give the same bytes on every machine, so that anyone can rebuild a release and compare checksums.
 */
export { buildExecutable, type ExecutableOptions, standaloneFiles } from "./executable";
export { ownPlatform, RUNTIME_VERSION, runtimeFor, runtimeProgram, standalonePlatforms } from "./runtimes";
