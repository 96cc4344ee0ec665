import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startIssuer } from "../../src/issuer";
import { platformctl } from "./run";

/** Replaces the environment of the commands under test. */
const original = { ...process.env };
const setEnvironment = (env: Readonly<Record<string, string>>) => {
  for (const name of Object.keys(process.env)) if (/^(PLATFORM_|ACTIONS_|CI$)/.test(name)) delete process.env[name];
  Object.assign(process.env, env);
};
afterEach(() => {
  setEnvironment({});
  Object.assign(process.env, original);
});

/** A template placeholder in a name must be escaped in HCL. */
const dollar = "$";
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const tokenWith = (claims: object) => `${part({ alg: "ES256" })}.${part(claims)}.c2lnbmF0dXJl`;

test("prints the claims of the job's token, with the configuration of an identity that accepts it", async () => {
  const issuer = await startIssuer();
  const subject = `repo:acme/${dollar}{x}:ref:refs/heads/main`;
  setEnvironment({ ...issuer.githubEnvironment(subject), PLATFORM_AUTH_URL: "https://auth.example.com" });
  const { code, stdout, stderr } = await platformctl("identity-token", "inspect");
  await issuer.close();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`sub: ${JSON.stringify(subject)}\n`);
  expect(stdout).toContain('aud: "https://auth.example.com"\n');
  expect(stdout).toMatch(/^exp: \d+ \(20\d\d-.*Z\)$/m);
  expect(stdout).toContain(
    `claim_match = {\n  issuer  = "${issuer.issuer}"\n  subject = "repo:acme/$\${x}:ref:refs/heads/main"\n}\n`,
  );
});

test("prints all claims as JSON, and never the token", async () => {
  const token = tokenWith({ iss: "https://ci.example.com", sub: "job", aud: ["a", "b"], environment: "production" });
  setEnvironment({ PLATFORM_IDENTITY_TOKEN: token });
  const { stdout } = await platformctl("identity-token", "inspect", "--json");
  expect(JSON.parse(stdout)).toEqual({
    iss: "https://ci.example.com",
    sub: "job",
    aud: ["a", "b"],
    environment: "production",
  });
  expect(stdout).not.toContain(token.slice(-12));
});

test.each([
  [{}, /^error: identity_token \(PLATFORM_IDENTITY_TOKEN\) is not set, and no CI system provides a token\.\n$/],
  [{ PLATFORM_IDENTITY_TOKEN: "opaque" }, /^error: the identity token is not a JSON Web Token\n$/],
  [
    { ACTIONS_ID_TOKEN_REQUEST_URL: "http://127.0.0.1:1/?a=b", ACTIONS_ID_TOKEN_REQUEST_TOKEN: "s3cret" },
    /^error: the audience is not set: use --audience, or set PLATFORM_AUTH_URL\n$/,
  ],
])("fails with %j", async (env, message) => {
  setEnvironment(env);
  expect(await platformctl("identity-token", "inspect")).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(message),
  });
});

test.each([
  ["{", "must be JSON"],
  [
    '{"privateKey": "s3cret", "issuer": "https://ci.example.com", "subject": "job"}',
    "must contain privateKey (a JSON Web Key), issuer and subject, as `platformctl service init` writes them without --issuer",
  ],
])("sign rejects the file %s without its content", async (content, problem) => {
  const directory = mkdtempSync(path.join(tmpdir(), "sign-"));
  const file = path.join(directory, "owner.json");
  writeFileSync(file, content);
  const ran = await platformctl("identity-token", "sign", "--key-file", file);
  rmSync(directory, { recursive: true });
  expect(ran).toEqual({ code: 1, stdout: "", stderr: `error: ${file} ${problem}\n` });
});
