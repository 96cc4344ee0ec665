import type { FastifyPluginCallback } from "fastify";
import { retryLater } from "../../api";
import type { Metrics } from "../net/metrics";

/** Not logged, because it is requested every few seconds. */
const config = { isQuiet: true };

/** `/healthz`: the process is running. `/readyz`: the service can do its work; `problem` returns why it cannot. */
export function probeRoutes(
  problem: () => Promise<string | undefined>,
  warnings: () => readonly string[] = () => [],
): FastifyPluginCallback {
  return (app, _options, done) => {
    const config = { isQuiet: true, isProbe: true };
    app.get("/healthz", { config }, async () => ({ status: "ok" }));
    // Concurrent requests share one check of the store.
    let pendingCheck: Promise<string | undefined> | undefined;
    const checkOnce = () => {
      pendingCheck ??= problem().finally(() => {
        pendingCheck = undefined;
      });
      return pendingCheck;
    };
    app.get("/readyz", { config }, async () => {
      const why = await checkOnce();
      if (why !== undefined) throw retryLater("UNAVAILABLE", `Unavailable: ${why}`, 1);
      // Warnings for the operator do not make the node unready.
      const found = warnings();
      return { status: "ok", ...(found.length > 0 ? { warnings: found } : {}) };
    });
    done();
  };
}

/** How long collected metrics are reused, in milliseconds. */
const MAX_AGE_MS = 1000;

/** `/metrics` in Prometheus's format. */
export function metricsRoutes(metrics: Metrics): FastifyPluginCallback {
  let last: { readonly text: ReturnType<Metrics["expose"]>; readonly time: number } | undefined;
  const currentMetrics = () => {
    const time = performance.now();
    if (!last || time - last.time > MAX_AGE_MS) last = { text: metrics.expose(), time };
    return last.text;
  };
  return (app, _options, done) => {
    app.get("/metrics", { config }, async (_request, reply) => {
      const { type, text } = await currentMetrics();
      return reply.type(type).send(text);
    });
    done();
  };
}
