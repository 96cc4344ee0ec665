import { createLogger } from "../../src/provider/plugin";
import { createProvider } from "../../src/provider/provider";
import { startPlatform } from "../../src/testing";
import { context, Source } from "./in-process";
import { complete } from "./records";

test("the debug log has the credentials' source, token exchanges and durations, without secrets", async () => {
  const platform = await startPlatform();
  const lines: string[] = [];
  const log = createLogger((line) => lines.push(line));
  const secret = await platform.identityToken(platform.subject);
  try {
    const env = { TF_LOG: "DEBUG", PLATFORM_AUTH_URL: platform.authUrl, PLATFORM_TOKEN_CACHE: "false" };
    const provider = createProvider({ ...env, PLATFORM_IDENTITY_TOKEN: secret });
    const settings = { base_url: platform.baseUrl, identity: platform.identityUid, organization: platform.groupUid };
    const config = complete(provider.schema.attributes, settings);
    await provider.configure(config, { ...context(), log, terraformVersion: "1.11.4" });
    await new Source(provider, "platform_group").read({ uid: platform.groupUid });
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged).toEqual([
      expect.objectContaining({
        "@level": "debug",
        "@message": "configured",
        provider: expect.stringMatching(/^\d+\./),
        runtime: `Node.js ${process.versions.node}`,
        base_url: platform.baseUrl,
        auth_url: platform.authUrl,
        credentials: "PLATFORM_IDENTITY_TOKEN",
        identity: platform.identityUid,
        organization: platform.groupUid,
      }),
      expect.objectContaining({
        "@message": "exchanged an identity token",
        audience: platform.baseUrl,
        identity: platform.identityUid,
        milliseconds: expect.any(Number),
      }),
      expect.objectContaining({
        "@message": `GET /iam/v2beta1/groups/${platform.groupUid}`,
        status: 200,
        milliseconds: expect.any(Number),
      }),
    ]);
    expect(lines.join()).not.toContain(secret);
    expect(lines.join()).not.toMatch(/eyJ/);
  } finally {
    await platform.close();
  }
});
