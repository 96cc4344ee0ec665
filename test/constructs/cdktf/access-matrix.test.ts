import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { App, TerraformStack, TerraformVariable } from "cdktf";
import { AccessMatrix, Group, Identity, PlatformProvider, Role } from "../../../constructs/cdktf";

const outdir = mkdtempSync(path.join(tmpdir(), "platform-matrix-"));
afterAll(() => rmSync(outdir, { recursive: true }));

/** Synthesizes an app whose second stack grants roles in groups of the first. */
function synthesize() {
  const app = new App({ outdir });
  const [base, teams] = [new TerraformStack(app, "base"), new TerraformStack(app, "teams")];
  for (const stack of [base, teams]) {
    new PlatformProvider(stack, "platform");
    new AccessMatrix(stack, "matrix");
  }
  const acme = Group.fromLookup(base, "acme", { name: "acme" });
  const payments = new Group(base, "payments", { parent: acme, name: "payments" });
  const deploy = Identity.githubActions(base, "deploy", {
    group: payments,
    repository: "acme/payments",
    branch: "main",
  });
  payments.grant(deploy, Role.registryPush);

  const search = new Group(teams, "search", { parent: payments, name: "search" });
  const releaser = new Role(teams, "releaser", { group: search, name: "releaser", capabilities: ["tag.delete"] });
  search.grant(deploy, releaser);
  const review = Identity.gitlabCi(teams, "review", { group: search, project: "acme/search" });
  const uid = new TerraformVariable(teams, "role", { type: "string" }).stringValue;
  search.grant(review, Role.fromUid(teams, "chosen", uid));
  app.synth();
}

test("is written at synthesis, across stacks, and marks what is known only after apply", () => {
  synthesize();
  const read = (stack: string, extension: string) =>
    readFileSync(path.join(outdir, "stacks", stack, `access-matrix.${extension}`), "utf8");
  expect(read("base", "md")).toMatchSnapshot();
  expect(read("teams", "md")).toMatchSnapshot();
  const { stack, access, unknown, gaps } = JSON.parse(read("teams", "json"));
  expect({ stack, gaps }).toEqual({ stack: "teams", gaps: [] });
  expect(access).toEqual([
    expect.objectContaining({
      identity: "deploy",
      group: "acme/payments/search",
      via: [
        expect.objectContaining({ role: "registry.push", group: "acme/payments" }),
        expect.objectContaining({ role: "releaser", group: "acme/payments/search" }),
      ],
      capabilities: expect.arrayContaining(["tag.create", "tag.delete"]),
      unknown: [],
    }),
    expect.objectContaining({ identity: "review", group: "acme/payments/search", capabilities: [], via: [] }),
  ]);
  expect(access[1].unknown).toContain("groups.delete");
  expect(unknown).toEqual([
    expect.objectContaining({
      identity: "review",
      group: "acme/payments/search",
      because: [expect.stringMatching(/^the role_uid of teams:platform_role_binding\.\S+ is known only after apply$/)],
    }),
  ]);
});
