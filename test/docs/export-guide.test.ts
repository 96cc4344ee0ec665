import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { builtInRole } from "../../src/model";
import { startPlatform } from "../../src/testing";
import { githubActions } from "../../src/workloads";
import { platformctl } from "../cli/run";
import { blocksIn } from "./pages";

const page = "docs/guides/exporting.md";

test("the exporting guide shows what an export prints and writes", async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "guide-"));
  const platform = await startPlatform({ organization: "acme" });
  try {
    const client = platform.client();
    // The platform's own owner is not part of the guide's organization.
    const { items: owners } = await client.roleBindings.page({ childrenOf: platform.groupUid });
    const { uid } = await client.groups.create(platform.groupUid, { name: "payments" });
    const claimMatch = githubActions.claims({ repository: "acme/payments" });
    const build = await client.identities.create(uid, { name: "build", claimMatch });
    await client.roleBindings.create(uid, { identityUid: build.uid, roleUid: builtInRole("viewer").uid });
    Object.assign(process.env, { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_TOKEN: platform.token });

    const [, command = ""] = /npx platformctl (.*)/.exec(blocksIn(page, "sh")[0]!) ?? [];
    const out = path.join(directory, "access");
    const exported = (line: string) => platformctl(...line.replace("--out access", `--out ${out}`).split(" "));
    const { code, stdout } = await exported(command);
    expect(code).toBe(0);
    const counted = Number(/\d+/.exec(blocksIn(page, "text")[0]!)![0]) + owners.length;
    expect(stdout).toMatch(new RegExp(`^wrote ${counted} resources to \\d files in `));
    expect(readFileSync(path.join(out, "payments.tf"), "utf8")).toContain(blocksIn(page, "hcl")[0]);
    rmSync(out, { recursive: true });
    await exported(command.replace("terraform", "cdktf"));
    expect(readFileSync(path.join(out, "groups/payments.ts"), "utf8")).toContain(blocksIn(page, "ts")[0]);
    expect(readdirSync(out)).toEqual(expect.arrayContaining(["cdktf.json", "main.ts", "stack.ts", "imports.ts"]));
  } finally {
    delete process.env.PLATFORM_BASE_URL;
    delete process.env.PLATFORM_TOKEN;
    await platform.close();
    rmSync(directory, { recursive: true });
  }
});
