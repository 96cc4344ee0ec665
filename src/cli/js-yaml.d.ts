/** The part of js-yaml that this package uses; its own types are a separate package. */
declare module "js-yaml" {
  interface Schema {
    readonly name?: string;
  }
  /** Texts that look like timestamps remain texts. */
  export const JSON_SCHEMA: Schema;
  export function load(text: string, options?: { readonly schema?: Schema; readonly filename?: string }): unknown;
  export function dump(value: unknown, options?: { readonly lineWidth?: number; readonly noRefs?: boolean }): string;
}
