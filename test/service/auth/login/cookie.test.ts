import { type RunningService, startService } from "../../../../src/service";

/** The secret that identifies a browser must be unknown to others, who could otherwise complete its login. */

let service: RunningService;
beforeAll(async () => {
  service = await startService({ data: ":memory:", authUrl: "https://auth.example.com" });
});
afterAll(() => service.close());

const planted = "a".repeat(43);

async function cookieFor(cookie: string): Promise<string> {
  const query = new URLSearchParams({
    redirect: "http://127.0.0.1:1234/",
    code_challenge: "b".repeat(43),
    code_challenge_method: "S256",
  });
  const response = await fetch(`${service.baseUrl}/oauth?${query}`, { headers: { cookie } });
  expect(response.status).toBe(200);
  return response.headers.get("set-cookie") ?? "";
}

test("sets a cookie over TLS that no other host of the domain can set", async () => {
  expect(await cookieFor("")).toMatch(
    /^__Host-platform-login=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/,
  );
  for (const name of ["platform-login", "x__Host-platform-login", "__host-platform-login"])
    expect(await cookieFor(`${name}=${planted}`)).not.toContain(planted);
});

test("keeps the cookie of a returning browser", async () => {
  const others = `a=b; __Host-platform-login=${planted}; c=d`;
  expect(await cookieFor(others)).toContain(`__Host-platform-login=${planted};`);
});
