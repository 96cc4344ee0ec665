import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { packageVersion } from "../../src/provider/package-info";
import { createCertificate } from "../../src/provider/plugin/transport/certificate";
import { ownPlatform } from "../../src/provider/release";
import { type RunningService, startService } from "../../src/service";
import { platformctl } from "../cli/run";
import { describeWith, engines, terraformEnvironment } from "../engines";
import type { EngineName } from "./workspace";

/** The platform serves its own provider: `init` of stock engines over https, with a CA of its own. */

const directory = mkdtempSync(path.join(tmpdir(), "registry-"));
const inDirectory = (name: string) => path.join(directory, name);
const releases = inDirectory("releases");
let service: RunningService;
let settings: NodeJS.ProcessEnv;
let groupUid: string;

beforeAll(async () => {
  const { certificate, privateKey } = createCertificate();
  const tls = { certificate: inDirectory("ca.pem"), key: inDirectory("key.pem") };
  writeFileSync(tls.certificate, certificate);
  writeFileSync(tls.key, privateKey);
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  writeFileSync(inDirectory("signing.pem"), key.export({ type: "pkcs8", format: "pem" }));
  const program = engines.standalone
    ? ["--platform", ownPlatform(), "--runtimes", engines.standalone.path]
    : ["--program", "node"];
  const packed = ["provider", "package", "--out", releases, "--signing-key", inDirectory("signing.pem"), ...program];
  const { code, stderr } = await platformctl(...packed);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  service = await startService({
    data: ":memory:",
    tls,
    providerReleases: { directory: releases, namespace: "platform-iac", type: "platform" },
  });
  const { createOrganization, tokens } = service.platform;
  const owner = await createOrganization({ name: "example", issuer: "https://ci.example.com", subject: "main" });
  groupUid = owner.groupUid;
  settings = {
    SSL_CERT_FILE: tls.certificate,
    PLATFORM_BASE_URL: `https://localhost:${service.port}`,
    PLATFORM_TOKEN: await tokens.mint(owner),
  };
});
afterAll(async () => {
  await service?.close();
  rmSync(directory, { recursive: true });
});

/** Prepares an empty directory, in which the engine has only the given CLI configuration, and nothing in PATH. */
function project(engine: EngineName, name: string, source: string, configuration = "") {
  const work = inDirectory(`${engine}-${name}`);
  mkdirSync(work);
  const env = { ...terraformEnvironment(path.join(work, "machine"), { defaultInstallation: true }), ...settings };
  writeFileSync(path.join(work, "machine/terraform.tfrc"), configuration);
  if (engines.standalone) env.PATH = path.join(work, "empty");
  writeFileSync(
    path.join(work, "main.tf"),
    `terraform {
  required_providers {
    platform = {
      source = "${source}"
    }
  }
}
resource "platform_group" "team" {
  parent_uid = "${groupUid}"
  name       = "${engine}-${name}"
}
`,
  );
  const run = (...args: string[]): Promise<{ code: number; output: string }> =>
    new Promise((resolve) => {
      execFile(engines[engine]!.path, args, { cwd: work, env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}`.replace(/[│╵╷\s]+/g, " ") }),
      );
    });
  return { work, run };
}

const ownSource = () => `localhost:${service.port}/platform-iac/platform`;
const signature = () => path.join(releases, `terraform-provider-platform_${packageVersion()}_SHA256SUMS.sig`);

describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `the provider from the platform with ${engine}`, () => {
    test("is installed by its source address alone, with its signature verified, and applies", async () => {
      const { work, run } = project(engine, "registry", ownSource());
      const { code, output } = await run("init", "-no-color");
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(output).toMatch(
        /Installed localhost:\d+\/platform-iac\/platform v\S+ \((self-signed|signed), key ID [0-9A-F]{16}\)/,
      );
      expect(readFileSync(path.join(work, ".terraform.lock.hcl"), "utf8")).toContain('"zh:');
      expect((await run("apply", "-no-color", "-auto-approve")).output).toContain("1 added");
      expect((await run("plan", "-no-color", "-detailed-exitcode")).code).toBe(0);
    });

    test("is rejected if the checksums are not what the key signed", async () => {
      const signed = readFileSync(signature());
      const changed = Buffer.from(signed);
      changed[changed.length - 1]! ^= 1;
      writeFileSync(signature(), changed);
      try {
        const { code, output } = await project(engine, "tampered", ownSource()).run("init", "-no-color");
        expect(code).not.toBe(0);
        expect(output).toMatch(/signature/);
      } finally {
        writeFileSync(signature(), signed);
      }
    });
  });
});

describeWith(["tofu"], "the platform as an OCI mirror", () => {
  test("installs the provider by its usual address, and applies", async () => {
    const { run } = project(
      "tofu",
      "oci",
      "registry.terraform.io/platform-iac/platform",
      `provider_installation {
  oci_mirror {
    repository_template = "localhost:${service.port}/\${namespace}/\${type}"
    include             = ["registry.terraform.io/*/*"]
  }
}
`,
    );
    const { code, output } = await run("init", "-no-color");
    expect({ code, output }).toMatchObject({ code: 0 });
    expect((await run("apply", "-no-color", "-auto-approve")).output).toContain("1 added");
  });
});

describe("the registry's endpoints", () => {
  const get = async (file: string, method = "GET") => {
    const { request } = await import("node:https");
    return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
      const options = { ca: readFileSync(inDirectory("ca.pem")), servername: "localhost", method };
      request(`https://localhost:${service.port}${file}`, options, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const body = Buffer.concat(chunks).toString("latin1");
        resolve({ status: response.statusCode!, headers: response.headers, body });
      })
        .on("error", reject)
        .end();
    });
  };

  test.each([
    "/v1/providers/platform-iac/platform/9.9.9/download/linux/amd64",
    "/v1/providers/platform-iac/platform/files/other.zip",
    "/v1/providers/platform-iac/platform/files/..%2Fkey.pem",
    "/v1/providers/others/platform/versions",
    "/v2/platform-iac/platform/manifests/9.9.9",
    `/v2/platform-iac/platform/blobs/sha256:${"0".repeat(64)}`,
  ])("%s does not exist", async (file) => {
    expect((await get(file)).status).toBe(404);
  });

  test("answer HEAD with the size of a file, and reject other methods", async () => {
    const [zip = ""] = readdirSync(releases).filter((name) => name.endsWith(".zip"));
    const file = `/v1/providers/platform-iac/platform/files/${zip}`;
    const size = String(readFileSync(path.join(releases, zip)).length);
    expect(await get(file, "HEAD")).toMatchObject({ status: 200, headers: { "content-length": size }, body: "" });
    expect((await get(file, "DELETE")).status).toBe(405);
  });

  test("a directory without a signed release is an error at the start", async () => {
    const empty = inDirectory("empty");
    mkdirSync(empty);
    const providerReleases = { directory: empty, namespace: "platform-iac", type: "platform" };
    await expect(startService({ data: ":memory:", providerReleases })).rejects.toThrow(
      `${empty} contains no signed release: a version needs its zips, terraform-provider-platform_VERSION_SHA256SUMS`,
    );
  });
});
