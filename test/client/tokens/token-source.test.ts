import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { file, literal, workload } from "../../../src/client";
import {
  awsRole,
  azureDevops,
  bitbucketPipelines,
  buildkite,
  githubActions,
  googleCloud,
  spacelift,
} from "../../../src/workloads";
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

const expiredToken = `e30.${Buffer.from(JSON.stringify({ exp: 1 })).toString("base64url")}.signature`;

describe("the token service of Azure DevOps", () => {
  const sourceAt = (url: string, more = {}) =>
    workload(
      azureDevops.tokenSource({
        TF_BUILD: "True",
        SYSTEM_OIDCREQUESTURI: `${url}/acme/project/_apis/distributedtask/hubs/build/plans/p/jobs/j/oidctoken`,
        SYSTEM_ACCESSTOKEN: "job-secret",
        ...more,
      })!,
    );

  test("creates a token for each exchange", async () => {
    const server = await serve((_request, index) => ({ body: { oidcToken: `token-${index}` } }));
    const source = sourceAt(server.url, { PLATFORM_AZURE_SERVICE_CONNECTION_ID: "connection" });
    await expect(source.token("ignored")).resolves.toBe("token-0");
    await expect(source.token("ignored")).resolves.toBe("token-1");
    expect(server.received[0]).toMatchObject({
      method: "POST",
      url: "/acme/project/_apis/distributedtask/hubs/build/plans/p/jobs/j/oidctoken?api-version=7.1&serviceConnectionId=connection",
      headers: { authorization: "Bearer job-secret" },
    });
    await server.close();
  });

  test("is named if it rejects the job or returns no token", async () => {
    const server = await serve((_request, index) =>
      index === 0 ? { status: 401, body: { message: "Access denied for job-secret" } } : { body: {} },
    );
    const source = sourceAt(server.url);
    const rejected = source.token("x");
    await expect(rejected).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    await expect(rejected).rejects.toThrow("Cannot get a token from the token service of Azure DevOps");
    await expect(source.token("x")).rejects.toThrow("the token service of Azure DevOps returned no token");
    await server.close();
  });

  test("needs the access token of the job, which the advice says", () => {
    const env = { TF_BUILD: "True", SYSTEM_OIDCREQUESTURI: "https://dev.azure.com/oidctoken" };
    expect(azureDevops.tokenSource(env)).toBeUndefined();
    expect(azureDevops.missingTokenAdvice(env)).toContain("SYSTEM_ACCESSTOKEN: $(System.AccessToken)");
  });
});

describe("Google Cloud's metadata server", () => {
  const sourceAt = (url: string) => workload(googleCloud.tokenSource({ GCE_METADATA_HOST: new URL(url).host })!);

  test("returns a token for the audience as text, with its expiry", async () => {
    const server = await serve(() => ({ headers: { "content-type": "text/html" }, body: `${expiredToken}\n` }));
    await expect(sourceAt(server.url).token("https://auth.example.com")).resolves.toBe(expiredToken);
    expect(server.received[0]).toMatchObject({
      method: "GET",
      url: "/computeMetadata/v1/instance/service-accounts/default/identity?audience=https%3A%2F%2Fauth.example.com&format=full",
      headers: { "metadata-flavor": "Google" },
    });
    await server.close();
  });

  test("is named if there is no service account, or no token", async () => {
    const server = await serve((_request, index) =>
      index === 0 ? { status: 404, body: "service account not found" } : { body: "<html>a proxy</html>" },
    );
    const source = sourceAt(server.url);
    const missing = source.token("x");
    await expect(missing).rejects.toThrow("Cannot get a token from Google Cloud's metadata server");
    await expect(missing).rejects.toThrow('404 (no content type): "service account not found"');
    await expect(source.token("x")).rejects.toThrow("Google Cloud's metadata server returned no token");
    await server.close();
  });

  test("that does not answer ends with the caller's patience", async () => {
    const server = await serve(() => "silence");
    const controller = new AbortController();
    const token = sourceAt(server.url).token("x", { signal: controller.signal });
    controller.abort(new Error("the caller has waited long enough"));
    await expect(token).rejects.toThrow();
    await server.close();
  });

  test("is used in jobs of Cloud Run, and elsewhere only if named", () => {
    expect(googleCloud.tokenSource({ K_SERVICE: "knative" })).toBeUndefined();
    expect(googleCloud.tokenSource({ CLOUD_RUN_JOB: "job" })?.request("x").url).toMatch(
      /^http:\/\/metadata\.google\.internal\/computeMetadata\/v1\//,
    );
  });
});

test("asks the AWS CLI for a token of a build's role", () => {
  expect(awsRole.tokenSource({ AWS_ACCESS_KEY_ID: "user" })).toBeUndefined();
  const source = awsRole.tokenSource({ CODEBUILD_BUILD_ID: "build", AWS_SESSION_TOKEN: "secret" });
  expect(source?.command("https://auth.example.com").join(" ")).toBe(
    "aws sts get-web-identity-token --audience https://auth.example.com --signing-algorithm ES384 --query WebIdentityToken --output text",
  );
  expect(source?.proof).toEqual(["build", "", "secret"]);
});

test.each([
  [
    "Bitbucket Pipelines",
    bitbucketPipelines.tokenSource({ BITBUCKET_BUILD_NUMBER: "1", BITBUCKET_STEP_OIDC_TOKEN: "a.b.c" }),
  ],
  ["Spacelift", spacelift.tokenSource({ SPACELIFT_OIDC_TOKEN: "a.b.c" })],
])("%s provides one token to the whole job", async (title, source) => {
  expect(source?.title).toBe(title);
  await expect(workload(source!).token("ignored")).resolves.toBe("a.b.c");
});
