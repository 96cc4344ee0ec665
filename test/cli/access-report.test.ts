import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { builtInRole } from "../../src/model";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { platformctl } from "./run";

const directory = mkdtempSync(path.join(tmpdir(), "access-report-"));
const original = { ...process.env };
const file = (name: string) => path.join(directory, name);

let platform: TestPlatform;
let deploy: string;

beforeAll(async () => {
  platform = await startPlatform({ organization: "acme" });
  process.env.PLATFORM_BASE_URL = platform.baseUrl;
  process.env.PLATFORM_TOKEN = platform.token;
  const claimMatch = { issuer: "https://issuer.example.com", subject: "deploy" };
  deploy = (await platform.client().identities.create(platform.groupUid, { name: "deploy", claimMatch })).uid;
});
afterAll(async () => {
  process.env = original;
  rmSync(directory, { recursive: true });
  await platform?.close();
});

const report = (...args: string[]) => platformctl("access", "report", ...args);
const dataIn = (name: string) =>
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/.exec(readFileSync(file(name), "utf8"))![1]!);

test("saves a snapshot, and writes a page with the changes since", async () => {
  expect(await report("--snapshot", file("before.json"))).toEqual({ code: 0, stdout: "", stderr: "" });
  const saved = JSON.parse(readFileSync(file("before.json"), "utf8"));
  expect(saved).toMatchObject({
    format: "platform-access/1",
    source: platform.baseUrl,
    groups: [{ id: platform.groupUid, name: "acme" }],
    gaps: [],
  });
  const roleUid = builtInRole("registry.push").uid;
  const binding = await platform.client().roleBindings.create(platform.groupUid, { identityUid: deploy, roleUid });

  expect((await report("--since", file("before.json"), "-o", file("page.html"))).stderr).toBe("");
  const { changes, identities, groups } = dataIn("page.html");
  const identity = identities.findIndex(({ id }: { id: string }) => id === deploy);
  expect(groups).toHaveLength(1);
  expect(changes.summary).toBe("1 identity gains access");
  expect(changes.rows).toEqual([
    { kind: "gained", identity, group: 0, capabilitySet: expect.any(Number), through: [binding.uid] },
  ]);

  const { code, stdout } = await report("--since", file("before.json"), "--json");
  expect(code).toBe(0);
  const json = JSON.parse(stdout);
  expect(json.changes).toMatchObject([{ identity: deploy, group: platform.groupUid, via: [binding.uid] }]);
  writeFileSync(file("json.json"), stdout);
  expect(JSON.parse((await report("--since", file("json.json"), "--json")).stdout).changes).toEqual([]);
});

test("shows the access after a plan, and compares it with the access before", async () => {
  const after = { group_uid: platform.groupUid, identity_uid: deploy, role_uid: builtInRole("editor").uid };
  const plan = {
    format_version: "1.2",
    resource_changes: [
      {
        address: "platform_role_binding.deploy",
        mode: "managed",
        type: "platform_role_binding",
        name: "deploy",
        change: { actions: ["create"], before: null, after, after_unknown: { uid: true } },
      },
    ],
  };
  writeFileSync(file("plan.json"), JSON.stringify(plan));
  expect((await report("--plan", file("plan.json"), "-o", file("plan.html"))).stderr).toBe("");
  const { source, changes } = dataIn("plan.html");
  expect(source).toBe(`After ${file("plan.json")}`);
  expect(changes.since).toBe("the access before the plan");
  expect(changes.rows).toMatchObject([{ kind: "gained", through: ["platform_role_binding.deploy"] }]);
  expect(await report("--plan", file("plan.json"), "--snapshot", file("no.json"))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--snapshot saves the access on the platform, and conflicts with --plan"),
  });
  expect(existsSync(file("no.json"))).toBe(false);
});

test.each([
  [[], "set --output, --snapshot or --json: nothing would be written"],
  [["-o", "-", "--json"], "only one of --output -, --snapshot - and --json can write to standard output"],
  [["-o", "/missing/a.html"], "cannot write /missing/a.html: no such file or directory"],
])("rejects %j", async (args, message) => {
  const { code, stderr } = await report(...args);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
});

test.each([
  ["{", "is not valid JSON"],
  ['{"resource_changes":[]}', 'is not a snapshot of "platformctl access report --snapshot": format: '],
  [
    '{"format":"platform-access/1","source":"x","time":"x","groups":[{"id":1}],"identities":[],"roles":[],"bindings":[],"gaps":[]}',
    "groups.0.id: ",
  ],
])("rejects %s as a snapshot", async (content, message) => {
  writeFileSync(file("bad.json"), content);
  const { code, stderr } = await report("--since", file("bad.json"), "--json");
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
});

test("counts access that has expired since a snapshot as lost", async () => {
  const { stdout } = await report("--json");
  const saved = JSON.parse(stdout);
  const expired = {
    id: `${platform.groupUid}/${"9".repeat(16)}`,
    group: platform.groupUid,
    identity: deploy,
    role: builtInRole("owner").uid,
    expirationTime: "2021-01-01T00:00:00.000Z",
  };
  const then = { ...saved, time: "2020-01-01T00:00:00.000Z", bindings: [...saved.bindings, expired] };
  writeFileSync(file("then.json"), JSON.stringify(then));
  const { changes } = JSON.parse((await report("--since", file("then.json"), "--json")).stdout);
  expect(changes).toMatchObject([{ identity: deploy, gained: [], via: [expired.id] }]);
});
