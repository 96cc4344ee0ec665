import { load } from "./load.mjs";

/** The page that says which capability each operation needs, from the definitions. */
export async function capabilitiesPage() {
  const { capabilitiesPage: page } = await load("scripts/generate/capabilities-page.ts");
  return { "capabilities.md": page() };
}
