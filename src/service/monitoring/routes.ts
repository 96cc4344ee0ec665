import type { FastifyPluginCallback } from "fastify";
import { retryLater } from "../../api";
import type { Metrics } from "./metrics";

/** Asked for every few seconds: a log line for each would bury the others. */
const config = { isQuiet: true };

/** `/healthz`: the process is up. `/readyz`: it can do its work; `problem` says what keeps it from that. */
export function probeRoutes(problem: () => Promise<string | undefined>): FastifyPluginCallback {
  return (app, _options, done) => {
    app.get("/healthz", { config }, async () => ({ status: "ok" }));
    app.get("/readyz", { config }, async () => {
      const found = await problem();
      if (found !== undefined) throw retryLater("UNAVAILABLE", `Unavailable: ${found}`, 1);
      return { status: "ok" };
    });
    done();
  };
}

/** `/metrics`, as Prometheus reads it. */
export function metricsRoutes(metrics: Metrics): FastifyPluginCallback {
  return (app, _options, done) => {
    app.get("/metrics", { config }, async (_request, reply) => {
      const { type, text } = await metrics.expose();
      return reply.type(type).send(text);
    });
    done();
  };
}
