import { type EngineName, engines } from "./locate";

/** The display names of engines; the reporter searches the titles of skipped suites for them. */
const titles: Readonly<Record<EngineName, string>> = {
  terraform: "Terraform",
  tofu: "OpenTofu",
  pulumi: "Pulumi",
  nullMirror: "hashicorp/null",
  standalone: "Bun",
  postgresql: "PostgreSQL",
  gnupg: "GnuPG",
  chromium: "Chromium",
};

/**
 * Declares a suite that requires engines. If one is missing, the suite is skipped, and the reporter prints the number
 * of skipped tests per missing engine; under CI=true, which requires all of them, it fails instead.
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
