/** Generates the CDKTF bindings with the generator of `cdktf get`, then corrects its output. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { cdktfAdditions } from "./cdktf-additions.mjs";
import { providerSchemaJson, providerSource } from "./provider-schema.mjs";

// The generator checks for new Terraform versions when it is loaded; this disables the check.
Object.assign(process.env, { CHECKPOINT_DISABLE: "1", TF_CLI_CONFIG_FILE: os.devNull });

const require = createRequire(import.meta.url);
const { CodeMaker, TerraformProviderConstraint, TerraformProviderGenerator } = require("@cdktf/provider-generator");
const { ConstructsMakerProviderTarget, LANGUAGES } = require("@cdktf/commons");
const { version } = require("../../package.json");

/**
 * Replacements applied to every file, with their reasons. One without a match is an error: the generator has changed,
 * and the correction may be obsolete.
 */
const corrections = [
  {
    why: "nested attributes are not blocks in HCL, and only lists render their elements correctly",
    find: /\bisBlock: true,(\s+)type: "(?:struct|list|set)"/g,
    replace: 'isBlock: false,$1type: "list"',
  },
  {
    why: "the links lead to pages that do not exist",
    find: /^(?: *\* *\n)? *\* Docs at Terraform Registry: .*\n|^\/\/ https:\S+\n/gm,
    replace: "",
  },
  { why: "the links in comments lead to pages that do not exist", find: /\{@link https:\S+ ([^}]+)\}/g, replace: "$1" },
  {
    why: "we compile with noImplicitOverride",
    find: /\b(protected|public) (?=synthesize(?:Hcl)?Attributes\(|[gs]et alias\(|terraformResource: |terraformAttribute: |wrapsSet: )/g,
    replace: "$1 override ",
  },
  { why: "trailing whitespace", find: / +$/gm, replace: "" },
];

/** Returns the bindings by path: `index.ts` and one folder per class. */
export async function cdktfBindings() {
  const [major, minor] = version.split(".");
  // A range, because an exact version would tie stacks to the release that synthesized them.
  const range = `>= ${major}.${minor}, < ${Number(major) + 1}`;
  const constraint = new TerraformProviderConstraint({ name: "platform", source: providerSource, version: range });
  const generator = new TerraformProviderGenerator(new CodeMaker(), await providerSchemaJson());
  generator.generate(ConstructsMakerProviderTarget.from(constraint, LANGUAGES[0]));
  const files = correct(await filesOf(generator));
  const { files: additions, exports } = await cdktfAdditions();
  return { ...files, ...additions, "index.ts": `${files["index.ts"].trimEnd()}\n${exports}` };
}

async function filesOf(generator) {
  const directory = mkdtempSync(path.join(os.tmpdir(), "platform-bindings-"));
  try {
    await generator.save(directory);
    const folder = path.join(directory, "providers/platform");
    const names = readdirSync(folder, { recursive: true }).filter((name) => path.basename(name) === "index.ts");
    return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name), "utf8")]));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function correct(files) {
  const corrected = { ...files };
  for (const { why, find, replace } of corrections) {
    let found = false;
    for (const [name, text] of Object.entries(corrected)) {
      corrected[name] = text.replace(find, replace);
      found ||= corrected[name] !== text;
    }
    if (!found) throw new Error(`correction no longer matches the generator's output: ${why}`);
  }
  return corrected;
}
