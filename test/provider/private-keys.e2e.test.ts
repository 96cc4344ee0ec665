import { generateKeyPairSync } from "node:crypto";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { describeWith } from "../engines";
import { type EngineName, Workspace } from "./workspace";

const key = { ...generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }), kid: "own" };
const keys = { keys: [key] };
/** As an expression in the configuration. */
const text = JSON.stringify(JSON.stringify(keys));
const members = Object.entries(key).map(([name, value]) => `${name} = "${value}"`);

describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `a private key among an identity's keys, with ${engine}`, () => {
    let platform: TestPlatform;
    let workspace: Workspace;
    beforeAll(async () => {
      platform = await startPlatform();
      workspace = new Workspace(engine, { ...platform.environment(), TF_VAR_keys: JSON.stringify(keys) });
    });
    afterAll(async () => {
      workspace?.close();
      await platform?.close();
    });

    test.each<[string, string, string]>([
      ["in a string", text, ""],
      ["on the block's line", `jsonencode({ keys = [{ ${members.join(", ")} }] })`, ""],
      ["on separate lines", `jsonencode({\n keys = [{\n ${members.join("\n ")}\n }]\n})`, ""],
      ["in a local value", "local.keys", `locals {\n  keys = ${text}\n}\n`],
      ["in a variable", "var.keys", 'variable "keys" {\n  type = string\n}\n'],
      ["in a resource", "terraform_data.keys.output", `resource "terraform_data" "keys" {\n  input = ${text}\n}\n`],
    ])("%s, is rejected by validate or plan, and never shown", async (_where, expression, more) => {
      await workspace.configure(`${more}
resource "platform_identity" "robot" {
  group_uid   = "${platform.groupUid}"
  name        = "robot"
  static_keys = { issuer = "https://robots.example.com", subject = "robot", issuer_keys = ${expression} }
}
`);
      const told: string[] = [];
      for (const args of [["validate"], ["validate", "-json"], ["plan"], ["plan", "-json"]]) {
        const { code, stdout, errors } = await workspace.run(...args);
        told.push(stdout, errors);
        if (args[0] === "plan" && !more.includes("terraform_data")) {
          expect(code).toBe(1);
          expect(stdout + errors).toContain("static_keys.issuer_keys must contain only public keys");
        }
      }
      // Terraform shows the values of other resources itself; the key is known once they are applied.
      if (!more.includes("terraform_data")) expect(told.join("")).not.toContain(key.d);
      else {
        const { code, errors } = await workspace.run("apply", "-auto-approve");
        expect(code).toBe(1);
        expect(errors).toContain("static_keys.issuer_keys must contain only public keys");
        expect(errors).not.toContain(key.d);
      }
    });
  });
});
