import { readFileSync } from "node:fs";
import path from "node:path";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { describeWith } from "../engines";
import { type EngineName, Workspace } from "./workspace";

/**
 * `states/main.tf` holds a resource of each type. The states beside it were written for it by the provider before
 * version 1 of its schemas; the organization's uid in them is all f, the invite's code is left out.
 */
const file = (name: string): string => readFileSync(path.join(__dirname, "states", name), "utf8");

interface Stored {
  readonly type: string;
  readonly name: string;
  readonly instances: readonly { readonly schema_version: number; readonly attributes: Record<string, unknown> }[];
}
const resourcesIn = (state: string): readonly Stored[] => (JSON.parse(state) as { resources: Stored[] }).resources;

/** What version 1 left out, unless it is a setting of another object. */
const removed = ["create_time", "resource_limits", "verified", "kind", "status"];

/** Arguments by their earlier names. */
const earlierArguments = `
data "platform_role_bindings" "all" {
  children_of = platform_group.team.uid
  role        = platform_role.deployer.uid
}
`;

describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `states of earlier versions, with ${engine}`, () => {
    let platform: TestPlatform;
    let workspace: Workspace;
    beforeAll(async () => {
      platform = await startPlatform();
      workspace = new Workspace(engine, { ...platform.environment(), TF_VAR_organization: platform.groupUid });
      await workspace.configure(file("main.tf"));
      await workspace.apply();
    });
    afterAll(async () => {
      workspace?.close();
      await platform?.close();
    });

    /** The earlier version's state, as if it had made the resources that there are. */
    function earlierState(): string {
      let state = file(`${engine}-before-1.tfstate`).replaceAll("f".repeat(40), platform.groupUid);
      const { lineage } = JSON.parse(workspace.stateText()) as { lineage: string };
      const present = workspace.state();
      const before = resourcesIn(state).map(({ type, name, instances }) => {
        const uid = String(instances[0]!.attributes.uid);
        return { recorded: uid.split("/").at(-1)!, uid: String(present[`${type}.${name}`]!.uid).split("/").at(-1)! };
      });
      for (const { recorded, uid } of before) state = state.replaceAll(recorded, uid);
      return state.replace(/"lineage": "[^"]*"/, `"lineage": "${lineage}"`);
    }

    test("are upgraded without a word, and then hold what the schema has", async () => {
      workspace.replaceState(earlierState());
      expect(resourcesIn(workspace.stateText()).map(({ instances }) => instances[0]!.schema_version)).toEqual(
        Array(9).fill(0),
      );
      expect(await workspace.isSettled("-refresh=false")).toBe(true);
      expect(await workspace.isSettled()).toBe(true);
      const { stdout } = await workspace.run("plan");
      expect(stdout).toContain("No changes.");
      expect(stdout).not.toContain("Objects have changed");

      await workspace.apply();
      const resources = resourcesIn(workspace.stateText());
      expect(resources).toHaveLength(9);
      for (const { instances } of resources) {
        expect(instances[0]!.schema_version).toBe(1);
        for (const attribute of removed) expect(instances[0]!.attributes).not.toHaveProperty(attribute);
      }
    });

    test("go with configurations of their time, whose arguments have other names since", async () => {
      await workspace.configure(file("main.tf") + earlierArguments);
      const { code, stdout } = await workspace.run("plan", "-detailed-exitcode");
      expect(code).toBe(0);
      for (const [earlier, name] of [
        ["children_of", "group_uid"],
        ["role", "role_uid"],
      ]) {
        expect(stdout).toContain(`${earlier} is deprecated`);
        expect(stdout).toContain(`Use ${name} instead`);
      }
    });

    test("are refused by an earlier provider, and what moved to data sources is unsupported, as the guide says", async () => {
      workspace.replaceState(earlierState().replaceAll('"schema_version": 0', '"schema_version": 2'));
      await workspace.configure(file("main.tf"));
      expect((await workspace.run("plan")).errors).toContain("Resource instance managed by newer provider version");

      await workspace.configure(`${file("main.tf")}output "since" {\n  value = platform_group.team.create_time\n}\n`);
      expect((await workspace.run("validate")).errors).toMatch(
        /Error: Unsupported attribute .* This object has no argument, nested block, or exported attribute named "create_time"\./,
      );
      await workspace.configure(file("main.tf"));
    });

    test("are enough to destroy what they hold", async () => {
      workspace.replaceState(earlierState());
      expect(await workspace.succeed("destroy", "-auto-approve", "-refresh=false")).toContain("9 destroyed");
    });
  });
});
