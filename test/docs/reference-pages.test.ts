import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { capabilitiesPage } from "../../scripts/generate/capabilities-page";
import { platformctlPage } from "../../scripts/generate/platformctl-page";
import { pulumiPages } from "../../scripts/generate/pulumi/pages";
import { referencePages } from "../../scripts/generate/reference";
import type { Provider } from "../../src/provider/plugin";

const root = path.resolve(__dirname, "../..");

const exampleIn = (folder: string): string | undefined => {
  const file = path.join(root, "examples", folder.startsWith("pulumi/") ? `${folder}.ts` : `${folder}/main.tf`);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
};

const pages = referencePages(exampleIn);
const programIn = (name: string) => {
  const file = path.join(root, "examples/pulumi", `${name}.ts`);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
};
const pulumi = pulumiPages(programIn);
const page = (name: string): string => pages[name] ?? "";

test("the pages below docs are generated from schema, model and examples", () => {
  const present = readdirSync(path.join(root, "docs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => path.relative(path.join(root, "docs"), path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith("guides/"));
  const wanted: Readonly<Record<string, string>> = {
    ...pages,
    ...pulumi,
    "capabilities.md": capabilitiesPage(),
    "platformctl.md": platformctlPage(),
  };
  expect(present.sort()).toEqual(Object.keys(wanted).sort());
  for (const name of present) expect(readFileSync(path.join(root, "docs", name), "utf8")).toBe(wanted[name]);
});

test("names resources without an example", () => {
  const without = (folder: string) => (folder === "resources/role" || folder === "provider" ? undefined : "");
  expect(() => referencePages(without)).toThrow(
    "there is no example: write examples/provider/main.tf, examples/resources/role/main.tf",
  );
});

test("Pulumi's pages have arguments, outputs, lookups and their programs", () => {
  for (const name of readdirSync(path.join(root, "examples/pulumi")))
    expect(pulumi[`pulumi/${name.replace(".ts", ".md")}`]).toContain(programIn(name.replace(".ts", ""))!.trim());
  expect(pulumi["pulumi/group.md"]).toContain("- `name` (`string`) The group's name.");
  expect(pulumi["pulumi/role.md"]).toMatch(/- `capabilities` \(`Capability\[\]`\) .* One of the \[\d+ capabilities\]/);
  expect(pulumi["pulumi/identity.md"]).toContain(
    "- `claimMatch` ([IdentityClaimMatchArgs](#identityclaimmatchargs), optional)",
  );
  expect(pulumi["pulumi/repo.md"]).toContain("### getRepos\n");
  expect(pulumi["pulumi/provider.md"]).not.toContain("`token`");
  for (const text of Object.values(pulumi)) {
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!.toLowerCase());
    for (const [, anchor] of text.matchAll(/\]\(#([^)]+)\)/g)) expect(headings).toContain(anchor);
  }
});

test("every example has a page", () => {
  const folders = ["resources", "data-sources", "ephemeral-resources", "functions"];
  for (const folder of folders) {
    for (const name of readdirSync(path.join(root, "examples", folder)))
      expect(pages).toHaveProperty([`${folder}/${name}.md`]);
  }
});

test("every page begins with its front matter and shows its example", () => {
  for (const [name, text] of Object.entries(pages)) {
    expect(text).toMatch(/^---\npage_title: "[^"\n]+"\nsubcategory: "[^"\n]*"\ndescription: \|-\n {2}\S.*\n---\n\n# /);
    const example = exampleIn(name === "index.md" ? "provider" : name.replace(".md", ""));
    expect(text).toContain(`## Example Usage\n\n\`\`\`terraform\n${example?.trim()}\n`);
  }
});

test("every link leads to a page, or to an anchor of its own page", () => {
  for (const [name, text] of Object.entries(pages)) {
    for (const [, target = ""] of text.matchAll(/\]\(([^)]+)\)/g)) {
      if (target.startsWith("#")) expect(text).toContain(`<a id="${target.slice(1)}"></a>`);
      else if (/^(\.\.\/)?(guides|pulumi)\//.test(target))
        expect(existsSync(path.join(root, "docs", path.dirname(name), target))).toBe(true);
      else expect(pages).toHaveProperty([path.join(path.dirname(name), target)]);
    }
  }
});

test("a resource's page has replacements, accepted values and rules across attributes", () => {
  expect(page("resources/role_binding.md")).toContain("- `identity_uid` (String, Forces replacement) The uid of");
  expect(page("resources/role_binding.md")).toContain("- `role_uid` (String) The uid of");
  expect(page("resources/group.md")).toContain(
    'Must contain only lowercase letters, digits, spaces, ".", "_" and "-" (`^[a-z0-9 ._-]{1,}$`). At most 255',
  );
  expect(page("resources/repo.md")).toContain("One of `CATALOG_TIER_APPLICATION`, ");
  expect(page("resources/role.md")).toContain("Allowed values: `groups.create`, ");
  const identity = page("resources/identity.md");
  expect(identity).toContain(
    "Exactly one of `claim_match`, `static_keys`, `aws_identity`, `service_principal` must be",
  );
  expect(identity).toMatch(
    /### Nested Schema for `claim_match`\n\nOptional:\n\n- `audience`[^#]+Exactly one of `issuer`/,
  );
});

test("a resource's page shows its import into the example's resource", () => {
  expect(page("resources/role.md")).toContain('import {\n  to = platform_role.releaser\n  id = "<uid of the role>"\n}');
  expect(page("resources/identity.md")).toContain("Import an identity by its uid.");
});

test("a resource's page shows its Pulumi program, and the provider's page lists resources by category", () => {
  for (const name of Object.keys(pages).filter((each) => each.startsWith("resources/"))) {
    const program = `pulumi/${path.basename(name, ".md").replaceAll("_", "-")}`;
    const text = readFileSync(path.join(root, `examples/${program}.ts`), "utf8").trim();
    expect(page(name)).toContain(`](../${program}.md):\n\n\`\`\`ts\n${text}\n`);
  }
  const [, resources = ""] = /^### Resources\n(.*?)^### /ms.exec(page("index.md")) ?? [];
  expect(resources.match(/^\*\*\w+\*\*$/gm)).toEqual(["**Access**", "**Registry**"]);
  expect(resources.indexOf("**Registry**")).toBeLessThan(resources.indexOf("platform_tag"));
});

test("functions and ephemeral resources have their own pages", () => {
  const offering: Provider = {
    schema: { attributes: {} },
    resources: {},
    dataSources: {},
    ephemeralResources: {
      platform_lease: {
        schema: { description: "A lease.", attributes: { key: { type: "string", computed: true, sensitive: true } } },
        open: () => ({ result: { key: "" } }),
      },
    },
    functions: {
      joined: {
        summary: "Parts in one",
        description: "Joins parts.",
        parameters: [{ name: "separator", type: "string", description: "What stands between." }],
        variadic: { name: "parts", type: ["list", "string"] },
        returns: "bool",
        call: () => true,
      },
    },
    configure() {},
  };
  const made = referencePages(() => "", offering);
  expect(Object.keys(made)).toEqual(["index.md", "ephemeral-resources/lease.md", "functions/joined.md"]);
  expect(made["functions/joined.md"]).toContain("joined(separator string, parts list of string...) bool\n");
  expect(made["functions/joined.md"]).toContain(
    "1. `separator` (String) What stands between.\n2. `parts` (List of String)",
  );
  expect(made["ephemeral-resources/lease.md"]).toContain("### Read-Only\n\n- `key` (String, Sensitive)");
  expect(made["index.md"]).toContain("- [`provider::platform::joined`](functions/joined.md): Parts in one");
  expect(made["index.md"]).not.toContain("### Resources");
});

test("the provider's page marks secrets, names each setting's variable and links to all other pages", () => {
  expect(page("index.md")).toMatch(/- `token` \(String, Sensitive\) .+ Environment variable: `PLATFORM_TOKEN`\./);
  for (const name of Object.keys(pages)) if (name !== "index.md") expect(page("index.md")).toContain(`](${name})`);
});
