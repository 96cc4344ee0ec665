/** By so many calls all that a process runs is loaded; what was compiled beforehand V8 takes with its usual flags only. */
const LOADED = 100;

/** After so many calls a process is one of those for which compiling well pays. */
const MANY = 10_000;

/**
 * Puts off what V8 does for code that runs often: most processes of a plugin answer a few thousand calls and end, which
 * is before code that is compiled once more has saved what that takes. To be told of each call.
 */
export function optimizeLate(): () => void {
  let calls = 0;
  return () => {
    calls++;
    if (calls === LOADED) {
      setOptimizing(false);
      // Before the program's own parts are kept, which is done at the exit too.
      process.prependOnceListener("exit", () => setOptimizing(true));
    } else if (calls === MANY) setOptimizing(true);
  };
}

function setOptimizing(may: boolean): void {
  const { setFlagsFromString } = require("node:v8") as typeof import("node:v8");
  setFlagsFromString(may ? "--turbofan" : "--no-turbofan");
}
