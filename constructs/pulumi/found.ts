import { PlatformError } from "../../src/client";

/** What a call gives; undefined where it ends in NOT_FOUND. */
export async function foundOrUndefined<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PlatformError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}
