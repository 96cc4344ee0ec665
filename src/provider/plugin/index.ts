/**
 * What one needs to write a Terraform provider in TypeScript: the author's interface (provider.ts), values, schemas,
 * diagnostics, and `serve`, which speaks plugin protocol 6 for them. It knows nothing of any particular provider,
 * imports nothing but Node's own modules, and could be a package by itself.
 */

export * from "./cty";
export * from "./diagnostics";
export { type JsonRecord, type JsonValue, parseJson } from "./json";
export { createLogger, type Logger, type LogLevel } from "./log";
export { Decimal, type Numeric, parseNumeric } from "./number";
export * from "./provider";
export * from "./schema";
