import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import { invalidArgument } from "../../api";
import { isJsonObject, type JsonObject } from "../../model";

/**
 * Bodies are JSON in UTF-8, as they are: read otherwise, a text would be kept as another. One that names a prototype is
 * refused; an empty one is none, whatever its type is said to be.
 */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if ((request.headers["content-encoding"] ?? "identity") !== "identity")
      done(invalidArgument({ path: ["Content-Encoding"], problem: "must be identity: bodies are taken as they are" }));
    else if (!isUtf8(body as Buffer)) done(invalidArgument({ path: ["body"], problem: "must be UTF-8" }));
    else parse(request, body.toString(), done);
  });
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") done(null, undefined);
    else done(invalidArgument({ path: ["Content-Type"], problem: "must be application/json" }));
  });
}

/** The body as a JSON object; an absent one is empty. Throws INVALID_ARGUMENT. */
export function bodyOf({ body }: { readonly body: unknown }): JsonObject {
  if (body === undefined) return {};
  if (!isJsonObject(body)) throw invalidArgument({ path: ["body"], problem: "must be a JSON object" });
  return body;
}
