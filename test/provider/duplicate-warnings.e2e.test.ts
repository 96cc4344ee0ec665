import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPlatform } from "../../src/testing";
import { describeWith } from "../engines";
import { type EngineName, Workspace } from "./workspace";

describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `twins, with ${engine}`, () => {
    test("warns once per command, although an apply plans twice", async () => {
      const platform = await startPlatform();
      const kept = mkdtempSync(path.join(tmpdir(), "twins-"));
      const workspace = new Workspace(engine, { ...platform.environment(), XDG_RUNTIME_DIR: kept });
      try {
        await platform.client().groups.create(platform.groupUid, { name: "twin" });
        await workspace.configure(
          `resource "platform_group" "twin" {\n  parent_uid = "${platform.groupUid}"\n  name = "twin"\n}\n`,
        );
        const warnings = (output: string) => output.match(/already exists/g);
        expect(warnings(await workspace.succeed("plan"))).toHaveLength(1);
        const applied = await workspace.apply();
        expect(warnings(applied)).toHaveLength(1);
        expect(applied).not.toContain("similar warning");
      } finally {
        workspace.close();
        await platform.close();
        rmSync(kept, { recursive: true });
      }
    });
  });
});
