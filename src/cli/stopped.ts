const signals = ["SIGTERM", "SIGINT"] as const;

/** Resolves at the first SIGTERM or SIGINT; the one after it ends the process as if nobody listened. */
export function stopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
