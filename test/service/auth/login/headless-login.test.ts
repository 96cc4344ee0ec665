import { builtInRole } from "../../../../src/model";
import type { HeadlessLogin } from "../../../../src/service/auth/login";
import { startPlatform, type TestPlatform } from "../../../../src/testing";
import { Browser, identityOf, post } from "./browser";

/** Logins without a browser on the same machine, over HTTP. */
let platform: TestPlatform;
let provider: string;
let later = 0;
beforeAll(async () => {
  platform = await startPlatform({ clock: () => Date.now() + later });
  const { issuer, clientSecret } = platform.issuer;
  const made = await platform.client().identityProviders.create(platform.groupUid, {
    name: "company login",
    defaultRole: builtInRole("viewer").uid,
    oidc: { issuer, clientId: "platform", clientSecret },
  });
  provider = made.uid;
});
afterAll(() => platform.close());
beforeEach(() => {
  later = 0;
});

const begin = async () =>
  (await post<HeadlessLogin>(`${platform.authUrl}/sts/headless_sessions`, { organization: "example" })).body;
async function poll(code: string) {
  const response = await fetch(`${platform.authUrl}/sts/headless_sessions?code=${code}`);
  return { status: response.status, body: (await response.json()) as { token?: string } };
}

test("shows the same code on both sides, and returns tokens once after confirmation", async () => {
  const { code, userCode, url, interval } = await begin();
  expect({ userCode, interval }).toEqual({ userCode: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/), interval: 2 });
  expect(await poll(code)).toEqual({ status: 200, body: {} });
  const browser = new Browser();
  const page = await browser.open(url);
  expect(page.text).toContain(`<strong class="code">${userCode}</strong>`);
  const done = await browser.logIn(await browser.follow(page, provider), "far-away");
  expect(done).toMatchObject({ status: 200, text: expect.stringContaining("You are signed in") });
  const { body } = await poll(code);
  await expect(identityOf(platform, body.token!)).resolves.toHaveProperty("email", "far-away@example.com");
  expect((await poll(code)).status).toBe(401);
  expect((await browser.open(url)).status).toBe(401);
});

test("does not confirm a code through a link", async () => {
  const { url } = await begin();
  const browser = new Browser();
  for (const confirm of ["", "x".repeat(43)]) {
    const shown = await browser.open(`${url}&identity_provider=${provider}&confirm=${confirm}`);
    expect(shown.text).toContain("Continue only if it shows this code");
  }
});

test("limits the number of pending logins", async () => {
  const { login } = platform.platform;
  // A stopped clock, however slowly the logins begin.
  const now = jest.spyOn(Date, "now").mockReturnValue(Date.now());
  const begun = await Promise.allSettled(Array.from({ length: 150 }, () => login.beginHeadless(undefined)));
  const refusals = begun.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(refusals.length).toBeGreaterThan(0);
  expect(refusals[0]).toMatchObject({ code: "RESOURCE_EXHAUSTED" });
  later = 2_000;
  await login.beginHeadless(undefined);
  now.mockRestore();
});

test("accepts a code for ten minutes, and never one that was not requested", async () => {
  const { code, url } = await begin();
  later = 600_000;
  expect((await poll(code)).status).toBe(401);
  expect((await new Browser().open(url)).status).toBe(401);
  expect((await poll("guess")).status).toBe(401);
});
