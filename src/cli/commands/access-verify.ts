import { InvalidArgumentError } from "commander";
import { isUid, PlatformError } from "../../api";
import {
  compareAccess,
  createClientFromSettings,
  type ExpectedGrant,
  groupsOf,
  type PlatformClient,
  resolveConfiguration,
} from "../../client";
import { findCapability } from "../../model";
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
    const results = await Promise.all(groupsOf(grants).map((group) => compare(client, group, grants)));
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

/** Explains that the deployment cannot tell what the caller can do. */
async function compare(client: PlatformClient, group: string, grants: readonly ExpectedGrant[]) {
  try {
    return await compareAccess(client, group, grants);
  } catch (error) {
    if (!(error instanceof PlatformError && [404, 405, 501].includes(error.http))) throw error;
    throw new CommandFailure(
      "the deployment has no testCapabilities method, which is needed to compare capabilities; the token was exchanged",
    );
  }
}
