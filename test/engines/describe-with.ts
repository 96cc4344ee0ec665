import { type EngineName, engines } from "./locate";

/** How people call the engines; the reporter finds these in the titles of suites that are left out. */
const titles: Readonly<Record<EngineName, string>> = {
  terraform: "Terraform",
  tofu: "OpenTofu",
  pulumi: "Pulumi",
  nullMirror: "hashicorp/null",
  postgresql: "PostgreSQL",
};

/**
 * A suite that needs engines. Where one is missing the suite is left out, and the reporter says at the end for want of which engine and
 * how many tests that cost; under CI=true, where all of them have to be there, it fails instead.
 */
export function describeWith(needed: readonly EngineName[], title: string, body: () => void): void {
  const missing = needed.filter((name) => engines[name] === undefined).map((name) => titles[name]);
  if (missing.length === 0) {
    describe(title, body);
  } else if (process.env.CI === "true") {
    test(`${title} has the engines it needs`, () => {
      throw new Error(`CI runs every test, but ${missing.join(" and ")} cannot be found`);
    });
  } else {
    describe.skip(`${title} [left out without ${missing.join(", ")}]`, body);
  }
}
