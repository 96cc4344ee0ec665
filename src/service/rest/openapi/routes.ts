import type { FastifyPluginCallback } from "fastify";

/** How long both may be cached, in seconds. */
const MAX_AGE = 300;

/** Serves `/openapi.json` and `/docs` without authentication, because they contain no user data. */
export function openApiRoutes(baseUrl: () => string): FastifyPluginCallback {
  let made: ReturnType<typeof make> | undefined;
  const current = () => {
    if (made?.baseUrl !== baseUrl()) made = make(baseUrl());
    return made;
  };
  return (app, _options, done) => {
    app.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", `public, max-age=${MAX_AGE}`);
    });
    app.get("/openapi.json", async (_request, reply) => {
      reply.type("application/json; charset=utf-8");
      return current().json;
    });
    app.get("/docs", async (_request, reply) => {
      const { page, pageHeaders } = current();
      reply.headers(pageHeaders);
      return page;
    });
    done();
  };
}

/**
 * Generates both texts for a base URL. Loads the generator on demand: most services inside other processes never need
 * it.
 */
function make(baseUrl: string) {
  const { openApiDocument } = require("./document") as typeof import("./document");
  const { documentPage, pageHeaders } = require("./page") as typeof import("./page");
  const document = openApiDocument(baseUrl);
  return { baseUrl, json: JSON.stringify(document), page: documentPage(document), pageHeaders };
}
