import { PlatformError } from "../../api";
import type { TokenService } from "../auth/tokens";
import type { Metrics, Outcome } from "../net/metrics";
import type { Store } from "../store";

const outcomeOf = (thrown: unknown): Outcome => (thrown instanceof PlatformError ? thrown.code : "INTERNAL");

/** Wraps a store to measure its transactions. */
export function measureTransactions(store: Store, metrics: Metrics): Store {
  return {
    ...store,
    transaction: (run, lock) => {
      const started = performance.now();
      return observed(store.transaction(run, lock), (outcome) =>
        metrics.recordTransaction(outcome, (performance.now() - started) / 1000),
      );
    },
  };
}

/** Wraps a token service to count its exchanges. */
export const countExchanges = (tokens: TokenService, metrics: Metrics): TokenService => ({
  ...tokens,
  exchange: (request) => observed(tokens.exchange(request), metrics.recordExchange),
});

async function observed<T>(work: Promise<T>, tell: (outcome: Outcome) => void): Promise<T> {
  try {
    const result = await work;
    tell("OK");
    return result;
  } catch (error) {
    tell(outcomeOf(error));
    throw error;
  }
}
