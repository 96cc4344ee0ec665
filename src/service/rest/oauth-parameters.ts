import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalidArgument } from "../../api";
import { snakeCase } from "../../model";

/** Accepts forms and forbids caching of responses, as OAuth requires. */
export function acceptOAuth(app: FastifyInstance): void {
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, parsed) =>
    parsed(null, body),
  );
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
}

/** Far more than any endpoint needs: an exchange has at most 100 scopes and every capability. */
const MAX_PARAMETERS = 200;
const MAX_NAME = 64;

/**
 * Returns the parameters of a request: those of its query, then those of its form or JSON body. Their number and the
 * length of their names are bounded before they are expanded, because clients are not authenticated. Throws
 * INVALID_ARGUMENT.
 */
export function parametersOf(request: FastifyRequest): URLSearchParams {
  const { url = "/" } = request.raw;
  const mark = url.indexOf("?");
  const parameters = encodedParameters(mark < 0 ? "" : url.slice(mark + 1));
  for (const [name, value] of formOf(request)) parameters.append(name, value);
  requireCount(parameters.size);
  return parameters;
}

/** Returns the parameters of a form or JSON body. Throws INVALID_ARGUMENT. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  typeof body === "string" ? encodedParameters(body) : jsonParameters(body);

/** Parses a query or form. */
function encodedParameters(text: string): URLSearchParams {
  let separators = 0;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) requireCount(++separators);
  const parameters = new URLSearchParams(text);
  for (const name of parameters.keys()) requireName(name);
  return parameters;
}

/** Returns the text members of a JSON object, single or in arrays. */
function jsonParameters(body: unknown): URLSearchParams {
  const parameters = new URLSearchParams();
  let count = 0;
  for (const [member, value] of Object.entries(typeof body === "object" && body !== null ? body : {})) {
    requireName(member);
    const values: unknown[] = Array.isArray(value) ? value : [value];
    count += values.length;
    requireCount(count);
    const name = snakeCase(member);
    for (const each of values) if (typeof each === "string") parameters.append(name, each);
  }
  return parameters;
}

function requireCount(count: number): void {
  if (count > MAX_PARAMETERS)
    throw invalidArgument({ path: ["parameters"], problem: `must not be more than ${MAX_PARAMETERS}` });
}

function requireName(name: string): void {
  if (name.length > MAX_NAME)
    throw invalidArgument({ path: ["parameters"], problem: `must have names of at most ${MAX_NAME} characters` });
}
