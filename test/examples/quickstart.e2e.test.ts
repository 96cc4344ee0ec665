import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describeWith, engines } from "../engines";
import { runExample } from "./run";

const uid = "[0-9a-f]{40}/[0-9a-f]{16}";

describeWith(["terraform", "nullMirror"], "the quickstart", () => {
  const home = mkdtempSync(path.join(os.tmpdir(), "platform-data-home-"));
  afterAll(() => rmSync(home, { recursive: true }));

  it("prints creation, an empty plan, correction, import and removal, and leaves nothing behind", () => {
    mkdirSync(path.join(home, "terraform"));
    symlinkSync(engines.nullMirror!.path, path.join(home, "terraform/plugins"));
    const programs = { terraform: engines.terraform!.path };
    const run = runExample("quickstart/quickstart.mjs", programs, { XDG_DATA_HOME: home });
    const { status, stdout, stderr, left } = run;
    expect({ status, stderr, left }).toEqual({ status: 0, stderr: "", left: [] });
    const told = [
      /Apply complete! Resources: 8 added, 0 changed, 0 destroyed\./,
      /GET \/sts\/exchange -> 200\n.*GET \/sts\/exchange -> 200/,
      /group +payments/,
      /identity build +repo:octo-org\/payments:ref:refs\/heads\/main/,
      /identity review +repo:octo-org\/payments:pull_request/,
      /build +has the role registry\.push in payments/,
      /review +has the role viewer in payments/,
      /deploy +has the role editor in payments/,
      /No changes\./,
      new RegExp(`  PATCH /iam/v2beta1/groups/${uid} with updateMask=description -> 200\n\n`),
      /1 imported, 0 added, 0 changed, 0 destroyed\./,
      /Destroy complete! Resources: 9 destroyed\./,
    ];
    for (const line of told) expect(stdout).toMatch(line);
    expect(stdout.match(/PATCH/g)).toHaveLength(1);
    const further = [...stdout.slice(stdout.indexOf("Next steps")).matchAll(/\S+\.(ts|md)$/gm)].map(([file]) => file);
    expect(further).toHaveLength(2);
    for (const file of further) expect(existsSync(path.resolve(__dirname, "../..", file))).toBe(true);
  });

  it("prints the error and the location of the logs", () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "platform-broken-"));
    const broken = path.join(folder, "terraform");
    writeFileSync(broken, '#!/bin/sh\necho "this engine is out of order" >&2\nexit 3\n');
    chmodSync(broken, 0o755);
    const { status, stderr, left } = runExample("terraform-quickstart/quickstart.mjs", { terraform: broken });
    rmSync(folder, { recursive: true });
    expect(status).toBe(1);
    expect(stderr).toContain("this engine is out of order");
    expect(stderr).toContain("terraform init -no-color failed with exit code 3");
    expect(stderr).toContain("The logs and other files of this run are in ");
    expect(stderr).toContain(left[0]!);
  });
});

describeWith(["tofu"], "the quickstart in plain HCL", () => {
  it("installs the provider, applies, plans no changes and destroys", () => {
    const { status, stdout, stderr, left } = runExample("terraform-quickstart/quickstart.mjs", {
      tofu: engines.tofu!.path,
    });
    expect({ status, stderr, left }).toEqual({ status: 0, stderr: "", left: [] });
    expect(stdout).toContain("Apply complete! Resources: 3 added, 0 changed, 0 destroyed.");
    expect(stdout).toContain("No changes.");
    expect(stdout).toContain("Destroy complete! Resources: 3 destroyed.");
  });
});

it.each(["quickstart/quickstart.mjs", "terraform-quickstart/quickstart.mjs"])(
  "%s prints in one line what to install without an engine",
  (runner) => {
    expect(runExample(runner, {})).toEqual({
      status: 1,
      stdout: "",
      stderr: "This example needs Terraform or OpenTofu on the PATH: install one of them and run it again.\n",
      left: [],
    });
  },
);

it("prints in one line that CDKTF's command line has no library for this Node.js", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "platform-newer-"));
  // Simulates its package in a Node.js version without a precompiled library.
  const newer = path.join(folder, "newer.cjs");
  writeFileSync(
    newer,
    'const fs = require("node:fs");\nconst { existsSync } = fs;\n' +
      "fs.existsSync = (file) => !/node-pty.*\\.node$/.test(String(file)) && existsSync(file);\n" +
      'require("node:module").syncBuiltinESMExports();\n',
  );
  const programs = { terraform: engines.terraform?.path ?? process.execPath };
  const run = runExample("quickstart/quickstart.mjs", programs, { NODE_OPTIONS: `--require=${newer}` });
  rmSync(folder, { recursive: true });
  expect(run).toEqual({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^cdktf-cli has no prebuilt terminal library .* use Node\.js 20 or 22, or .*\n$/),
    left: [],
  });
});
