/** The age after which a process counts as long-running, in milliseconds. */
const LONG_RUNNING_AFTER_MS = 1_000;

/** The interval between checks of the heap, in milliseconds. */
const CHECK_INTERVAL_MS = 250;

/** The heap growth that triggers a collection, in bytes; on a larger heap, half its size. */
const MIN_GROWTH_BYTES = 12 * 2 ** 20;

/**
 * Limits the memory of a long-running process. V8 lets young objects use 48 MB, and does not collect old
 * ones until the heap is twice as large as a refresh of 10,000 resources needs. Flags set at startup would make V8
 * reject all cached code, including that of Node's own modules; so they are set later, and reset before the program's
 * code is cached on exit.
 */
export function limitMemory(afterMs = LONG_RUNNING_AFTER_MS): void {
  setTimeout(() => {
    const v8 = require("node:v8") as typeof import("node:v8");
    const growBy = (factor: number) => v8.setFlagsFromString(`--semi-space-growth-factor=${factor}`);
    growBy(1);
    process.prependOnceListener("exit", () => growBy(2));
    const collect = collectorOf(v8);
    const used = () => v8.getHeapStatistics().used_heap_size;
    let usedAfterCollection = used();
    setInterval(() => {
      if (used() < usedAfterCollection + Math.max(MIN_GROWTH_BYTES, usedAfterCollection / 2)) return;
      collect();
      usedAfterCollection = used();
    }, CHECK_INTERVAL_MS).unref();
  }, afterMs).unref();
}

/**
 * Returns a function that runs a full garbage collection, which takes some 10 ms. `gc` exists only in contexts that are
 * created while the flag is set.
 */
function collectorOf(v8: typeof import("node:v8")): () => void {
  v8.setFlagsFromString("--expose-gc");
  const { runInNewContext } = require("node:vm") as typeof import("node:vm");
  const collect = runInNewContext("gc") as () => void;
  v8.setFlagsFromString("--no-expose-gc");
  return collect;
}
