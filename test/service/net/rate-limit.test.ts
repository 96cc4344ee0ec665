import { RateLimit } from "../../../src/service/net/rate-limit";

test("limits a caller to the rate and returns when to retry, without affecting others", () => {
  let now = 0;
  const limit = new RateLimit(2, () => now);
  limit.take("one");
  limit.take("one");
  expect(() => limit.take("one")).toThrow(
    expect.objectContaining({
      code: "RESOURCE_EXHAUSTED",
      message: "Resource exhausted: more than 2 requests per second",
      details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "1s" }],
    }),
  );
  limit.take("other");
  now = 500;
  limit.take("one");
  expect(() => limit.take("one")).toThrow("more than 2");
  now = 60_000;
  limit.take("one");
  limit.take("one");
  expect(() => limit.take("one")).toThrow("more than 2");
});

test("returns the delay for a rate below one per second", () => {
  const limit = new RateLimit(0.1, () => 0);
  limit.take("one");
  expect(() => limit.take("one")).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ retryDelay: "10s" })] }),
  );
});
