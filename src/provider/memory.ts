/** After so many milliseconds a process is one of those that have much to do. */
const LONG = 1_000;

/** How often, in milliseconds, it is looked whether there is something to collect. */
const INTERVAL = 250;

/** So many bytes that came since what was last kept, or half of that again, are mostly no longer needed. */
const GROWN = 12 * 2 ** 20;

/**
 * Keeps a process that lives long from leaving what it no longer needs: V8 lets young objects take 48 MB, and does not
 * look at old ones before there are twice as many as a refresh of ten thousand resources needs. Flags that V8 had at the
 * start would make it refuse whatever was compiled beforehand, Node's own modules too; so they are set late, and taken
 * back before the program's own parts are kept.
 */
export function holdMemory(afterMs = LONG): void {
  setTimeout(() => {
    const v8 = require("node:v8") as typeof import("node:v8");
    const growBy = (factor: number) => v8.setFlagsFromString(`--semi-space-growth-factor=${factor}`);
    growBy(1);
    process.prependOnceListener("exit", () => growBy(2));
    const collect = collectorOf(v8);
    const used = () => v8.getHeapStatistics().used_heap_size;
    let kept = used();
    setInterval(() => {
      if (used() < kept + Math.max(GROWN, kept / 2)) return;
      collect();
      kept = used();
    }, INTERVAL).unref();
  }, afterMs).unref();
}

/** What has V8 collect whatever is not needed, some 10 ms of work: a context has it that begins while a flag is set. */
function collectorOf(v8: typeof import("node:v8")): () => void {
  v8.setFlagsFromString("--expose-gc");
  const { runInNewContext } = require("node:vm") as typeof import("node:vm");
  const collect = runInNewContext("gc") as () => void;
  v8.setFlagsFromString("--no-expose-gc");
  return collect;
}
