/**
 * The dependency lock file of a stack (`.terraform.lock.hcl`), as text. Before a deployment, the cdktf command line
 * reads it for every required provider; if one is missing, it queries registries for all of them, which fails for a
 * provider shipped in an npm package. This package therefore writes its entry first.
 */

/** A provider that a stack requires. */
export interface RequiredProvider {
  /** The full source address, such as `registry.terraform.io/hashicorp/null`. */
  readonly address: string;
  /** Version constraints, verbatim, such as `~> 3.2, != 3.2.1`. */
  readonly constraints: string;
}

/** A locked provider. */
export interface LockedProvider extends RequiredProvider {
  readonly version: string;
  /** The hash of its content: `h1:…`. */
  readonly hash: string;
}

/**
 * Returns the lock file of a stack that requires `own` and `others`; `before` is the previous one, or "". Entries that
 * still match are kept verbatim, with the versions and hashes that the engine selected.
 */
export function lockFile(before: string, own: LockedProvider, others: readonly RequiredProvider[]): string {
  const entries = parse(before);
  const kept = others.flatMap(({ address, constraints }) => {
    const entry = entries.get(address);
    return entry && sameConstraints(entry.constraints, constraints) ? [entry.text] : [];
  });
  const present = entries.get(own.address);
  const ours = present && matches(present, own) ? present.text : write(own);
  return `${[...kept, ours, ...otherProvidersComment(others)].join("\n\n")}\n`;
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

/** The hash is compared too: a plugin rebuilt under the same version does not match the locked one. */
const matches = (entry: Entry, own: LockedProvider): boolean =>
  entry.version === own.version &&
  sameConstraints(entry.constraints, own.constraints) &&
  entry.hashes.includes(own.hash);

const write = ({ address, version, constraints, hash }: LockedProvider): string =>
  [
    `provider "${address}" {`,
    `  version     = "${version}"`,
    `  constraints = "${normalize(constraints)}"`,
    `  hashes = [`,
    `    "${hash}",`,
    `  ]`,
    `}`,
  ].join("\n");

/**
 * Lists the other providers in a comment. The cdktf command line, which parses line by line, finds them there and
 * leaves locking to the engine, which ignores comments and adds actual entries. The constraint is one that the command
 * line considers satisfied; it would misread constraints such as `> 3.0` or `< 4`.
 */
function otherProvidersComment(others: readonly RequiredProvider[]): string[] {
  if (others.length === 0) return [];
  const blocks = others.map(({ address }) => `provider "${address}" {\n  constraints = ">= 0"\n}`);
  return [`/*\n${blocks.join("\n")}\n*/`];
}

const sameConstraints = (one: string, other: string): boolean => normalize(one) === normalize(other);

/** Normalizes constraints as engines write and require them: `>= 0.1, < 1` becomes `>= 0.1.0, < 1.0.0`. */
function normalize(constraints: string): string {
  const parts = constraints.split(",").map((part) => {
    const [, operator, version] = /^\s*([=!<>~]*)\s*(.*?)\s*$/.exec(part)!;
    const segments = version!.split(".");
    // The number of segments matters only to ~>.
    while (operator !== "~>" && segments.length < 3) segments.push("0");
    return { operator: operator === "=" ? "" : operator!, version: segments.join(".") };
  });
  const ordered = parts.sort((a, b) => a.version.localeCompare(b.version, "en", { numeric: true }));
  return [...new Set(ordered.map(({ operator, version }) => `${operator} ${version}`.trim()))].join(", ");
}
