import type { FastifyPluginCallback } from "fastify";
import { retryLater } from "../../api";
import type { Metrics } from "../net/metrics";

/** Asked for every few seconds: a log line for each would bury the others. */
const config = { isQuiet: true };

/** `/healthz`: the process is up. `/readyz`: it can do its work; `problem` says what keeps it from that. */
export function probeRoutes(
  problem: () => Promise<string | undefined>,
  warnings: () => readonly string[] = () => [],
): FastifyPluginCallback {
  return (app, _options, done) => {
    const config = { isQuiet: true, isProbe: true };
    app.get("/healthz", { config }, async () => ({ status: "ok" }));
    // However many ask at a time, the store is asked once.
    let looking: Promise<string | undefined> | undefined;
    const look = () => {
      looking ??= problem().finally(() => {
        looking = undefined;
      });
      return looking;
    };
    app.get("/readyz", { config }, async () => {
      const why = await look();
      if (why !== undefined) throw retryLater("UNAVAILABLE", `Unavailable: ${why}`, 1);
      // What an operator must look at does not take the node out of service.
      const found = warnings();
      return { status: "ok", ...(found.length > 0 ? { warnings: found } : {}) };
    });
    done();
  };
}

/** How long figures are answered again before they are collected anew, in milliseconds. */
const MAX_AGE_MS = 1000;

/** `/metrics`, as Prometheus reads it. */
export function metricsRoutes(metrics: Metrics): FastifyPluginCallback {
  let last: { readonly answer: ReturnType<Metrics["expose"]>; readonly time: number } | undefined;
  const figures = () => {
    const time = performance.now();
    if (!last || time - last.time > MAX_AGE_MS) last = { answer: metrics.expose(), time };
    return last.answer;
  };
  return (app, _options, done) => {
    app.get("/metrics", { config }, async (_request, reply) => {
      const { type, text } = await figures();
      return reply.type(type).send(text);
    });
    done();
  };
}
