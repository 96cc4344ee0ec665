import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { startPlatform } from "../../../src/testing";
import { startProxy } from "../../client/proxy";
import { describeWith, engines, pulumiEnvironment } from "../../engines";
import { makeProject } from "./project";

describeWith(["pulumi"], "pulumi", () => {
  it("sends no request to another service than the resource's, until it is configured as moved", async () => {
    const platform = await startPlatform();
    // The same uids at another address, as in a copy of a service, where requests would succeed.
    const other = await startProxy(platform.baseUrl);
    const project = makeProject({
      "Pulumi.yaml": "name: access\nruntime: { name: nodejs, options: { typescript: false } }\n",
      "index.js": `
        const { Group } = require("platform-iac/pulumi");
        new Group("team", { parentUid: "${platform.groupUid}", name: "team" });
      `,
    });
    const env = {
      ...pulumiEnvironment(path.join(path.dirname(project.directory), "pulumi keeps")),
      PLATFORM_TOKEN: platform.token,
    };
    const pulumi = async (...args: string[]) => {
      const options = { cwd: project.directory, env };
      return (await promisify(execFile)(engines.pulumi!.path, [...args, "--non-interactive"], options)).stdout;
    };
    const run = (command: string) => pulumi(command, "--yes", "--skip-preview");
    const refused = async (command: string) => {
      const start = platform.requests.length;
      const said = await run(command).then(
        () => "",
        (error: { stdout: string }) => error.stdout.replace(/\s+/g, " "),
      );
      expect(said).toContain(
        `is at ${platform.baseUrl}, but platform:baseUrl is ${other.url}; no request was sent. Set platform:baseUrl`,
      );
      expect(platform.requests).toHaveLength(start);
    };
    const groups = async () => (await platform.client().groups.page({ childrenOf: platform.groupUid })).items.length;
    try {
      await pulumi("stack", "init", "test");
      await pulumi("config", "set", "platform:baseUrl", platform.baseUrl);
      await run("up");
      await pulumi("config", "set", "platform:baseUrl", other.url);
      await refused("up");
      // The failed update stored the other address in the state of Pulumi's provider, from which these commands read
      // it.
      await pulumi("config", "set", "platform:baseUrl", platform.baseUrl);
      await refused("refresh");
      await refused("destroy");

      await run("up");
      await run("refresh");
      await pulumi("config", "set", "platform:baseUrl", other.url);
      await pulumi("config", "set", "platform:previousBaseUrl", platform.baseUrl);
      expect(await run("up")).toContain("~ 1 updated");
      await pulumi("config", "rm", "platform:previousBaseUrl");
      expect(await groups()).toBe(1);
      await run("up");
      await run("destroy");
      expect(await groups()).toBe(0);
    } finally {
      await other.close();
      await platform.close();
      project.remove();
    }
  });
});
