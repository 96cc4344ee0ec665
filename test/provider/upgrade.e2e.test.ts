import { readFileSync } from "node:fs";
import path from "node:path";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { describeWith } from "../engines";
import { type EngineName, Workspace } from "./workspace";

/**
 * `states/main.tf` contains a resource of each type. The states beside it were written for it by a provider with schema
 * version 0; their organization uid is all f, and the invite's code is removed.
 */
const file = (name: string): string => readFileSync(path.join(__dirname, "states", name), "utf8");

interface Stored {
  readonly type: string;
  readonly name: string;
  readonly instances: readonly { readonly schema_version: number; readonly attributes: Record<string, unknown> }[];
}
const resourcesIn = (state: string): readonly Stored[] => (JSON.parse(state) as { resources: Stored[] }).resources;

/** The attributes that version 1 removed, except those that are settings of another object. */
const removed = ["create_time", "resource_limits", "verified", "kind", "status"];

/** The deprecated argument names. */
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

    /** The earlier version's state, with the uids of the existing resources. */
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

    test("are upgraded silently to the current schema", async () => {
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

    test("work with configurations that use deprecated arguments", async () => {
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

    test("are rejected by an earlier provider, and removed attributes are unsupported, as documented", async () => {
      workspace.replaceState(earlierState().replaceAll('"schema_version": 0', '"schema_version": 2'));
      await workspace.configure(file("main.tf"));
      expect((await workspace.run("plan")).errors).toContain("Resource instance managed by newer provider version");

      await workspace.configure(`${file("main.tf")}output "since" {\n  value = platform_group.team.create_time\n}\n`);
      expect((await workspace.run("validate")).errors).toMatch(
        /Error: Unsupported attribute .* This object has no argument, nested block, or exported attribute named "create_time"\./,
      );
      await workspace.configure(file("main.tf"));
    });

    test("suffice to destroy their resources", async () => {
      workspace.replaceState(earlierState());
      expect(await workspace.succeed("destroy", "-auto-approve", "-refresh=false")).toContain("9 destroyed");
    });
  });
});
