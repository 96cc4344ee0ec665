import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { previousBaseUrlSetting } from "../../constructs/pulumi/address";
import { buildProgram } from "../../src/cli/program";
import { settings } from "../../src/client";
import { createMetrics } from "../../src/service";
import { workloads } from "../../src/workloads";
import { blocksIn, guides, pages, read, root, spansIn } from "./pages";

const program = buildProgram({ stdout() {}, stderr() {} });

test.each(pages)("%s links only to existing pages and headings", (page) => {
  const anchor = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-");
  const broken = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => {
      const [file, heading] = target.split("#");
      const linked = file ? path.join(path.dirname(page), file) : page;
      if (!existsSync(path.join(root, linked))) return true;
      const headings = heading ? [...read(linked).matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) => anchor(text)) : [];
      return heading !== undefined && !headings.includes(heading);
    });
  expect(broken).toEqual([]);
});

test.each(guides)(
  "%s has the front matter that registries require, and is linked from the provider's page",
  (guide) => {
    expect(read(guide)).toMatch(
      /^---\npage_title: "[^"\n]+"\nsubcategory: ""\ndescription: \|-\n {2}\S[^\n]*\n---\n\n# [^\n]+\n/,
    );
    expect(read("docs/index.md")).toContain(`](guides/${path.basename(guide)})`);
    expect(read("README.md")).toContain(`](${guide})`);
  },
);

test.each(pages)("%s has only diagrams that Mermaid parses", (page) => {
  const invalid = blocksIn(page, "mermaid").flatMap((diagram) => {
    const [kind = "", ...lines] = diagram.trim().split("\n");
    const syntax = diagramLines[kind];
    return syntax ? lines.filter((line) => !syntax.some((form) => form.test(line))) : [kind];
  });
  expect(invalid).toEqual([]);
});

/**
 * The forms of lines in diagrams, a subset of Mermaid's syntax: its package has more than 100 dependencies and needs a
 * browser.
 */
const node = String.raw`\w+(?:\["[^"\]]+"\]|\(\["[^"\]]+"\]\)|\[\("[^"]+"\)\]|\(\[[^"\]]+\]\))?`;
const flowchart = [
  new RegExp(String.raw`^ {2}${node} (?:-->|-- "[^"]+" -->|-\. "[^"]+" \.->) ${node}$`),
  /^ {2}classDef \w+ [\w:,#-]+$/,
  /^ {2}class \w+(?:,\w+)* \w+$/,
];
const diagramLines: Readonly<Record<string, readonly RegExp[]>> = {
  "graph TD": flowchart,
  "graph LR": flowchart,
  sequenceDiagram: [
    /^ {2}participant (?!end\b)\w+ as [^;#]+$/,
    /^ {2}\w+(?:->>|-->>)\w+: [^;#]+$/,
    /^ {2}Note over \w+(?:,\w+)?: [^;#]+$/,
  ],
};

test("the README has at most 100 lines", () => {
  expect(read("README.md").split("\n").length).toBeLessThanOrEqual(100);
});

test.each(pages)("%s names only existing commands, options, scripts and variables", (page) => {
  const lines = [
    ...blocksIn(page, "sh", "shell", "yaml", "ini").flatMap((block) => block.split("\n")),
    ...spansIn(page),
  ];
  const wrong = lines.flatMap((line) => [
    ...[...line.matchAll(/platformctl((?: +[^\s|;&"#)]+)*)/g)].flatMap(([, rest = ""]) => unknownIn(rest)),
    ...[...line.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name).filter((name) => !(name in scripts)),
    ...(line.match(/\bPLATFORM_[A-Z_]+\b/g) ?? []).filter((name) => !variables.has(name)),
  ]);
  expect(wrong).toEqual([]);
});

const { scripts } = require("../../package.json") as { scripts: Record<string, string> };

const everyCommand = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(everyCommand)];

const variables = new Set([
  ...Object.values(settings).map(({ env }) => env as string),
  previousBaseUrlSetting.env,
  "PLATFORM_RUNTIME", // read by the launcher of the provider
  "PLATFORM_REGISTRY_HOSTS", // read by the Docker credential helper
  "PLATFORM_AZURE_SERVICE_CONNECTION_ID", // read for tokens of Azure DevOps
  ...everyCommand(program).flatMap(({ options }) => options.flatMap(({ envVar }) => envVar ?? [])),
]);

/** Returns the words of a line after `platformctl` that are not commands or options. */
function unknownIn(rest: string): readonly string[] {
  let command: Command = program;
  const unknown: string[] = [];
  let isValue = false;
  for (const word of rest.trim().split(/\s+/).filter(Boolean)) {
    const further = command.commands.find((each) => each.name() === word);
    if (isValue) isValue = false;
    else if (further) command = further;
    else if (word.startsWith("--")) {
      unknown.push(...(knows(command, word.split("=", 1)[0]!) ? [] : [`${command.name()} ${word}`]));
      isValue = command.options.some(({ long, required }) => long === word && required);
    } else if (command.commands.length > 0) unknown.push(`${command.name()} ${word}`);
  }
  return unknown;
}

const knows = (command: Command, flag: string): boolean =>
  ["--help", ...(command === program ? ["--version"] : [])].includes(flag) ||
  command.options.some(({ long }) => long === flag);

test("the pages' TypeScript compiles against the package", () => {
  // Within the repository, so that the package resolves by name.
  const cache = path.join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const directory = mkdtempSync(path.join(cache, "pages-"));
  try {
    for (const page of pages) {
      const blocks = blocksIn(page, "ts").filter((block) => block.includes('from "platform-iac/'));
      for (const [index, block] of blocks.entries())
        writeFileSync(path.join(directory, `${page.replaceAll("/", "-")}-${index}.ts`), block);
    }
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: true, module: "nodenext", target: "ES2022" },
      types: ["node", "jest"],
    };
    writeFileSync(path.join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const compiler = path.join(root, "node_modules/typescript/bin/tsc");
    expect(spawnSync(process.execPath, [compiler, "-p", directory], { encoding: "utf8" }).stdout).toBe("");
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("documents exactly the service's metrics", async () => {
  const { text } = await createMetrics().expose();
  const figures = [...text.matchAll(/^# TYPE (platform_\w+) /gm)].map(([, name]) => name);
  const named = spansIn("docs/guides/operating.md").filter((span) =>
    /^platform_\w+_(total|seconds|flight|failing)$/.test(span),
  );
  expect(named.sort()).toEqual(figures.sort());
});

test("explains only messages that the program contains", () => {
  const sources = ["src", "constructs/pulumi"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => read(path.join(folder, name))),
  );
  const rows = read("docs/guides/troubleshooting.md").matchAll(/^\| `([^`]+)`(?! \(from Terraform\))/gm);
  const parts = [...rows].flatMap(([, message = ""]) => message.split("…").map((part) => part.trim()));
  expect(parts.length).toBeGreaterThan(10);
  expect(parts.filter((part) => !sources.some((source) => source.includes(part)))).toEqual([]);
});

test("the authentication guide names every supported system", () => {
  const guide = read("docs/guides/authenticating.md");
  expect(workloads.map(({ title }) => title).filter((title) => !guide.includes(title))).toEqual([]);
});
