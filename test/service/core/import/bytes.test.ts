import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openPlatform } from "../../../../src/service";
import { importLines } from "../../../../src/service/core/import";

/** Returns the bytes that this process has written to files, as counted by Linux. */
const written = () => Number(/^wchar: (\d+)$/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);

test("an import into SQLite writes at most four times the size that it adds to the store", async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "platform-"));
  const file = path.join(directory, "platform.db");
  const platform = await openPlatform({ data: directory, isBulk: true });
  const { groupUid } = await platform.createOrganization({ name: "acme" });
  const digest = `sha256:${"0".repeat(64)}`;
  const lines = [
    { type: "Repo", parent: groupUid, name: "nginx" },
    ...Array.from({ length: 5000 }, (_, index) => {
      return { type: "Tag", parent: groupUid, repo: "nginx", name: `1.${index}`, digest };
    }),
  ].map((line) => JSON.stringify(line));
  const before = written();
  expect(await importLines(() => lines, platform)).toMatchObject({ created: 5001 });
  await platform.close();
  expect((written() - before) / statSync(file).size).toBeLessThan(4);
  rmSync(directory, { recursive: true });
});
