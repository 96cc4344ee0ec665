/**
 * Runs independent statements of one transaction concurrently, so that a remote database needs a single round trip.
 * Throws the first error, but only after all statements have ended: none may still be running when the transaction
 * ends.
 */
export async function runConcurrently(statements: readonly Promise<unknown>[]): Promise<void> {
  const all = Promise.all(statements);
  await Promise.allSettled([all, ...statements]);
  await all;
}
