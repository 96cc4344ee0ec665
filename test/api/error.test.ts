import {
  alreadyExists,
  codes,
  failedPrecondition,
  invalidArgument,
  PlatformError,
  permissionDenied,
  retryLater,
} from "../../src/api";

describe("error bodies", () => {
  it("match the specification for an invalid name", () => {
    const body = invalidArgument({ path: ["name"], problem: "must match ^[a-z0-9 ._-]{1,}$" }).toBody(
      "iam.example.com",
    );
    expect(body).toEqual({
      code: 3,
      message: "Invalid argument: name: name must match ^[a-z0-9 ._-]{1,}$",
      details: [
        { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "INVALID_ARGUMENT", domain: "iam.example.com" },
        {
          "@type": "type.googleapis.com/google.rpc.BadRequest",
          fieldViolations: [{ field: "name", description: "name must match ^[a-z0-9 ._-]{1,}$" }],
        },
      ],
    });
  });

  it("match the specification for a group that is not empty", () => {
    const error = failedPrecondition("RESOURCE_NOT_EMPTY", "cannot delete group with child repos");
    expect(error.message).toBe("Precondition failed: cannot delete group with child repos");
    expect(error.http).toBe(400);
    expect(error.detail("PreconditionFailure")?.violations).toEqual([
      { type: "RESOURCE_NOT_EMPTY", description: "cannot delete group with child repos" },
    ]);
  });

  it.each([
    permissionDenied("groups.list", "abc"),
    alreadyExists("Group", "abc", "a root group named acme"),
    retryLater("UNAVAILABLE", "busy", 2),
  ])("%s is unchanged by encoding and decoding", (error) => {
    const read = PlatformError.fromBody(error.http, JSON.parse(JSON.stringify(error.toBody("iam.example.com"))));
    expect(read).toMatchObject({
      code: error.code,
      message: error.message,
      http: error.http,
      metadata: error.metadata,
    });
    expect(read.details).toEqual(expect.arrayContaining([...error.details]));
  });

  it.each([
    [500, "INTERNAL"],
    [502, "UNAVAILABLE"],
    [503, "UNAVAILABLE"],
    [504, "DEADLINE_EXCEEDED"],
    [507, "INTERNAL"],
    [400, "INVALID_ARGUMENT"],
    [405, "UNIMPLEMENTED"],
    [409, "ALREADY_EXISTS"],
    [418, "UNKNOWN"],
  ] as const)("maps the status %p of a server without codes to %s", (http, code) => {
    expect(PlatformError.fromBody(http, "<html>")).toMatchObject({ code, http });
  });

  it("are recognized for every number of google.rpc", () => {
    const numbers = Object.values(codes).map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
    for (const [name, { number, http }] of Object.entries(codes))
      expect(PlatformError.fromBody(http, { code: number, message: "x" }).code).toBe(name);
  });

  it.each([undefined, null, "bad gateway", { code: 99 }, { details: "x" }])(
    "are replaced if a response contains none: %p",
    (body) => {
      expect(PlatformError.fromBody(503, body)).toMatchObject({
        code: "UNAVAILABLE",
        http: 503,
        message: "HTTP 503 without an error body",
      });
    },
  );

  it("contain at most 100 violations", () => {
    const violations = Array.from({ length: 500_000 }, (_, index) => ({ path: [index], problem: "is wrong" }));
    const found = invalidArgument(violations).detail("BadRequest")?.fieldViolations;
    expect(found).toHaveLength(100);
    expect(found?.at(-1)).toEqual({ field: "[99]", description: "[99] is wrong" });
  });
});
