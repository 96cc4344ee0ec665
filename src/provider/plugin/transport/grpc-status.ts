/** The gRPC status codes that the server returns. */
export const status = { ok: 0, cancelled: 1, deadlineExceeded: 4, unimplemented: 12, internal: 13 } as const;

/** Thrown by a method to end its call with a specific status. */
export class GrpcError extends Error {
  override readonly name = "GrpcError";

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}
