import type { IssuedToken } from "../../../../src/service/auth/tokens";
import type { TestPlatform } from "../../../../src/testing";
import { Browser, commandLine, post } from "./browser";

/** Identity providers with an issuer of the test's own, and people who log in with them. */
export function peopleOf(platform: TestPlatform, defaultRole: string) {
  const honest = { issuer: platform.issuer.issuer, clientId: "platform", pkceEnabled: true };

  async function providerWith(oidc: object): Promise<string> {
    const body = { name: "company login", defaultRole, oidc: { ...honest, ...oidc } };
    return (await platform.client().identityProviders.create(platform.groupUid, body)).uid;
  }

  /** Logs a person in with a browser. Returns the page at the end, and the person's tokens if the login succeeded. */
  async function logIn(provider: string, person: string) {
    const [browser, command] = [new Browser(), commandLine(platform)];
    const ended = await browser.logIn(await browser.open(command.url({ identity_provider: provider })), person);
    const code = ended.url.href.startsWith(command.redirect) ? ended.url.searchParams.get("code") : null;
    const { token = "", refreshToken = "" } = code ? (await command.redeem(code)).body : {};
    return { ended, token, refreshToken };
  }

  /** Exchanges an identity token of the issuer. */
  async function exchange(form: Record<string, string>, claims: object) {
    const token = await platform.issuer.sign({ sub: "exchanged", aud: "platform", ...claims });
    const parameters = { aud: platform.baseUrl, ...form };
    return post<IssuedToken & { message: string }>(`${platform.authUrl}/sts/exchange`, parameters, token);
  }

  async function uidOf(token: string): Promise<string> {
    const response = await fetch(`${platform.baseUrl}/auth/v1/ok`, { headers: { authorization: `Bearer ${token}` } });
    return ((await response.json()) as { identity: { uid: string } }).identity.uid;
  }

  return { honest, providerWith, logIn, exchange, uidOf };
}
