import { execFileSync } from "node:child_process";
import path from "node:path";
import { buildSync } from "esbuild";

const { outputFiles } = buildSync({
  entryPoints: [path.resolve(__dirname, "../../src/provider/memory.ts")],
  platform: "node",
  format: "iife",
  globalName: "memory",
  bundle: true,
  write: false,
});
const held = `${outputFiles[0]!.text}\nmemory.limitMemory(0);`;

/** Runs a program that prints a number of bytes, and returns it in MB. */
const megabytes = (program: string): number =>
  Number(execFileSync(process.execPath, ["-e", program], { encoding: "utf8" })) / 2 ** 20;

/** The maximum size of the young generation while many objects are created, of which some survive for a while. */
const youngSpace = (prepare: string): number =>
  megabytes(`${prepare}
    setTimeout(() => {
      const kept = [];
      for (let index = 0; index < 2_000_000; index++) kept[index % 50_000] = { index };
      const spaces = require("node:v8").getHeapSpaceStatistics();
      console.log(String(spaces.find((space) => space.space_name === "new_space").space_size));
    }, 20);`);

test("limits the young generation of a long-running process", () => {
  expect(youngSpace(held)).toBeLessThan(youngSpace("") / 2);
});

test("collects old objects before they accumulate", () => {
  const used = megabytes(`${held}
    setTimeout(() => {
      Array.from({ length: 400_000 }, (_, index) => ({ index, text: String(index) }));
      setTimeout(() => console.log(String(process.memoryUsage().heapUsed)), 1_000);
    }, 20);`);
  expect(used).toBeLessThan(15);
});
