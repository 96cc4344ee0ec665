import type { Session } from "../../src/client/tokens/session";
import { type BuiltInRoleName, builtInRole } from "../../src/model";
import type { TestPlatform } from "../../src/testing";
import { Browser } from "../service/auth/login/browser";

/** Logs a user in as `platformctl login --no-browser` does, with a role in the organization. */
export async function logIn(platform: TestPlatform, role: BuiltInRoleName): Promise<Session> {
  const { uid } = await platform.client().identityProviders.create(platform.groupUid, {
    name: "company login",
    defaultRole: builtInRole(role).uid,
    oidc: { issuer: platform.issuer.issuer, clientId: "platform", pkceEnabled: true },
  });
  const sessions = `${platform.authUrl}/sts/headless_sessions`;
  const begun = (await (await fetch(sessions, { method: "POST" })).json()) as { code: string; url: string };
  const browser = new Browser();
  await browser.logIn(await browser.follow(await browser.open(`${begun.url}&organization=example`), uid), "jane");
  const tokens = (await (await fetch(`${sessions}?code=${begun.code}`)).json()) as Omit<Session, "authUrl">;
  return { authUrl: platform.authUrl, ...tokens };
}
