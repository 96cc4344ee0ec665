import { execFileSync } from "node:child_process";
import path from "node:path";

const compiled = path.resolve(__dirname, "../../dist/src/provider/memory.js");

/** The most that young objects took, in MB, while many were made of which some stay for a while. */
function youngSpace(prepare: string): number {
  const program = `${prepare}
    setTimeout(() => {
      const kept = [];
      for (let index = 0; index < 2_000_000; index++) kept[index % 50_000] = { index };
      const spaces = require("node:v8").getHeapSpaceStatistics();
      console.log(String(spaces.find((space) => space.space_name === "new_space").space_size / 2 ** 20));
    }, 20);`;
  return Number(execFileSync(process.execPath, ["-e", program], { encoding: "utf8" }));
}

test("What a process no longer needs piles up less once it has lived for a while", () => {
  const held = youngSpace(`require(${JSON.stringify(compiled)}).holdMemory(0);`);
  expect(held).toBeLessThan(youngSpace("") / 2);
});
