import { execFileSync } from "node:child_process";
import path from "node:path";

const compiled = path.resolve(__dirname, "../../../dist/src/provider/plugin/optimizing.js");

/** What a process says that answered so many calls and then ran something often. */
function traced(calls: number): string {
  const program = `
    const { Script } = require("node:vm");
    const cachedData = new Script("1 + 1").createCachedData();
    const onCall = require(${JSON.stringify(compiled)}).optimizeLate();
    for (let call = 0; call < ${calls}; call++) onCall();
    function often(limit) {
      let sum = 0;
      for (let index = 0; index < limit; index++) sum += index % 7;
      return sum;
    }
    for (let round = 0; round < 3_000; round++) often(10_000);
    // Another text of the same length, which passes for the same and is not remembered from above.
    process.on("exit", () => console.log("refused", new Script("2 + 1", { cachedData }).cachedDataRejected));`;
  return execFileSync(process.execPath, ["--trace-opt", "-e", program], { encoding: "utf8" });
}

const optimized = /compiling method .*<JSFunction often.*TURBOFAN/;

test("What answers a few thousand calls compiles nothing once more, what answers many does", () => {
  expect(traced(1)).toMatch(optimized);
  expect(traced(5_000)).not.toMatch(optimized);
  expect(traced(10_000)).toMatch(optimized);
});

test("What was compiled beforehand is taken at the exit as at the start", () => {
  expect(traced(5_000)).toContain("refused false");
});
