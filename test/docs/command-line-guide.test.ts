import { startPlatform } from "../../src/testing";
import { platformctl } from "../cli/run";
import { blocksIn } from "./pages";

test("the command line guide's commands succeed", async () => {
  const platform = await startPlatform({ organization: "acme" });
  Object.assign(process.env, { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_TOKEN: platform.token });
  try {
    const [block = ""] = blocksIn("docs/guides/command-line.md", "sh");
    const commands = [...block.matchAll(/^platformctl (.*)$/gm)].map(([, line = ""]) =>
      [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!),
    );
    expect(commands.map(([verb]) => verb)).toEqual(["create", "get", "list", "update", "delete"]);
    for (const command of commands) {
      // Nobody confirms here.
      const ran = await platformctl(...command, ...(command[0] === "delete" ? ["--yes"] : []));
      expect({ command, ...ran }).toMatchObject({ code: 0, stderr: "" });
    }
  } finally {
    delete process.env.PLATFORM_BASE_URL;
    delete process.env.PLATFORM_TOKEN;
    await platform.close();
  }
});
