import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startPlatform } from "../../src/testing";
import { describeWith } from "../engines";
import { type EngineName, Workspace } from "../provider/workspace";
import { blocksIn } from "./pages";

const [mocked = ""] = blocksIn("docs/guides/testing.md", "hcl");
const real = mocked.replaceAll(/^(mock_provider|variables) .*?^}$/gms, "");

// The workspace declares the provider itself.
const configuration = blocksIn("docs/guides/testing.md", "terraform")
  .join()
  .replace(/^terraform \{.*?^\}/ms, "");

describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `the testing guide's engine tests, with ${engine},`, () => {
    test("pass with the guide's mocks without requests, and on a real platform, which they leave unchanged", async () => {
      const platform = await startPlatform();
      try {
        for (const [text, environment] of [
          [mocked, {}],
          [real, { ...platform.environment(), TF_VAR_organization: platform.groupUid }],
        ] as const) {
          const workspace = new Workspace(engine, environment);
          try {
            mkdirSync(path.join(workspace.directory, "tests"));
            writeFileSync(path.join(workspace.directory, "tests/payments.tftest.hcl"), text);
            await workspace.configure(configuration);
            const from = platform.requests.length;
            expect(await workspace.succeed("test")).toContain("1 passed, 0 failed");
            expect(platform.requests.length > from).toBe(text === real);
          } finally {
            workspace.close();
          }
        }
        const { items } = await platform.client().groups.page({ childrenOf: platform.groupUid });
        expect(items).toEqual([]);
      } finally {
        await platform.close();
      }
    });
  });
});
