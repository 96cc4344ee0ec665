import type { FastifyInstance, FastifyRequest } from "fastify";
import { snakeCase } from "../../model";

/** As OAuth has it, requests may be forms, and nobody keeps an answer that does not say otherwise. */
export function speakOAuth(app: FastifyInstance): void {
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, parsed) =>
    parsed(null, body),
  );
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
}

/** The parameters of a request: those of its query, then those of its form, or of its body in JSON. */
export function parametersOf(request: FastifyRequest): URLSearchParams {
  const parameters = new URL(request.raw.url ?? "/", "http://localhost").searchParams;
  for (const [name, value] of formOf(request)) parameters.append(name, value);
  return parameters;
}

/** The parameters of a form, or of a body in JSON. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  new URLSearchParams(typeof body === "string" ? body : membersOf(body));

/** The texts of an object, alone or several under one name, as forms call them. */
const membersOf = (body: unknown): [name: string, value: string][] =>
  Object.entries(typeof body === "object" && body !== null ? body : {}).flatMap(([name, value]) =>
    [value].flat().flatMap((each): [string, string][] => (typeof each === "string" ? [[snakeCase(name), each]] : [])),
  );
