import type { Registry } from "prom-client";
import type { Code } from "../../api";

/** The result of an operation: OK, or the code of its error. */
export type Outcome = "OK" | Code;

/** A completed request, for metrics. */
export interface MeasuredRequest {
  readonly method: string;
  /** The route's template, never a path with a uid. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** Collects metrics. */
export interface Metrics {
  /** Counts a request in progress; the returned function ends it. */
  requestStarted(): () => void;
  recordRequest(request: MeasuredRequest): void;
  recordExchange(outcome: Outcome): void;
  recordTransaction(outcome: Outcome, seconds: number): void;
  /** Whether the audit sink cannot be written, or holds back retention. */
  auditSinkFailing(isFailing: boolean): void;
  /** Returns the metrics in Prometheus's text format, with its media type. */
  expose(): Promise<{ readonly type: string; readonly text: string }>;
}

/** From a read in memory to a write that waits for another process, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Creates the metrics of one service and its process. Loads the library on demand. */
export function createMetrics(): Metrics {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } =
    require("prom-client") as typeof import("prom-client");
  const registry: Registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];

  const inFlight = new Gauge({
    name: "platform_requests_in_flight",
    help: "HTTP requests in progress.",
    registers,
  });
  const requests = new Counter({
    name: "platform_requests_total",
    help: "Completed requests; gRPC codes are converted to HTTP statuses.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const latencies = new Histogram({
    name: "platform_request_duration_seconds",
    help: "Duration of requests, from their headers to the end of the response.",
    labelNames: ["method", "route"],
    buckets: BUCKETS,
    registers,
  });
  const exchanges = new Counter({
    name: "platform_token_exchanges_total",
    help: "Token exchanges by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  const transactions = new Histogram({
    name: "platform_store_transaction_duration_seconds",
    help: "Duration of store transactions, including waiting, by outcome.",
    labelNames: ["outcome"],
    buckets: BUCKETS,
    registers,
  });

  const auditSink = new Gauge({
    name: "platform_audit_sink_failing",
    help: "1 while the audit sink fails, or blocks audit retention.",
    registers,
  });

  return {
    requestStarted: () => {
      inFlight.inc();
      return () => inFlight.dec();
    },
    recordRequest: ({ method, route, status, milliseconds }) => {
      requests.inc({ method, route, status });
      latencies.observe({ method, route }, milliseconds / 1000);
    },
    recordExchange: (outcome) => exchanges.inc({ outcome }),
    recordTransaction: (outcome, seconds) => transactions.observe({ outcome }, seconds),
    auditSinkFailing: (isFailing) => auditSink.set(isFailing ? 1 : 0),
    expose: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
