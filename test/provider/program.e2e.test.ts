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
});
