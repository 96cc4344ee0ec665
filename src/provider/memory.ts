/** After so many milliseconds a process is one of those that have much to do. */
const LONG = 1_000;

/**
 * Keeps a process that lives long from leaving what it no longer needs where young objects are: V8 lets that space grow
 * to 48 MB. Set at the start, the flag would make V8 refuse whatever was compiled beforehand, Node's own modules too; so
 * it is set late, and taken back before the program's own parts are kept.
 */
export function holdMemory(afterMs = LONG): void {
  const timer = setTimeout(() => {
    const { setFlagsFromString } = require("node:v8") as typeof import("node:v8");
    const growBy = (factor: number) => setFlagsFromString(`--semi-space-growth-factor=${factor}`);
    growBy(1);
    process.prependOnceListener("exit", () => growBy(2));
  }, afterMs);
  timer.unref();
}
