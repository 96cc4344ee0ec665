import { PendingLimit } from "../../../src/service/net/pending-limit";

test("limits pending items per address and in total, until they expire", () => {
  let now = 0;
  const limit = new PendingLimit({ perAddress: 2, total: 3, lifetimeMs: 10_000 }, () => now);
  limit.add("a");
  now = 1000;
  limit.add("a");
  expect(() => limit.add("a")).toThrow(
    expect.objectContaining({
      code: "RESOURCE_EXHAUSTED",
      details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "9s" }],
    }),
  );
  limit.add("b");
  expect(() => limit.add("c")).toThrow("too many logins are pending; finish one or try again later");
  now = 10_000;
  limit.add("c");
  expect(() => limit.add("a")).toThrow("too many logins are pending; finish one or try again later");
  now = 30_000;
  limit.add("a");
});
