/**
 * The public API for writing a Terraform provider in TypeScript: the provider interface (provider.ts), values, schemas
 * and diagnostics. `serve`, which implements plugin protocol 6, is a separate entry point (serve.ts), because a plugin
 * must load nothing else before its handshake. This folder knows nothing of any particular provider, imports only
 * Node's built-in modules, and could be published as a package.
 */

export * from "./diagnostics";
export { createLogger, type Logger, type LogLevel } from "./log";
export * from "./provider";
export { encodeProviderSchema } from "./rpc/schema";
export * from "./schema";
export { planByDefault } from "./schema-transforms";
export * from "./values/cty";
export { valueFromJson } from "./values/cty-json";
export { type JsonRecord, type JsonValue, parseJson } from "./values/json";
export { Decimal, type Numeric, parseNumeric } from "./values/number";
