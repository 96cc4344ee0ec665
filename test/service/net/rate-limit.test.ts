import { RateLimit } from "../../../src/service/net/rate-limit";

test("a caller may ask as often as the rate says, and learns when to come back; others are not held up", () => {
  let now = 0;
  const limit = new RateLimit(2, () => now);
  limit.take("one");
  limit.take("one");
  expect(() => limit.take("one")).toThrow(
    expect.objectContaining({
      code: "RESOURCE_EXHAUSTED",
      message: "Resource exhausted: more than 2 requests a second",
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

test("a rate below one a second tells how long that is", () => {
  const limit = new RateLimit(0.1, () => 0);
  limit.take("one");
  expect(() => limit.take("one")).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ retryDelay: "10s" })] }),
  );
});
