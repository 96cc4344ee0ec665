import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { file, literal, workload } from "../../../src/client";
import { buildkite, githubActions } from "../../../src/workloads";
import { serve } from "../http-server";

test("returns the same literal token each time", async () => {
  await expect(literal("a.b.c").token("anyone")).resolves.toBe("a.b.c");
});

describe("a token file", () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "token-source-"));
    path = join(folder, "token");
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("is read each time, without surrounding white space", async () => {
    const source = file(path);
    await writeFile(path, "first\n");
    await expect(source.token("anyone")).resolves.toBe("first");
    await writeFile(path, " second ");
    await expect(source.token("anyone")).resolves.toBe("second");
  });

  test("is named if it cannot be read", async () => {
    await expect(file(path).token("anyone")).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: `Unauthenticated: cannot read the identity token in ${path}: ENOENT`,
    });
  });

  test.each(["", "two words"])("is named, but not quoted, if it contains %p", async (text) => {
    await writeFile(path, text);
    const message = `Unauthenticated: ${path} does not contain an identity token`;
    await expect(file(path).token("anyone")).rejects.toMatchObject({ code: "UNAUTHENTICATED", message });
  });
});

describe("the token service of a CI system", () => {
  const sourceAt = (url: string) =>
    workload(
      githubActions.tokenSource({
        ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?api-version=2`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: "request-secret",
      })!,
    );

  test("is called with the audience and the request's secret", async () => {
    const server = await serve((_request, index) => ({ body: { value: `token-${index}` } }));
    const source = sourceAt(server.url);
    await expect(source.token("https://auth.example.com")).resolves.toBe("token-0");
    await expect(source.token("https://auth.example.com")).resolves.toBe("token-1");
    expect(server.received[0]).toMatchObject({
      method: "GET",
      url: "/token?api-version=2&audience=https%3A%2F%2Fauth.example.com",
      headers: { authorization: "Bearer request-secret" },
    });
    await server.close();
  });

  test("is named if it rejects the request or returns no token", async () => {
    const server = await serve((_request, index) => (index === 0 ? { status: 403 } : { body: { count: 0 } }));
    const source = sourceAt(server.url);
    await expect(source.token("x")).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
      message: `Cannot get a token from GitHub Actions' token service (${server.url}): GET ${server.url}/token returned 403 (no content type) with an empty body`,
    });
    await expect(source.token("x")).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: "Unauthenticated: GitHub Actions' token service returned no token",
    });
    await server.close();
  });
});

describe("the token program of a CI system", () => {
  const { PATH } = process.env;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "token-source-"));
    process.env.PATH = [folder, PATH].join(delimiter);
  });
  afterEach(async () => {
    process.env.PATH = PATH;
    await rm(folder, { recursive: true });
  });

  const source = workload(
    buildkite.tokenSource({ BUILDKITE: "true", BUILDKITE_JOB_ID: "job", BUILDKITE_AGENT_ACCESS_TOKEN: "secret" })!,
  );
  const install = (script: string) =>
    writeFile(join(folder, "buildkite-agent"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

  test("prints a new token for the audience each time", async () => {
    await install('echo "$4.$$.signature"');
    const tokens = [await source.token("auth"), await source.token("auth")];
    expect(tokens[0]).toMatch(/^auth\.\d+\.signature$/);
    expect(new Set(tokens).size).toBe(2);
    await expect(source.proof!("auth")).resolves.toEqual(expect.arrayContaining(["job", "secret", "auth"]));
  });

  test.each([
    ["is missing", undefined, "failed: ENOENT"],
    ["fails", "echo s3cret; exit 3", "exited with code 3"],
    ["prints something else", "echo two s3crets", "printed no token"],
  ])("is named, but its output is not quoted, if it %s", async (_name, script, problem) => {
    if (script) await install(script);
    else process.env.PATH = folder;
    await expect(source.token("auth")).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: `Unauthenticated: cannot get a token from the Buildkite agent: \`buildkite-agent oidc request-token --audience auth\` ${problem}`,
    });
  });
});
