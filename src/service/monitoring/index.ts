/**
 * What operators watch: whether the service is up and ready, and figures for Prometheus. Nothing here changes what a
 * request is answered, and nothing tells of a single caller or resource.
 */
export { countExchanges, measureTransactions } from "./instruments";
export { createMetrics, type Metrics } from "./metrics";
export { metricsRoutes, probeRoutes } from "./routes";
