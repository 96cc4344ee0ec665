const signals = ["SIGTERM", "SIGINT"] as const;

/** Resolves to the first SIGTERM or SIGINT; the next one ends the process by default. */
export function shutdownSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      for (const each of signals) process.off(each, stop);
      resolve(signal);
    };
    for (const each of signals) process.on(each, stop);
  });
}
