import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";

const root = path.resolve(__dirname, "../..");
const folder = path.join(root, "examples/pipelines");
const files = readdirSync(folder);
const textOf = (file: string) => readFileSync(path.join(folder, file), "utf8");
const guide = readFileSync(path.join(root, "docs/guides/pipelines.md"), "utf8");
const accessGuide = readFileSync(path.join(root, "docs/guides/access.md"), "utf8");

test("the guide lists every pipeline", () => {
  const listed = [...guide.matchAll(/`examples\/pipelines\/([^`]+)`/g)].map(([, file]) => file);
  expect(listed.sort()).toEqual([...files].sort());
});

describe.each(files)("%s", (file) => {
  const text = textOf(file);
  const job = (name: string) => {
    const lines = text.split("\n");
    const first = lines.findIndex((line) => new RegExp(`^ *(${name}:|- (label|job): ${name})$`).test(line));
    const rest = lines.slice(first + 1);
    const end = rest.findIndex((line) => /^ *((plan|apply|drift|workflows):|- (label|job): .*)$/.test(line));
    return first < 0 ? "" : rest.slice(0, end < 0 ? undefined : end).join("\n");
  };

  it("is valid YAML with the jobs plan, apply and drift", () => {
    expect(load(text)).toEqual(expect.any(Object));
    for (const name of ["plan", "apply", "drift"]) expect(job(name)).not.toBe("");
  });

  it("applies only as the writer, and plans and looks for drift only as the reader", () => {
    expect(job("apply")).toMatch(/WRITER|Writer|writer/);
    expect(job("apply")).not.toMatch(/reader/i);
    for (const name of ["plan", "drift"]) {
      expect(job(name)).toMatch(/READER|Reader|reader/);
      expect(job(name)).not.toMatch(/writer/i);
    }
    expect(text.match(/terraform apply/g)).toHaveLength(1);
    expect(job("apply")).toContain("terraform apply -input=false -auto-approve");
  });

  it("reviews access in plans, and detects drift by the exit code", () => {
    expect(job("plan")).toMatch(/platformctl access diff plan\.json .*--fail-on takeover/);
    expect(job("drift")).toContain("terraform plan -input=false -lock=false -detailed-exitcode");
  });

  it("stores no secret", () => {
    expect(text).not.toMatch(/secrets\.|PLATFORM_TOKEN\b|AWS_SECRET_ACCESS_KEY|client_secret|password: "?[a-z0-9]/i);
  });
});

test("the pipelines of GitHub and GitLab comment as the access guide does", () => {
  const script = (text: string) => text.replace(/^ +/gm, "");
  const comment = /status=0\n.*?exit \$status/s.exec(script(accessGuide))![0];
  expect(script(textOf("github-actions.yml"))).toContain(comment);
  expect(textOf("gitlab-ci.yml")).toContain('startswith("<!-- access diff -->")');
});
