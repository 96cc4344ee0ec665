import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { builtInRole } from "../../src/model";
import { startPlatform } from "../../src/testing";
import { platformctl } from "../cli/run";
import { describeWith } from "../engines";
import { Workspace } from "../provider/workspace";
import { blocksIn, root } from "./pages";

const page = "docs/guides/access.md";

/** Each command of the page, with the output that the page shows below it. */
const samples = [
  ...readFileSync(path.join(root, page), "utf8").matchAll(/^```sh\n([^`]*)```(?:\n\n```text\n([^`]*)```)?/gm),
]
  .map(([, commands = "", shown]) => ({ command: commands.trimEnd().split("\n").at(-1)!, shown }))
  .filter(({ command }) => command.startsWith("platformctl "));

/** Uids differ in each run. */
const withoutUids = (text: string): string => text.replace(/[0-9a-f]{40}(\/[0-9a-f]{16})*/g, "UID");

describeWith(["terraform"], "the access guide", () => {
  test("shows what its commands print", async () => {
    const directory = mkdtempSync(path.join(tmpdir(), "access-guide-"));
    const platform = await startPlatform({ organization: "acme" });
    const environment = { ...platform.environment(), TF_VAR_organization: platform.groupUid };
    const workspace = new Workspace("terraform", environment);
    const { env } = process;
    const working = process.cwd();
    try {
      const [before = "", added = ""] = blocksIn(page, "terraform");
      await workspace.configure(before);
      await workspace.apply();
      await workspace.configure(`${before}\n${added}`);
      await workspace.succeed("plan", "-out=plan");
      writeFileSync(path.join(directory, "plan.json"), await workspace.succeed("show", "-json", "plan"));
      writeFileSync(path.join(directory, "access.yaml"), blocksIn(page, "yaml").at(-1)!);
      const { baseUrl: PLATFORM_BASE_URL, authUrl: PLATFORM_AUTH_URL, token: PLATFORM_TOKEN } = platform;
      process.env = { ...env, PLATFORM_BASE_URL, PLATFORM_AUTH_URL, PLATFORM_TOKEN };
      process.chdir(directory);
      expect(samples).toHaveLength(11);
      for (const { command, shown } of samples) {
        const { code, stdout, stderr } = await platformctl(...command.split(" ").slice(1));
        expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: "" });
        if (shown !== undefined) expect(withoutUids(stdout)).toBe(shown);
      }
      expect(builtInRole("registry.push").capabilities).toHaveLength(8);
    } finally {
      process.chdir(working);
      process.env = env;
      workspace.close();
      await platform.close();
      rmSync(directory, { recursive: true });
    }
  });
});
