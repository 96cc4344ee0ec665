import type { FastifyInstance } from "fastify";
import { invalidArgument } from "../../api";

/** Bodies are JSON. One that names a prototype is refused; an empty one is none, whatever its type is said to be. */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parse(request, body as string, done);
  });
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") done(null, undefined);
    else done(invalidArgument({ path: ["Content-Type"], problem: "must be application/json" }));
  });
}

/** The body as a JSON object; an absent one is empty. Throws INVALID_ARGUMENT. */
export function bodyOf({ body }: { readonly body: unknown }): Readonly<Record<string, unknown>> {
  if (body === undefined) return {};
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw invalidArgument({ path: ["body"], problem: "must be a JSON object" });
  return body as Readonly<Record<string, unknown>>;
}
