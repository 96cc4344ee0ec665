import { setImmediate } from "node:timers/promises";
import { lockQueues } from "../../../src/service/store/lock-queue";

const root = "a".repeat(40);

/** Runs that end on command, with those that have begun. */
function runs() {
  const pass = lockQueues();
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const start = (name: string, adds: boolean, of = root) =>
    pass({ root: of, adds }, () => {
      begun.push(name);
      return new Promise<void>((resolve, reject) => {
        ends.set(name, (failure) => (failure ? reject(failure) : resolve()));
      });
    });
  const end = async (name: string, failure?: Error) => {
    ends.get(name)!(failure);
    await setImmediate();
  };
  return { begun, start, end };
}

test("runs additions concurrently and changes alone, in their order", async () => {
  const { begun, start, end } = runs();
  const all = [start("a", true), start("b", true), start("change", false), start("c", true)];
  expect(begun).toEqual(["a", "b"]);
  await end("a");
  expect(begun).toEqual(["a", "b"]);
  await end("b");
  expect(begun).toEqual(["a", "b", "change"]);
  const failed = expect(all[2]).rejects.toThrow("no");
  await end("change", new Error("no"));
  await failed;
  expect(begun).toEqual(["a", "b", "change", "c"]);
  await end("c");
  await Promise.all([all[0], all[1], all[3]]);
});

test("leaves connections for others, and does not block other organizations", async () => {
  const { begun, start, end } = runs();
  const names = Array.from({ length: 10 }, (_, index) => `add ${index}`);
  const all = [...names.map((name) => start(name, true)), start("other", false, "b".repeat(40))];
  expect(begun).toEqual([...names.slice(0, 8), "other"]);
  await end("add 3");
  expect(begun.at(-1)).toBe("add 8");
  await end("other");
  for (const name of names.filter((each) => each !== "add 3")) await end(name);
  await Promise.all(all);
});
