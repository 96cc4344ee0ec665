import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openSecretFile } from "../../src/cli/secret-file";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "secret-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

test("makes the file private, even if others could read the previous one", async () => {
  const file = path.join(directory, "owner.json");
  writeFileSync(file, "before");
  chmodSync(file, 0o644);
  const secret = await openSecretFile(file);
  expect(readFileSync(file, "utf8")).toBe("before");
  await secret.write("secret\n");
  await secret.discard();
  expect(readFileSync(file, "utf8")).toBe("secret\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(["owner.json"]);
});

test("leaves nothing behind if no secret is written", async () => {
  const secret = await openSecretFile(path.join(directory, "owner.json"));
  await secret.discard();
  expect(readdirSync(directory)).toEqual([]);
});

test("reports an unwritable path in advance", async () => {
  const file = path.join(directory, "missing", "owner.json");
  await expect(openSecretFile(file)).rejects.toThrow(`cannot write ${file}: no such file or directory`);
});
