import { PlatformError } from "../../src/client";

/** Returns the result of a call; undefined if it fails with NOT_FOUND. */
export async function foundOrUndefined<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PlatformError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}
