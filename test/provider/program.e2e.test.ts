import { rmSync } from "node:fs";
import path from "node:path";
import { createProvider } from "../../src/provider/provider";
import { describeWith } from "../engines";
import { Workspace } from "./workspace";

describeWith(["terraform"], "the program that Terraform starts", () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace("terraform", {});
  });
  afterEach(() => workspace.close());

  /** Takes a part of the program away. */
  const remove = (part: string) => {
    for (const directory of workspace.pluginDirectories) rmSync(path.join(directory, part));
  };

  test("answers its schema without loading the provider", async () => {
    remove("provider.cjs");
    await workspace.configure("");
    const { provider_schemas: schemas } = JSON.parse(await workspace.succeed("providers", "schema", "-json"));
    const { resource_schemas: resources, data_source_schemas: sources } = Object.values(schemas)[0] as Record<
      string,
      object
    >;
    const provider = createProvider({});
    expect(Object.keys(resources!).sort()).toEqual(Object.keys(provider.resources).sort());
    expect(Object.keys(sources!).sort()).toEqual(Object.keys(provider.dataSources).sort());
  });

  test("plans a create without loading undici, which the first request does", async () => {
    remove("undici.cjs");
    await workspace.configure(`
provider "platform" {
  base_url = "http://127.0.0.1:9"
  token    = "token"
}
resource "platform_group" "team" {
  parent_uid = "0123456789abcdef0123456789abcdef01234567"
  name       = "team"
}
`);
    expect(await workspace.succeed("plan")).toContain("1 to add");
    expect((await workspace.run("apply", "-auto-approve")).errors).toContain("undici.cjs");
  });
});
