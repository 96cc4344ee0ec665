import type { Duplex } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ErrorBody, invalidArgument, PlatformError, retryLater } from "../../api";
import type { Domain } from "../../model";
import type { Platform } from "../platform";

/** Answers with an error's body, as AIP-193 has it. What is not meant for the caller goes to the log alone. */
export function answerError(platform: Platform, thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = asPlatformError(thrown);
  if (error.code === "INTERNAL")
    platform.log({ event: "failed", requestId: request.id, error: thrown instanceof Error ? thrown.stack : "unknown" });
  if (error.code === "UNAUTHENTICATED") reply.header("www-authenticate", "Bearer");
  const retry = error.detail("RetryInfo");
  if (retry) reply.header("retry-after", Number.parseInt(retry.retryDelay, 10));
  reply.status(error.http).send(bodyOf(platform, error, request.url));
}

/** Answers what could not be read as HTTP. */
export function answerSocketError(platform: Platform, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const problem =
    error.code === "HPE_HEADER_OVERFLOW" ? "has too long a URL or headers" : "could not be read as HTTP in time";
  const body = JSON.stringify(bodyOf(platform, invalidArgument({ path: ["request"], problem }), ""));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** The domain of an error is that of the part of the service which the path belongs to. */
function bodyOf({ baseUrl }: Platform, error: PlatformError, path: string): ErrorBody {
  const { hostname } = new URL(baseUrl());
  const domain = domains.find((each) => path.startsWith(`/${each}/`)) ?? "iam";
  return error.toBody(`${domain}.${hostname}`);
}

const domains: readonly Domain[] = ["iam", "registry", "vulnerabilities"];

/** What the HTTP library found wrong with a request, by its codes. */
const problems: Readonly<Record<string, readonly [path: string, problem: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["body", "must have at most 1 MiB"],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["Content-Length", "must be the length of the body"],
  FST_ERR_CTP_INVALID_JSON_BODY: ["body", "must be JSON"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["Content-Type", "must be application/json"],
  FST_ERR_BAD_URL: ["path", "must be a URL's path"],
};

function asPlatformError(thrown: unknown): PlatformError {
  if (thrown instanceof PlatformError) return thrown;
  const { code = "", statusCode = 500 } = (thrown ?? {}) as { code?: string; statusCode?: number };
  if (code.startsWith("SQLITE_BUSY"))
    return retryLater("UNAVAILABLE", "Unavailable: the store is busy with another program", 1);
  const known = problems[code];
  if (known) return invalidArgument({ path: [known[0]], problem: known[1] });
  if (statusCode >= 400 && statusCode < 500)
    return invalidArgument({ path: ["request"], problem: "could not be read" });
  return new PlatformError("INTERNAL", "Internal error");
}
