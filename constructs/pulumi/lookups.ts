import * as pulumi from "@pulumi/pulumi";
import { findOne, type Selector } from "../../src/client";
import { camelCase, type Resource, type ResourceDefinition, registry } from "../../src/model";
import { connect } from "./connection";
import type { Deep, Found } from "./types";

/** A repo's listing: at most one scope, and a name; all that the caller may see, unless given. */
export interface ReposQuery {
  /** The uid of a group: only repos anywhere below it. */
  readonly descendantsOf?: string;
  /** The uid of a group: only repos directly in it. */
  readonly childrenOf?: string;
  readonly name?: string;
}

/**
 * Finds a group by `uid`, or by `name` and where it is: `parentUid` for directly in a group, `descendantsOf` for anywhere
 * below one. Throws PlatformError: NOT_FOUND, or FAILED_PRECONDITION where several fit, listing them.
 */
export const getGroup = lookup(registry.groups);
/** {@link getGroup} for arguments that are outputs. */
export const getGroupOutput = outputOf(getGroup);

/** Finds a role by `uid` or `name`, as {@link getGroup}, with `groupUid`; a name alone finds built-in roles only. */
export const getRole = lookup(registry.roles);
/** {@link getRole} for arguments that are outputs. */
export const getRoleOutput = outputOf(getRole);

/** Finds a repo by `uid` or `name`, as {@link getGroup}, with `groupUid`. */
export const getRepo = lookup(registry.repos);
/** {@link getRepo} for arguments that are outputs. */
export const getRepoOutput = outputOf(getRepo);

/** Lists repos, by name and uid. Throws PlatformError. */
export async function getRepos(query: ReposQuery = {}): Promise<readonly Found<typeof registry.repos>[]> {
  const found: Found<typeof registry.repos>[] = [];
  for await (const repo of client().repos.list({ ...query, pageSize: 200, orderBy: "name" })) found.push(spelled(repo));
  return found;
}
/** {@link getRepos} for arguments that are outputs. */
export const getReposOutput = outputOf(getRepos);

function lookup<const D extends ResourceDefinition>(definition: D): (selector: Selector) => Promise<Found<D>> {
  return async (selector) => spelled(await findOne(client(), definition, selector));
}

function outputOf<A, R>(find: (args: A) => Promise<R>): (args: Deep<A>) => pulumi.Output<R> {
  return (args) => pulumi.output(args).apply((known) => find(known as A)) as pulumi.Output<R>;
}

const client = () => {
  const configuration = new pulumi.Config("platform");
  return connect({ get: (key) => configuration.get(key.replace(/^platform:/, "")) });
};

const spelled = <D extends ResourceDefinition>(resource: Resource<D>) =>
  Object.fromEntries(Object.entries(resource).map(([name, value]) => [camelCase(name), value])) as Found<D>;
