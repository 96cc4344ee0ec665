/** Generates the reference pages in docs from the provider's schema, the model and the examples. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "./load.mjs";

const examples = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../examples");

/** Returns the pages of Pulumi's resources and lookups by path: `pulumi/group.md`. */
export async function pulumiPages() {
  const pages = await load("scripts/generate/pulumi/pages.ts");
  return pages.pulumiPages((name) => {
    const file = path.join(examples, "pulumi", `${name}.ts`);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  });
}

/** Returns the pages by path: `index.md`, `resources/group.md`. Throws an Error that lists all missing examples. */
export async function referencePages() {
  const reference = await load("scripts/generate/reference/index.ts");
  return reference.referencePages((folder) => {
    const file = path.join(examples, folder.startsWith("pulumi/") ? `${folder}.ts` : `${folder}/main.tf`);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  });
}
