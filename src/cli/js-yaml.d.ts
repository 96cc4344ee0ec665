/** The part of js-yaml that this package uses; its own types are a separate package. */
declare module "js-yaml" {
  interface Schema {
    readonly name?: string;
  }
  /** Texts that look like timestamps remain texts. */
  export const JSON_SCHEMA: Schema;
  /** All scalars remain texts. */
  export const FAILSAFE_SCHEMA: Schema;
  interface LoadOptions {
    readonly schema?: Schema;
    readonly filename?: string;
    /** Called when the parser begins and ends each node. */
    readonly listener?: (event: "open" | "close", state: { readonly line: number; readonly result: unknown }) => void;
  }
  export class YAMLException extends Error {
    readonly reason: string;
    readonly mark?: { readonly line: number; readonly column: number };
  }
  export function load(text: string, options?: LoadOptions): unknown;
  export function dump(value: unknown, options?: { readonly lineWidth?: number; readonly noRefs?: boolean }): string;
}
