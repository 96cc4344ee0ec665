/** The part of js-yaml that the command line uses; the package has no types. */
declare module "js-yaml" {
  export interface ListenerState {
    readonly line: number;
    readonly result: unknown;
  }
  export interface LoadOptions {
    readonly schema?: object;
    /** Called when the parser begins and ends each node. */
    readonly listener?: (event: "open" | "close", state: ListenerState) => void;
  }
  export const FAILSAFE_SCHEMA: object;
  export function load(text: string, options?: LoadOptions): unknown;
  export class YAMLException extends Error {
    readonly reason: string;
    readonly mark?: { readonly line: number; readonly column: number };
  }
}
