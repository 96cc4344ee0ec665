import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import { invalidArgument } from "../../api";
import { isJsonObject, type JsonObject } from "../../model";

/**
 * Reads bodies as UTF-8 JSON; any other decoding would alter texts. Rejects members that would change a prototype. An
 * empty body counts as absent, whatever its type.
 */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if ((request.headers["content-encoding"] ?? "identity") !== "identity")
      done(
        invalidArgument({
          path: ["Content-Encoding"],
          problem: "must be identity; compressed bodies are not supported",
        }),
      );
    else if (typeof body === "string" || !isUtf8(body))
      done(invalidArgument({ path: ["body"], problem: "must be UTF-8" }));
    else parse(request, body.toString(), done);
  });
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") done(null, undefined);
    else done(invalidArgument({ path: ["Content-Type"], problem: "must be application/json" }));
  });
}

/** Returns the body as a JSON object; an absent one is empty. Throws INVALID_ARGUMENT. */
export function bodyOf({ body }: { readonly body: unknown }): JsonObject {
  if (body === undefined) return {};
  if (!isJsonObject(body)) throw invalidArgument({ path: ["body"], problem: "must be a JSON object" });
  return body;
}
