/**
 * What one needs to write a Terraform provider in TypeScript: the author's interface (provider.ts), values, schemas,
 * diagnostics. `serve`, which speaks plugin protocol 6 for them, has its own door (serve.ts), because a program that
 * starts with it must load nothing else first. The folder knows nothing of any particular provider, imports nothing
 * but Node's own modules, and could be a package by itself.
 */

export * from "./diagnostics";
export { createLogger, type Logger, type LogLevel } from "./log";
export * from "./provider";
export { encodeProviderSchema } from "./rpc/schema";
export * from "./schema";
export { planByDefault } from "./schema-walk";
export * from "./values/cty";
export { valueFromJson } from "./values/cty-json";
export { type JsonRecord, type JsonValue, parseJson } from "./values/json";
export { Decimal, type Numeric, parseNumeric } from "./values/number";
