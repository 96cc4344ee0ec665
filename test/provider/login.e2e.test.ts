import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeSession } from "../../src/client/tokens/session";
import { sessionToken } from "../../src/client/tokens/session-token";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { logIn } from "../client/person";
import { describeWith } from "../engines";
import { Workspace } from "./workspace";

describeWith(["terraform"], "a logged-in user", () => {
  let platform: TestPlatform;
  let configuration: string;
  const workspaces: Workspace[] = [];
  beforeAll(async () => {
    platform = await startPlatform({ tokenLifetime: 5 });
    configuration = mkdtempSync(path.join(tmpdir(), "login-"));
  });
  afterAll(async () => {
    for (const workspace of workspaces) workspace.close();
    rmSync(configuration, { recursive: true });
    await platform.close();
  });

  test("applies with a login session only, in concurrent runs that outlive a token", async () => {
    const file = path.join(configuration, "platform-iac", "session.json");
    writeSession(file, await logIn(platform, "owner"));
    const apply = async (name: string) => {
      const workspace = new Workspace("terraform", { XDG_CONFIG_HOME: configuration });
      workspaces.push(workspace);
      await workspace.configure(`
provider "platform" {}
resource "platform_group" "first" {
  parent_uid = "${platform.groupUid}"
  name       = "${name}"
}
resource "terraform_data" "long" {
  depends_on = [platform_group.first]
  provisioner "local-exec" {
    command = "/bin/sleep 5"
  }
}
resource "platform_group" "second" {
  depends_on = [terraform_data.long]
  parent_uid = platform_group.first.uid
  name       = "second"
}
`);
      return workspace.apply();
    };
    const outputs = await Promise.all(["one", "two", "three"].map(apply));
    for (const output of outputs) expect(output).toContain("3 added");
    // One refresh suffices if the first groups were created with the login's token.
    expect(platform.requests.map(({ path }) => path)).toContain("/sts/exchange_refresh_token");
    // A refresh token used twice would have ended the session.
    await expect(sessionToken(file).token()).resolves.toBeTruthy();
    for (const workspace of workspaces) expect(workspace.stateText()).not.toContain("eyJ");
  });
});
