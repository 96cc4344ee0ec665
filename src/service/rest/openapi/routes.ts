import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { methodNotAllowed } from "../method-not-allowed";
import { docsHeaders, docsPage } from "./page";

/** How long the responses may be cached without asking again, in seconds. */
const MAX_AGE = 300;

interface Content {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  /** A weak entity tag, because it is the same for both encodings. */
  readonly etag: string;
}

/**
 * Serves `/openapi.json` and its viewer, `/docs`, without authentication, because they contain no user data. Nothing is
 * loaded before the first request.
 */
export function openApiRoutes(baseUrl: () => string): FastifyPluginCallback {
  let document: { readonly baseUrl: string; readonly content: Promise<Content> } | undefined;
  const currentDocument = () => {
    if (document?.baseUrl !== baseUrl()) document = { baseUrl: baseUrl(), content: contentOf(documentFor(baseUrl())) };
    return document.content;
  };
  return (app, _options, done) => {
    serve(app, "/openapi.json", "application/json; charset=utf-8", currentDocument);
    serve(
      app,
      "/docs",
      "text/html; charset=utf-8",
      once(() => contentOf(docsPage)),
      docsHeaders,
    );
    for (const [extension, type] of [
      ["js", "text/javascript"],
      ["css", "text/css"],
    ] as const)
      serve(
        app,
        `/docs/viewer.${extension}`,
        `${type}; charset=utf-8`,
        once(async () => contentOf(await readFile(path.join(viewerFolder, `docs-viewer.${extension}`)))),
      );
    // Relative, so that the platform may be served below a path.
    app.get("/", (_request, reply) => reply.redirect("docs", 302));
    methodNotAllowed(app, "/", ["GET"]);
    done();
  };
}

/** The folder of the viewer's files: next to the bundle, or `dist` when running from source. */
const viewerFolder = path.extname(__filename) === ".ts" ? path.resolve(__dirname, "../../../../dist") : __dirname;

function serve(
  app: FastifyInstance,
  url: string,
  type: string,
  content: () => Promise<Content>,
  headers: Readonly<Record<string, string>> = {},
): void {
  app.get(url, async (request, reply) => {
    reply.headers({ ...headers, "x-content-type-options": "nosniff" });
    return send(request, reply.type(type), await content());
  });
}

function send({ headers }: FastifyRequest, reply: FastifyReply, { plain, gzipped, etag }: Content): FastifyReply {
  reply.headers({ "cache-control": `public, max-age=${MAX_AGE}`, etag, vary: "accept-encoding" });
  const known = (headers["if-none-match"] ?? "").split(/, */);
  if (known.includes(etag) || known.includes("*")) return reply.code(304).send();
  if (!/\bgzip\b(?! *; *q=0(?:\.0*)? *(?:,|$))/.test(String(headers["accept-encoding"] ?? "")))
    return reply.send(plain);
  return reply.header("content-encoding", "gzip").send(gzipped);
}

async function contentOf(text: string | Buffer): Promise<Content> {
  const plain = Buffer.from(text);
  const digest = createHash("sha256").update(plain).digest("base64url");
  return { plain, gzipped: await promisify(gzip)(plain), etag: `W/"${digest}"` };
}

function documentFor(baseUrl: string): string {
  const { openApiDocument } = require("./document") as typeof import("./document");
  return JSON.stringify(openApiDocument(baseUrl));
}

/** Returns a function that computes its result once; a failure is not kept. */
function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= compute().catch((error) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
