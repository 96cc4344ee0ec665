import { AnswerLimit, timeFor } from "../../../src/service/net/answer-limit";

const MIB = 1024 * 1024;

describe("the limit of unread responses", () => {
  test("allows a caller 64 MiB until its clients have read them", () => {
    const limit = new AnswerLimit();
    const first = limit.begin("alice");
    first.reserve(64 * MIB);
    first.reserve(10);
    limit.check("bob");
    const second = limit.begin("alice");
    expect(() => second.reserve(MIB)).toThrow(/answers to this caller of more than 64 MiB have not been read/);
    expect(() => limit.check("alice")).toThrow(/have not been read/);
    first.release();
    limit.check("alice");
    second.reserve(MIB);
    expect(() => first.reserve(MIB)).toThrow(/the client has left/);
  });

  test("never lets heavy callers keep others from short responses", () => {
    const limit = new AnswerLimit();
    for (let index = 0; index < 8; index += 1) {
      const held = limit.begin(`greedy ${index}`);
      // As much as it can get, in steps of 64 KiB.
      expect(() => {
        for (let bytes = 65_536; ; bytes += 65_536) held.reserve(bytes);
      }).toThrow(/Resource exhausted/);
    }
    limit.begin("modest").reserve(MIB);
    expect(() => limit.begin("large").reserve(32 * MIB)).toThrow(/holds too many answers/);
  });

  test("counts responses that must be sent, beyond the limit", () => {
    const limit = new AnswerLimit({ perCaller: MIB });
    limit.begin("alice").hold(2 * MIB);
    expect(() => limit.check("alice")).toThrow(/have not been read/);
  });

  test("allows more time for long responses", () => {
    expect([0, 64 * MIB].map((bytes) => Math.round(timeFor(bytes) / 1000))).toEqual([30, 1079]);
  });
});
