import type { Duplex } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ErrorBody, errorCode, invalidArgument, PlatformError } from "../../api";
import type { Domain } from "../../model";
import { errorBody, reportedError, retryHeaders } from "../net/error-responses";
import type { Platform } from "../platform";

/** Sends an error response as in AIP-193. */
export function answerError(platform: Platform, thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = reportedError(platform, clientErrorOf(thrown, request) ?? thrown, request.id);
  if (error.code === "UNAUTHENTICATED") reply.header("www-authenticate", "Bearer");
  reply
    .status(error.http)
    .headers(retryHeaders(error))
    .send(bodyOf(platform, error, request.url));
}

/** Responds to a request that is not valid HTTP. */
export function answerSocketError(platform: Platform, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const problem =
    error.code === "HPE_HEADER_OVERFLOW" ? "has a URL or headers that are too long" : "is not valid HTTP, or timed out";
  const body = JSON.stringify(bodyOf(platform, invalidArgument({ path: ["request"], problem }), ""));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** The domain of an error is the part of the service that the path belongs to. */
const bodyOf = (platform: Platform, error: PlatformError, path: string): ErrorBody =>
  errorBody(platform, error, domains.find((each) => path.startsWith(`/${each}/`)) ?? "iam");

const domains: readonly Domain[] = ["iam", "registry", "vulnerabilities"];

/** The violations for the HTTP library's error codes. */
const problems: Readonly<Record<string, readonly [path: string, problem: string]>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["Content-Length", "must be the length of the body"],
  FST_ERR_CTP_INVALID_JSON_BODY: ["body", "must be JSON"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["Content-Type", "must be application/json"],
  FST_ERR_BAD_URL: ["path", "must be a URL's path"],
};

/** Converts an error of the HTTP library; undefined for errors of any other origin. */
function clientErrorOf(thrown: unknown, { routeOptions }: FastifyRequest): PlatformError | undefined {
  if (thrown instanceof PlatformError) return undefined;
  const code = errorCode(thrown);
  const status = typeof thrown === "object" && thrown !== null && "statusCode" in thrown ? thrown.statusCode : 500;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return invalidArgument({ path: ["body"], problem: `must have at most ${sizeOf(routeOptions.bodyLimit)}` });
  const known = problems[code];
  if (known) return invalidArgument({ path: [known[0]], problem: known[1] });
  return typeof status === "number" && status >= 400 && status < 500
    ? invalidArgument({ path: ["request"], problem: "could not be read" })
    : undefined;
}

const sizeOf = (bytes: number): string => (bytes < 2 ** 20 ? `${bytes / 2 ** 10} KiB` : `${bytes / 2 ** 20} MiB`);
