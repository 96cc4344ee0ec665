import { ListQueue, type ListQueueOptions } from "../../../src/service/net/list-queue";
import { ResponseLimit } from "../../../src/service/net/response-limit";

const MIB = 1024 * 1024;

/** A queue whose lists end when the test says so. */
function testQueue(options: ListQueueOptions = {}) {
  const limit = new ResponseLimit();
  const queue = new ListQueue(limit, options);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const list = (identityUid: string, name: string) => {
    const answer = limit.begin({ identityUid });
    const result = queue.run(identityUid, answer, () => {
      started.push(name);
      return new Promise<void>((end) => ends.set(name, end));
    });
    result.catch(() => {});
    return { answer, result };
  };
  const settled = () => new Promise((next) => setTimeout(next, 50));
  return { list, started, settled, end: (name: string) => ends.get(name)!() };
}

describe("the list queue", () => {
  test("makes a few lists of an organization at a time, and its identities take turns", async () => {
    const { list, started, settled, end } = testQueue({ perOrganization: 2 });
    for (const name of ["a1", "a2", "a3", "a4"]) list("acme/a", name);
    for (const name of ["b1", "b2"]) list("acme/b", name);
    list("other/c", "c1");
    await settled();
    expect(started.sort()).toEqual(["a1", "a2", "c1"]);
    for (const name of ["a1", "a2", "a3", "b1"]) {
      end(name);
      await settled();
    }
    expect(started.slice(3)).toEqual(["a3", "b1", "a4", "b2"]);
  });

  test("waits while the caller has not read its responses, and no longer once it has", async () => {
    const { list, started, settled, end } = testQueue();
    const { answer } = list("acme/a", "a1");
    await settled();
    answer.reserve(60 * MIB);
    end("a1");
    list("acme/a", "a2");
    list("acme/b", "b1");
    await settled();
    expect(started).toEqual(["a1", "b1"]);
    answer.release();
    await settled();
    expect(started).toEqual(["a1", "b1", "a2"]);
  });

  test("drops waiting lists whose client leaves", async () => {
    const { list, started, settled, end } = testQueue({ perOrganization: 1 });
    list("acme/a", "a1");
    const left = list("acme/a", "a2");
    list("acme/a", "a3");
    left.answer.release();
    await expect(left.result).rejects.toMatchObject({ code: "CANCELLED" });
    await settled();
    end("a1");
    await settled();
    expect(started).toEqual(["a1", "a3"]);
  });

  test("rejects lists beyond the waiting ones of an identity, and leaves others of its organization a share", async () => {
    const { list } = testQueue({ perOrganization: 1, waitingPerIdentity: 4, waitingPerOrganization: 6 });
    list("acme/a", "first");
    const results = (identityUid: string) =>
      Promise.all(
        Array.from({ length: 5 }, () =>
          Promise.race([
            list(identityUid, "next").result.catch(({ code, details }) => [code, details]),
            new Promise((next) => setTimeout(next, 20, "waits")),
          ]),
        ),
      );
    const rejected = ["RESOURCE_EXHAUSTED", [expect.objectContaining({ retryDelay: "2s" })]];
    expect(await results("acme/a")).toEqual(["waits", "waits", "waits", rejected, rejected]);
    expect(await results("acme/b")).toEqual(["waits", "waits", rejected, rejected, rejected]);
    expect(await results("other/c")).toContain("waits");
  });

  test("continues after a list that fails", async () => {
    const queue = new ListQueue(new ResponseLimit(), { perOrganization: 1 });
    const answer = { onRelease: () => {} };
    const failed = queue.run("acme/a", answer, () => Promise.reject(new Error("no")));
    const next = queue.run("acme/a", answer, async () => 1);
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe(1);
  });
});
