import type { TokenSource as WorkloadTokenSource } from "../workloads";

/** Where the tokens come from that are exchanged for the platform's: a pipeline's proof of who it is. */
export interface TokenSource {
  /** A token for the audience. Throws PlatformError. */
  token(audience: string, options?: { readonly signal?: AbortSignal }): Promise<string>;
}

/** A token that was given as text. */
export const literal = (token: string): TokenSource => ({ token: async () => token });

/** A file that something keeps fresh; it is read each time. */
export function file(_path: string): TokenSource {
  throw new Error("not yet");
}

/** The system that runs this process, asked for a fresh token each time. */
export function workload(_source: WorkloadTokenSource): TokenSource {
  throw new Error("not yet");
}
