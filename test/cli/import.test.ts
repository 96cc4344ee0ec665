import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createProgress } from "../../src/cli/progress";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { platformctl } from "./run";

/** Tests the import of records from other systems. */

const digest = `sha256:${"0".repeat(64)}`;

let directory: string;
let data: string;
let platform: TestPlatform;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), "platformctl-"));
  data = path.join(directory, "data");
  platform = await startPlatform({ data });
});
afterAll(async () => {
  await platform.close();
  rmSync(directory, { recursive: true });
});

function importing(...lines: readonly (object | string)[]) {
  const file = path.join(directory, "records.jsonl");
  writeFileSync(file, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  return platformctl("service", "import", file, "--data", data);
}

/** Includes values that the service would assign. */
const sync_config = { source: "elsewhere", uniqueTags: true, expirationTime: "2030-01-01T00:00:00.000Z" };

const records = () => {
  const parent = platform.groupUid;
  return [
    { type: "Repo", parent, name: "nginx", catalogTier: "CATALOG_TIER_BASE", activeTags: ["1.27"], sync_config },
    { type: "Tag", parent, repo: "nginx", name: "1.27", digest, updateTime: "2024-05-01T00:00:00Z" },
    "",
    {
      type: "Advisory",
      parent,
      advisoryId: "ADV-1",
      artifactName: "nginx",
      origin: "nginx-source",
      severities: [{ type: "TYPE_CVSS_V3", score: "9.8" }],
      events: [{ createTime: "2024-05-01T00:00:00Z", detection: { manual: {} } }],
    },
  ];
};

test("creates records, skips unchanged ones and updates changed ones", async () => {
  const first = await importing(...records());
  expect(first).toMatchObject({ code: 0, stderr: "3 of 3 lines\n" });
  expect(JSON.parse(first.stdout)).toEqual({ lines: 3, total: 3, created: 3, updated: 0, unchanged: 0 });
  const again = await importing(...records());
  expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, updated: 0, unchanged: 3 });

  const moved = await importing({ ...(records()[1] as object), digest: digest.replace("0", "1") });
  expect(JSON.parse(moved.stdout)).toMatchObject({ created: 0, updated: 1, unchanged: 0 });
  const { origin: _origin, ...elsewhere } = records()[3] as { readonly origin: string };
  expect(JSON.parse((await importing(elsewhere)).stdout)).toMatchObject({ created: 0, updated: 1, unchanged: 0 });
  expect(JSON.parse((await importing(records()[3]!)).stdout)).toMatchObject({ created: 0, updated: 1, unchanged: 0 });

  const client = platform.client();
  const { items: tags } = await client.tags.page({ name: "1.27" });
  expect(tags).toMatchObject([{ digest: digest.replace("0", "1"), updateTime: "2024-05-01T00:00:00.000Z" }]);
  const { items: repos } = await client.repos.page({ name: "nginx" });
  expect(repos).toMatchObject([{ activeTags: ["1.27"], sync_config }]);
  const { items: advisories } = await client.advisories.page({ origin: "nginx-source" });
  expect(advisories).toMatchObject([{ advisoryId: "ADV-1", events: [{ detection: { manual: {} } }] }]);
  expect(advisories[0]).not.toHaveProperty("origin");
});

test("lists invalid lines with their fields and writes nothing", async () => {
  const parent = platform.groupUid;
  const { code, stdout, stderr } = await importing(
    { type: "Repo", parent, name: "unwritten" },
    "{",
    { type: "Group", parent, name: "a" },
    { type: "Tag", parent: "x", name: "a", digest },
    { type: "Tag", parent, repo: "nginx", name: "-", digest: "sha256:0" },
    { type: "Advisory", parent, colour: "red" },
    { type: "Advisory", parent },
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr.split("\n").slice(0, 6)).toEqual([
    "line 2: it must be a JSON object",
    "line 3: type must be one of Repo, Tag, Advisory",
    "line 4: parent must be a uid",
    'line 5: name must be 1 to 128 letters, digits, "_", "." and "-", not beginning with "." or "-"; digest must be "sha256:" followed by 64 lowercase hexadecimal digits',
    expect.stringMatching(/^line 6: colour is not a known field; fields are uid, advisoryId, /),
    "line 7: advisoryId is required",
  ]);
  expect(stderr).toContain("nothing was imported");
  expect((await platform.client().repos.page({ name: "unwritten" })).totalCount).toBe(0);
});

test("continues after a missing reference when it is run again", async () => {
  const parent = platform.groupUid;
  const many = Array.from({ length: 2600 }, (_, index) => ({ type: "Repo", parent, name: `many ${index}` }));
  const tag = { type: "Tag", parent, repo: "later", name: "latest", digest };
  const stopped = await importing(...many, tag);
  expect(stopped.code).toBe(1);
  expect(stopped.stderr).toContain(`line 2601: group ${parent} has no repo named "later"`);
  expect(stopped.stderr).toContain("the first 2500 lines were imported");
  const { stdout } = await importing(...many, { type: "Repo", parent, name: "later" }, tag);
  expect(JSON.parse(stdout)).toMatchObject({ lines: 2602, created: 102, unchanged: 2500 });
});

test("reports a missing file", async () => {
  const { code, stderr } = await platformctl("service", "import", path.join(directory, "none"), "--data", data);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `error: cannot read ${path.join(directory, "none")}: no such file or directory\n`,
  });
});

test("shows a progress bar on one line in a terminal", () => {
  const shown: string[] = [];
  const progress = createProgress({ stdout: () => {}, stderr: (text) => shown.push(text) }, true);
  progress.show(1, 2, "lines");
  progress.end();
  expect(shown.join("")).toBe(`\r${"█".repeat(15)}${"░".repeat(15)} 1 of 2 lines\n`);
});
