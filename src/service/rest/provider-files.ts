import { createReadStream, statSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PlatformError } from "../../api";
import { methodNotAllowed } from "./method-not-allowed";

/** What the routes of provider releases share. */

export type ReadHandler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Adds a route for GET and HEAD. The HEAD routes that the framework adds would read a whole file, and omit its size. */
export function readRoute(app: FastifyInstance, url: string, handle: ReadHandler): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => handle(request, reply);
  app.route({ method: ["GET", "HEAD"], url, exposeHeadRoute: false, handler });
  methodNotAllowed(app, url, ["GET"]);
}

/** The parts of a path that its route names. */
export type PathParameters = Readonly<Record<string, string>>;

/** Sends a file as a stream, since packages have tens of megabytes. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: string): FastifyReply {
  reply.header("content-length", statSync(file).size).type("application/octet-stream");
  return request.method === "HEAD" ? reply.send() : reply.send(createReadStream(file));
}

export const notFound = (problem: string): PlatformError => new PlatformError("NOT_FOUND", `Not found: ${problem}`);
