import { setTimeout } from "node:timers/promises";
import { InvalidArgumentError } from "commander";
import { isAtOrBelow, isUid, PlatformError, selfAndAncestors } from "../../api";
import { createClientFromSettings, type PlatformClient, resolveConfiguration } from "../../client";
import { capabilities as allCapabilities, type Capability, findCapability } from "../../model";
import { CommandFailure } from "../failure";
import type { Output } from "../output";

export interface AccessVerifyOptions {
  /** The uid of the identity. */
  readonly identity: string;
  /** What is granted to it. */
  readonly grants: readonly ExpectedGrant[];
  /** Accepts capabilities that are not granted. */
  readonly allowMore: boolean;
}

/** Capabilities that an identity has in a group and below. */
export interface ExpectedGrant {
  /** The uid of the group. */
  readonly group: string;
  /** The capabilities' short names. */
  readonly capabilities: readonly Capability[];
}

/** How long to wait for nodes that do not know new role bindings yet. */
const ATTEMPTS = 5;
const WAIT_MS = 1000;

/** Parses grants: `[{"group": uid, "capabilities": [...]}]`. Throws an InvalidArgumentError that states the format. */
export function parseGrants(text: string): ExpectedGrant[] {
  const given: unknown = parseJson(text);
  if (!Array.isArray(given) || given.length === 0 || !given.every(isGrant))
    throw new InvalidArgumentError(
      'must be a JSON array of grants, such as [{"group": "UID", "capabilities": ["groups.list"]}]',
    );
  // Another deployment's roles may have capabilities that this version does not know, so cannot test.
  return given.map(({ group, capabilities }) => ({
    group,
    capabilities: capabilities.flatMap((each) => findCapability(each) ?? []),
  }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isGrant(given: unknown): given is { readonly group: string; readonly capabilities: readonly string[] } {
  const { group, capabilities } = (given ?? {}) as { readonly group?: unknown; readonly capabilities?: unknown };
  return (
    typeof group === "string" &&
    isUid(group) &&
    Array.isArray(capabilities) &&
    capabilities.every((each) => typeof each === "string")
  );
}

/**
 * Exchanges this process's identity token for a new access token of the identity, and compares what it can do in each
 * group, and in the groups above, with what is granted. Returns false, and prints the differences, unless they are equal.
 */
export async function verifyAccess(options: AccessVerifyOptions, output: Output): Promise<boolean> {
  const { identity, grants, allowMore } = options;
  // An access token could be that of another identity.
  const resolved = resolveConfiguration({ identity, token_cache: false }, { ...process.env, PLATFORM_TOKEN: "" });
  const client = createClientFromSettings(resolved);
  try {
    const groups = [...new Set(grants.flatMap(({ group }) => selfAndAncestors(group)))];
    const results = await Promise.all(groups.map((group) => compare(client, group, grants)));
    const missing = results.flatMap(({ group, missing }) => describe(missing, `cannot do what is granted in ${group}`));
    const more = results.flatMap(({ group, more }) =>
      describe(more, `can do more in ${group} than these role bindings grant`),
    );
    const problems = allowMore ? missing : [...missing, ...more];
    for (const problem of problems) output.stderr(`identity ${identity} ${problem}\n`);
    if (problems.length > 0) return false;
    const what = allowMore ? "everything that is granted" : "exactly what is granted";
    output.stdout(`identity ${identity} can do ${what} in ${grants.map(({ group }) => group).join(", ")}\n`);
    return true;
  } finally {
    await client.close();
  }
}

const describe = (capabilities: readonly string[], what: string): string[] =>
  capabilities.length === 0 ? [] : [`${what}: ${capabilities.join(", ")}`];

interface Comparison {
  readonly group: string;
  readonly missing: readonly Capability[];
  readonly more: readonly Capability[];
}

async function compare(client: PlatformClient, group: string, grants: readonly ExpectedGrant[]): Promise<Comparison> {
  const applicable = grants.filter((grant) => isAtOrBelow(group, grant.group));
  const expected = new Set(applicable.flatMap(({ capabilities }) => capabilities));
  for (let attempt = 1; ; attempt++) {
    const actual = new Set(await capabilitiesIn(client, group));
    const missing = [...expected].filter((each) => !actual.has(each)).sort();
    if (missing.length > 0 && attempt < ATTEMPTS) {
      await setTimeout(WAIT_MS);
      continue;
    }
    return { group, missing, more: [...actual].filter((each) => !expected.has(each)).sort() };
  }
}

async function capabilitiesIn(client: PlatformClient, group: string): Promise<readonly Capability[]> {
  try {
    return await client.testCapabilities(group, allCapabilities);
  } catch (error) {
    if (!(error instanceof PlatformError && [404, 405, 501].includes(error.http))) throw error;
    throw new CommandFailure(
      "the deployment has no testCapabilities method, which is needed to compare capabilities; the token was exchanged",
    );
  }
}
