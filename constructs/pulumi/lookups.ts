import * as pulumi from "@pulumi/pulumi";
import { findOne, listingNeeds, PlatformError, type Selector } from "../../src/client";
import { camelCase, clientRegistry, type Plural, registry } from "../../src/model";
import { checkConfiguration } from "./check-configuration";
import { connect } from "./connection";
import type { Deep, Found } from "./types";

/** A repo's listing: at most one scope, and a name; all that the caller may see, unless given. */
export interface ReposQuery {
  /** The uid of a group: only repos anywhere below it. */
  readonly descendantsOf?: string;
  /** The uid of a group: only repos directly in it. */
  readonly groupUid?: string;
  /** @deprecated The earlier name of `groupUid`. */
  readonly childrenOf?: string;
  readonly name?: string;
}

/**
 * Finds a group by `uid`, or by `name` and where it is: `parentUid` for directly in a group, `descendantsOf` for anywhere
 * below one. Throws PlatformError: NOT_FOUND, or FAILED_PRECONDITION where several fit, listing them.
 */
export const getGroup = lookup("groups");
/** {@link getGroup} for arguments that are outputs. */
export const getGroupOutput = outputOf(getGroup);

/** Finds a role by `uid` or `name`, as {@link getGroup}, with `groupUid`; a name alone finds built-in roles only. */
export const getRole = lookup("roles");
/** {@link getRole} for arguments that are outputs. */
export const getRoleOutput = outputOf(getRole);

/**
 * Finds an identity by `uid` or `name`, as {@link getGroup}, with `groupUid`, or by the `issuer` and the `subject` of the
 * tokens that it trusts.
 */
export const getIdentity = lookup("identities");
/** {@link getIdentity} for arguments that are outputs. */
export const getIdentityOutput = outputOf(getIdentity);

/** Finds a repo by `uid` or `name`, as {@link getGroup}, with `groupUid`. */
export const getRepo = lookup("repos");
/** {@link getRepo} for arguments that are outputs. */
export const getRepoOutput = outputOf(getRepo);

/**
 * Lists repos, by name and uid. Throws PlatformError: PERMISSION_DENIED for an empty list where the caller may not list
 * repos, so that a lost permission does not destroy what a program makes for each of them.
 */
export async function getRepos(query: ReposQuery = {}): Promise<readonly Found<"repos">[]> {
  if (query.childrenOf !== undefined)
    await pulumi.log.warn("getRepos: childrenOf is deprecated and will be removed in the next version; use groupUid");
  const found: Found<"repos">[] = [];
  for await (const repo of client().repos.list({ ...query, pageSize: 200, orderBy: "name" }))
    found.push(spelled<"repos">(repo));
  const scope = query.groupUid ?? query.childrenOf ?? query.descendantsOf;
  if (found.length === 0 && scope !== undefined) await mustSee(scope);
  return found;
}
/** {@link getRepos} for arguments that are outputs. */
export const getReposOutput = outputOf(getRepos);

async function mustSee(scope: string): Promise<void> {
  const visibility = await connection().access.mayList(registry.repos, scope);
  if (visibility !== "hidden") return;
  const needs = listingNeeds(registry.repos).join(" and ");
  throw new PlatformError("PERMISSION_DENIED", `No repos are visible below ${scope}: ${needs} is needed there`);
}

function lookup<P extends Plural>(plural: P): (selector: Selector) => Promise<Found<P>> {
  return async (selector) => spelled<P>(await findOne(client(), clientRegistry[plural], selector));
}

function outputOf<A, R>(find: (args: A) => Promise<R>): (args: Deep<A>) => pulumi.Output<R> {
  return (args) => pulumi.output(args).apply((known) => find(known as A)) as pulumi.Output<R>;
}

const connection = () => {
  checkConfiguration();
  const configuration = new pulumi.Config("platform");
  return connect({ get: (key) => configuration.get(key.replace(/^platform:/, "")) });
};

const client = () => connection().client;

const spelled = <P extends Plural>(resource: object) =>
  Object.fromEntries(Object.entries(resource).map(([name, value]) => [camelCase(name), value])) as Found<P>;
