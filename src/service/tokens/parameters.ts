import type { FastifyInstance, FastifyRequest } from "fastify";

/** Takes forms, as OAuth has requests. */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, parsed) =>
    parsed(null, body),
  );
}

/** The parameters of a request: those of its query, then those of its form. */
export function parametersOf({ raw, body }: FastifyRequest): URLSearchParams {
  const parameters = new URL(raw.url ?? "/", "http://localhost").searchParams;
  if (typeof body === "string") for (const [name, value] of new URLSearchParams(body)) parameters.append(name, value);
  return parameters;
}
