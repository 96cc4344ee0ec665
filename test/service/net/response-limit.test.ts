import { ResponseLimit, type ResponseShare, timeFor } from "../../../src/service/net/response-limit";

const MIB = 1024 * 1024;

const alice = "acme/alice";
const bob = "acme/bob";
const of = (identityUid: string) => ({ identityUid });

/** Reserves as much as possible, in steps of 64 KiB. Returns the number of bytes. */
function fill(held: ResponseShare): number {
  for (let bytes = 65_536; ; bytes += 65_536)
    try {
      held.reserve(bytes);
    } catch (error) {
      expect(String(error)).toMatch(/Resource exhausted/);
      return bytes - 65_536;
    }
}

describe("the limit of unread responses", () => {
  test("allows an identity 64 MiB until its clients have read them", () => {
    const limit = new ResponseLimit();
    const first = limit.begin(of(alice));
    first.reserve(64 * MIB);
    first.reserve(10);
    limit.check(bob);
    const second = limit.begin(of(alice));
    expect(() => second.reserve(MIB)).toThrow(/more than 64 MiB of responses to this caller are unread/);
    expect(() => limit.check(alice)).toThrow(/responses to this caller are unread/);
    let released = 0;
    first.onRelease(() => {
      released += 1;
    });
    first.release();
    first.release();
    first.onRelease(() => {
      released += 1;
    });
    expect(released).toBe(2);
    limit.check(alice);
    second.reserve(MIB);
    expect(() => first.reserve(MIB)).toThrow(/the client disconnected/);
  });

  test("leaves an organization 64 MiB, and its identity 32 MiB, however many identities of another hold responses", () => {
    const limit = new ResponseLimit();
    const attacks = Array.from({ length: 100 }, (_, index) => fill(limit.begin(of(`evil/${index}`))));
    expect(attacks[0]).toBe(64 * MIB);
    expect(attacks.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(128 * MIB);
    const own = [alice, bob, ...Array.from({ length: 10 }, (_, index) => `acme/${index}`)].map((uid) =>
      fill(limit.begin(of(uid))),
    );
    expect(own[0]).toBe(32 * MIB);
    expect(own[1]).toBe(16 * MIB);
    expect(own.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(63 * MIB);
  });

  test("treats all callers without a token as one organization", () => {
    const limit = new ResponseLimit();
    for (let index = 0; index < 100; index += 1) fill(limit.begin({ network: `192.0.2.${index}` }));
    expect(fill(limit.begin(of(alice)))).toBe(32 * MIB);
  });

  test("leaves a further organization short responses if several hold as much as they can", () => {
    const limit = new ResponseLimit();
    for (let index = 0; index < 5; index += 1)
      for (let each = 0; each < 20; each += 1) fill(limit.begin(of(`evil-${index}/${each}`)));
    limit.begin(of(alice)).reserve(MIB);
    expect(() => limit.begin(of(bob)).reserve(32 * MIB)).toThrow(/the service holds too many unread responses/);
  });

  test("counts responses that must be sent, beyond the limit", () => {
    const limit = new ResponseLimit({ perCaller: MIB });
    limit.begin(of(alice)).force(2 * MIB);
    expect(() => limit.check(alice)).toThrow(/responses to this caller are unread/);
  });

  test("allows more time for long responses", () => {
    expect([0, 64 * MIB].map((bytes) => Math.round(timeFor(bytes) / 1000))).toEqual([30, 1079]);
  });
});
