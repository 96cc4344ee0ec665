/**
 * Waits for statements of one transaction that need nothing of each other's answers, so that a database elsewhere is asked
 * once for all of them. Throws what failed first, and not before all have ended: none may run where the transaction has.
 */
export async function runConcurrently(statements: readonly Promise<unknown>[]): Promise<void> {
  const all = Promise.all(statements);
  await Promise.allSettled([all, ...statements]);
  await all;
}
