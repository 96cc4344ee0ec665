import { createHash, randomBytes } from "node:crypto";
import type { Platform } from "../../../../src/service";
import type { Session } from "../../../../src/service/auth/login";

/** Logs a person in at the development issuer through an identity provider, without a socket of the platform. */
export async function logIn(platform: Platform, provider: string, person: string): Promise<Session> {
  const { login } = platform;
  const [browser, verifier] = [randomBytes(32), randomBytes(32)].map((each) => each.toString("base64url")) as [
    string,
    string,
  ];
  const redirect = "http://localhost:1/callback";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const authorization = new URL(await login.begin({ provider, browser, destination: { redirect, challenge } }));
  authorization.searchParams.set("login_hint", person);
  const { headers } = await fetch(authorization, { redirect: "manual" });
  const back = new URL(headers.get("location")!);
  const [code, state] = ["code", "state"].map((name) => back.searchParams.get(name)!) as [string, string];
  const ended = await login.finish({
    provider,
    state,
    browser,
    response: { code, issuer: back.searchParams.get("iss") ?? undefined },
  });
  const secret = new URL(ended.redirect!).searchParams.get("code")!;
  return login.redeem({ code: secret, verifier, redirect, audiences: [platform.baseUrl()] });
}
