import * as pulumi from "@pulumi/pulumi";
import { findOne, PlatformError, requiredToList, type Selector, SettingsError } from "../../src/client";
import { camelCase, clientRegistry, type Plural, registry, type Uid, uidTypeOf } from "../../src/model";
import { checkQuery, isLater } from "./arguments";
import { checkConfiguration } from "./check-configuration";
import { connect } from "./connection";
import { type QueryView, reposView, selectorView } from "./queries";
import { asRunError, printable } from "./run-error";
import type { Deep, Found, Query } from "./types";
import { recordUid } from "./uids";

/** The arguments of a list of repos: at most one scope, and a name; without them, all repos visible to the caller. */
export interface ReposQuery {
  /** The uid of an ancestor group at any level. */
  readonly descendantsOf?: Uid<"Group">;
  /** The uid of the parent group. */
  readonly groupUid?: Uid<"Group">;
  /** @deprecated Use `groupUid`. */
  readonly childrenOf?: Uid<"Group">;
  readonly name?: string;
}

/**
 * Looks up a group by `uid`, or by `name` and scope: `parentUid` for the direct parent, `descendantsOf` for an ancestor
 * at any level. Throws PlatformError: NOT_FOUND, or FAILED_PRECONDITION with the candidates if several match.
 */
export const getGroup = lookup("getGroup", "groups");
/** {@link getGroup} for arguments that are outputs. */
export const getGroupOutput = outputOf("getGroupOutput", selectorView(clientRegistry.groups), getGroup);

/**
 * Looks up a role by `uid` or `name`, as {@link getGroup}, with `groupUid`; a name alone matches only built-in roles.
 */
export const getRole = lookup("getRole", "roles");
/** {@link getRole} for arguments that are outputs. */
export const getRoleOutput = outputOf("getRoleOutput", selectorView(clientRegistry.roles), getRole);

/**
 * Looks up an identity by `uid` or `name`, as {@link getGroup}, with `groupUid`, or by the `issuer` and `subject` of
 * the tokens that it trusts.
 */
export const getIdentity = lookup("getIdentity", "identities");
/** {@link getIdentity} for arguments that are outputs. */
export const getIdentityOutput = outputOf("getIdentityOutput", selectorView(clientRegistry.identities), getIdentity);

/** Looks up a repo by `uid` or `name`, as {@link getGroup}, with `groupUid`. */
export const getRepo = lookup("getRepo", "repos");
/** {@link getRepo} for arguments that are outputs. */
export const getRepoOutput = outputOf("getRepoOutput", selectorView(clientRegistry.repos), getRepo);

/**
 * Lists repos, ordered by name and uid. Throws PlatformError: PERMISSION_DENIED for an empty list if the caller may not
 * list repos, so that a lost permission does not destroy the resources that a program creates for each of them.
 */
export async function getRepos(query: ReposQuery = {}): Promise<readonly Found<"repos">[]> {
  return withoutStackTrace(async () => {
    checkQuery("getRepos", reposView, query);
    return reposFor(query);
  });
}
/** {@link getRepos} for arguments that are outputs. */
export const getReposOutput = (query: Deep<ReposQuery> = {}): pulumi.Output<readonly Found<"repos">[]> =>
  reposOutput(query);
const reposOutput = outputOf("getReposOutput", reposView, getRepos);

async function reposFor(query: ReposQuery): Promise<readonly Found<"repos">[]> {
  if (query.childrenOf !== undefined)
    await pulumi.log.warn("getRepos: childrenOf is deprecated and will be removed in the next version; use groupUid");
  const found: Found<"repos">[] = [];
  for await (const repo of client().repos.list({ ...query, pageSize: 200, orderBy: "name" }))
    found.push(toCamelCase("repos", repo));
  const scope = query.groupUid ?? query.childrenOf ?? query.descendantsOf;
  if (found.length === 0 && scope !== undefined) await requireVisible(scope);
  return found;
}

async function requireVisible(scope: string): Promise<void> {
  const visibility = await connection().access.mayList(registry.repos, scope);
  if (visibility !== "hidden") return;
  const needs = requiredToList(registry.repos).join(" and ");
  throw new PlatformError("PERMISSION_DENIED", `No repos are visible below ${scope}: ${needs} is required there`);
}

function lookup<P extends Plural>(name: string, plural: P): (query: Query<P>) => Promise<Found<P>> {
  const view: QueryView = selectorView(clientRegistry[plural]);
  return (query) =>
    withoutStackTrace(async () => {
      checkQuery(name, view, query);
      return toCamelCase<P>(
        plural,
        await findOne(client(), clientRegistry[plural], definedArguments(query) as Selector),
      );
    });
}

/** Returns the arguments that have a value. */
const definedArguments = (query: object) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== null));

function outputOf<A, R>(
  name: string,
  view: QueryView,
  find: (args: A) => Promise<R>,
): (args: Deep<A>) => pulumi.Output<R> {
  return (args) => {
    // Checks known arguments immediately, so that the error points to the failing line.
    if (!isLater(args)) checkQuery(name, view, args);
    return pulumi.output(args).apply((known) => find(known as A)) as pulumi.Output<R>;
  };
}

/** Runs a call so that Pulumi prints its error as one line, without a stack trace of this package. */
async function withoutStackTrace<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isExpected = error instanceof PlatformError || error instanceof SettingsError;
    throw isExpected ? asRunError(error) : printable(error);
  }
}

const connection = () => {
  checkConfiguration();
  const configuration = new pulumi.Config("platform");
  return connect({ get: (key) => configuration.get(key.replace(/^platform:/, "")) });
};

const client = () => connection().client;

function toCamelCase<P extends Plural>(plural: P, resource: object): Found<P> {
  const found = Object.fromEntries(Object.entries(resource).map(([name, value]) => [camelCase(name), value]));
  recordUid(uidTypeOf(clientRegistry[plural]), found.uid);
  return found as Found<P>;
}
