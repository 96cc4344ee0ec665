/**
 * The dependency lock file of a stack (`.terraform.lock.hcl`), as text. Before it deploys, cdktf's command line looks
 * there for every provider that the stack requires, and where one is missing it asks registries for all of them, which
 * cannot end well for a provider that comes with an npm package. So ours stands there before it looks.
 */

/** A provider that a stack requires. */
export interface RequiredProvider {
  /** Its whole address: `registry.terraform.io/hashicorp/null`. */
  readonly address: string;
  /** As written: `~> 3.2, != 3.2.1`. */
  readonly constraints: string;
}

/** A provider as it is locked. */
export interface LockedProvider extends RequiredProvider {
  readonly version: string;
  /** What identifies its content: `h1:…`. */
  readonly hash: string;
}

/**
 * The lock file for a stack that requires `own` and `others`, from the one that was there before (or "").
 * Entries that are still right stay to the letter, with the versions and hashes that the engine has chosen.
 */
export function lockFile(before: string, own: LockedProvider, others: readonly RequiredProvider[]): string {
  const entries = parse(before);
  const kept = others.flatMap(({ address, constraints }) => {
    const entry = entries.get(address);
    return entry && sameConstraints(entry.constraints, constraints) ? [entry.text] : [];
  });
  const present = entries.get(own.address);
  const ours = present && isOf(present, own) ? present.text : write(own);
  return `${[...kept, ours, ...announce(others)].join("\n\n")}\n`;
}

interface Entry {
  readonly text: string;
  readonly version: string | undefined;
  readonly constraints: string;
  readonly hashes: readonly string[];
}

function parse(lockFile: string): Map<string, Entry> {
  const blocks = lockFile.replace(/\/\*.*?\*\//gs, "").matchAll(/^provider "([^"]+)" \{\n(.*?)^\}/gms);
  return new Map(
    [...blocks].map(([text, address, body]) => [
      address!,
      {
        text,
        version: /^\s*version\s*=\s*"(.*)"/m.exec(body!)?.[1],
        constraints: /^\s*constraints\s*=\s*"(.*)"/m.exec(body!)?.[1] ?? "",
        hashes: [...body!.matchAll(/"(\w+:[^"]+)"/g)].map(([, hash]) => hash!),
      },
    ]),
  );
}

/** The content counts too: a plugin rebuilt under its old version would not pass as the one that was locked. */
const isOf = (entry: Entry, own: LockedProvider): boolean =>
  entry.version === own.version &&
  sameConstraints(entry.constraints, own.constraints) &&
  entry.hashes.includes(own.hash);

const write = ({ address, version, constraints, hash }: LockedProvider): string =>
  [
    `provider "${address}" {`,
    `  version     = "${version}"`,
    `  constraints = "${normalise(constraints)}"`,
    `  hashes = [`,
    `    "${hash}",`,
    `  ]`,
    `}`,
  ].join("\n");

/**
 * The other providers, in a comment: the command line, which reads line by line, finds them there and leaves locking to
 * the engine, which does not read comments and adds true entries. The constraints are such that it finds them met,
 * where it would misread what the stack asks for (`> 3.0`, `< 4`).
 */
function announce(others: readonly RequiredProvider[]): string[] {
  if (others.length === 0) return [];
  const blocks = others.map(({ address }) => `provider "${address}" {\n  constraints = ">= 0"\n}`);
  return [`/*\n${blocks.join("\n")}\n*/`];
}

const sameConstraints = (one: string, other: string): boolean => normalise(one) === normalise(other);

/** Constraints as engines write them, and insist on reading them: `>= 0.1, < 1` becomes `>= 0.1.0, < 1.0.0`. */
function normalise(constraints: string): string {
  const parts = constraints.split(",").map((part) => {
    const [, operator, version] = /^\s*([=!<>~]*)\s*(.*?)\s*$/.exec(part)!;
    const segments = version!.split(".");
    // How many segments are given means something to ~> alone.
    while (operator !== "~>" && segments.length < 3) segments.push("0");
    return { operator: operator === "=" ? "" : operator!, version: segments.join(".") };
  });
  const ordered = parts.sort((a, b) => a.version.localeCompare(b.version, "en", { numeric: true }));
  return [...new Set(ordered.map(({ operator, version }) => `${operator} ${version}`.trim()))].join(", ");
}
