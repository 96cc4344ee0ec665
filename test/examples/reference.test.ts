import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sectionsOf } from "../../scripts/generate/reference";
import { providerSource } from "../../src/provider/install";
import { createProvider } from "../../src/provider/provider";
import { importLines } from "../../src/service/core/import";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { describeWith } from "../engines";
import { type EngineName, Workspace } from "../provider/workspace";

const examples = path.resolve(__dirname, "../../examples");
const folders = sectionsOf(createProvider({})).flatMap(({ folder, entries }) =>
  entries.map(({ name }) => `${folder}/${name}`),
);

/** Each example is a module of one configuration; data sources look up what the resources' examples create. */
describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `the reference pages' examples, with ${engine},`, () => {
    const directory = mkdtempSync(path.join(tmpdir(), "examples-"));
    let platform: TestPlatform;
    let workspace: Workspace;
    beforeAll(async () => {
      platform = await startPlatform({ organization: "acme" });
      // Advisories cannot be created by an example; the operator imports them.
      const advisory = {
        type: "Advisory",
        parent: platform.groupUid,
        advisoryId: "ACME-1",
        aliases: ["CVE-2021-44228"],
      };
      await importLines(() => [JSON.stringify(advisory)], { store: platform.platform.store, clock: Date.now });
      workspace = new Workspace(engine, platform.environment());
      cpSync(examples, directory, { recursive: true });
      const required = `terraform {\n  required_providers {\n    platform = { source = "${providerSource}" }\n  }\n}\n`;
      for (const folder of folders) writeFileSync(path.join(directory, folder, "versions.tf"), required);
    });
    afterAll(async () => {
      workspace?.close();
      await platform?.close();
      rmSync(directory, { recursive: true });
    });

    test("apply, then plan no changes, and are destroyed", async () => {
      const name = (folder: string) => folder.replace("/", "_");
      const variables = (folder: string) =>
        [...readFileSync(path.join(examples, folder, "main.tf"), "utf8").matchAll(/^variable "(\w+)"/gm)].map(
          ([, variable]) => variable,
        );
      const module = (folder: string) =>
        [
          `module "${name(folder)}" {`,
          `  source = "${path.join(directory, folder)}"`,
          ...variables(folder).map((variable) => `  ${variable} = "given"`),
          "}\n",
        ].join("\n");
      await workspace.configure(["provider", ...folders].map(module).join(""));
      const made = folders.filter((folder) => folder.startsWith("resources/"));
      await workspace.apply(...made.map((folder) => `-target=module.${name(folder)}`));
      await workspace.apply();
      expect(await workspace.isSettled()).toBe(true);
      expect(workspace.state()["data.platform_advisory.log4shell"]).toMatchObject({ advisory_id: "ACME-1" });
      await workspace.succeed("destroy", "-auto-approve");
    });
  });
});
