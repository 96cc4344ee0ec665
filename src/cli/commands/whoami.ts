import {
  AccessGraph,
  type CapabilitySet,
  capabilityNames,
  capabilitySet,
  Directory,
  type Grants,
  noCapabilities,
} from "../../access";
import { authPaths, parentOf, selfAndAncestors } from "../../api";
import {
  createClient,
  type PlatformClient,
  PlatformError,
  type ResolvedSettings,
  readAccess,
  resolveConfiguration,
  type SourceSetting,
  staticToken,
  tokenFor,
} from "../../client";
import { decodeClaims } from "../../client/tokens/jwt";
import { SESSION_FILE } from "../../client/tokens/session-file";
import { capabilities as allCapabilities, builtInRoles, httpUrlProblem } from "../../model";
import { describeCapabilities, enumerate } from "../access/wording";
import { requestAuth } from "../auth-requests";
import type { Output } from "../output";

export interface WhoamiOptions {
  readonly json: boolean;
  readonly session?: string;
}

/** The JSON output of `platformctl whoami`. */
export interface WhoamiReport {
  readonly baseUrl: string;
  /** Where the credentials come from, in words. */
  readonly credentials: string;
  readonly identity: { readonly uid: string; readonly name: string; readonly email: string };
  /** When the token expires, in RFC 3339 format. */
  readonly expiry: string;
  /** What the token is restricted to, if it is. */
  readonly restrictions?: Restrictions;
  /** What the token may do, by group: what it has in a group, it also has below. */
  readonly access: readonly OwnAccess[];
}

interface Restrictions {
  readonly capabilities?: readonly string[];
  readonly groups?: readonly string[];
}

interface OwnAccess {
  readonly group: string;
  /** The path of names of the group, as far as they are visible. */
  readonly name: string;
  readonly capabilities: readonly string[];
}

/** What the token service says about the bearer of a token. */
interface Bearer extends Restrictions {
  readonly identity: { readonly uid: string; readonly name: string; readonly email?: string };
  readonly expiry: string;
}

/** Prints which credentials are used, which identity they belong to, and what it may do. */
export async function whoami({ json, session }: WhoamiOptions, output: Output): Promise<void> {
  const env = session === undefined ? process.env : { ...process.env, [SESSION_FILE]: session };
  const resolved = resolveConfiguration({}, env);
  const { baseUrl, insecure, ca } = resolved;
  const token = await tokenFor(resolved, { audience: baseUrl }).token({});
  const { identity, expiry, capabilities, groups } = await bearerOf(token, baseUrl);
  const client = createClient({ baseUrl, insecure, ca, credentials: staticToken(token) });
  try {
    const restrictions = { ...(capabilities ? { capabilities } : {}), ...(groups ? { groups } : {}) };
    const report: WhoamiReport = {
      baseUrl,
      credentials: describeSource(resolved),
      identity: { uid: identity.uid, name: identity.name, email: identity.email ?? "" },
      expiry,
      ...(capabilities || groups ? { restrictions } : {}),
      access: await ownAccess(client, identity.uid, restrictions),
    };
    output.stdout(json ? `${JSON.stringify(report, undefined, 2)}\n` : textOf(report));
  } finally {
    await client.close();
  }
}

/** Asks the token service, whose address is the issuer of its tokens, except those that an operator created. */
async function bearerOf(token: string, baseUrl: string): Promise<Bearer> {
  const { iss, sub, exp } = decodeClaims(token) ?? {};
  if (typeof iss !== "string" || typeof sub !== "string")
    throw new PlatformError("UNAUTHENTICATED", "the access token does not say whose it is; get one from the platform");
  const authUrl = httpUrlProblem(iss) === undefined ? iss : baseUrl;
  try {
    const request = { failure: "Cannot find out whose token this is", method: "GET", bearer: token } as const;
    return await requestAuth<Bearer>(`${authUrl}${authPaths.whoAmI}`, request);
  } catch (error) {
    // Other deployments may lack this endpoint.
    if (!(error instanceof PlatformError && [404, 405, 501].includes(error.http))) throw error;
    return { identity: { uid: sub, name: "" }, expiry: new Date(Number(exp) * 1000).toISOString() };
  }
}

function describeSource({ access }: ResolvedSettings): string {
  if (access.kind === "token") return "a configured access token (PLATFORM_TOKEN)";
  if (access.kind === "session") return `the login session in ${access.file}`;
  return `${describeIdentityToken(access.source)}, exchanged at ${access.authUrl}`;
}

function describeIdentityToken(source: SourceSetting): string {
  switch (source.kind) {
    case "literal":
      return "a configured identity token (PLATFORM_IDENTITY_TOKEN)";
    case "file":
      return `the identity token in ${source.path}`;
    case "session":
      return `the login session in ${source.file}`;
    case "workload":
      return `a token of ${source.source.title}`;
  }
}

async function ownAccess(client: PlatformClient, identity: string, restrictions: Restrictions): Promise<OwnAccess[]> {
  const snapshot = await readAccess(client);
  const [graph, directory] = [new AccessGraph(snapshot, new Date().toISOString()), new Directory(snapshot)];
  const grants = graph
    .grantsOf(identity)
    .restrictedTo(restrictions.capabilities && capabilitySet(restrictions.capabilities), restrictions.groups);
  const found = grants.size > 0 ? effective(grants) : await testedAccess(client, identity, restrictions);
  return [...found].map(([group, set]) => ({
    group,
    name: directory.group(group),
    capabilities: capabilityNames(set).sort(),
  }));
}

/** Returns what is granted in each group in addition to what is granted above it. */
const effective = (grants: Grants): ReadonlyMap<string, CapabilitySet> =>
  additional([...grants.groups].sort(), (group) => grants.at(group));

/** A caller that cannot list its own role bindings can still test its capabilities where it expects them. */
async function testedAccess(client: PlatformClient, identity: string, { groups = [] }: Restrictions) {
  const candidates = [...new Set([...selfAndAncestors(parentOf(identity) ?? identity), ...groups])].sort();
  const tested = await Promise.all(candidates.map((group) => client.testCapabilities(group, allCapabilities)));
  const byGroup = new Map(candidates.map((group, index) => [group, capabilitySet(tested[index]!)]));
  return additional(candidates, (group) => byGroup.get(group) ?? noCapabilities);
}

function additional(groups: readonly string[], at: (group: string) => CapabilitySet) {
  const found = new Map<string, CapabilitySet>();
  for (const group of groups) {
    const above = selfAndAncestors(group).slice(1);
    const inherited = above.reduce((set, each) => set | (found.get(each) ?? noCapabilities), noCapabilities);
    const added = at(group) & ~inherited;
    if (added !== noCapabilities) found.set(group, added);
  }
  return found;
}

function textOf({ baseUrl, credentials, identity, expiry, restrictions, access }: WhoamiReport): string {
  const { uid, name, email } = identity;
  const limits = [
    ...(restrictions?.capabilities ? [describeCapabilities(restrictions.capabilities)] : []),
    ...(restrictions?.groups ? [`${enumerate(restrictions.groups)} and below`] : []),
  ];
  const granted = access.map(
    (each) => `may:          ${describeCapabilities(each.capabilities, builtInRoles)} in ${each.name} and below`,
  );
  return [
    `identity:     ${[name, ...(email ? [`<${email}>`] : [])].join(" ") || uid}`,
    `uid:          ${uid}`,
    `credentials:  ${credentials}`,
    `platform:     ${baseUrl}`,
    `expires:      ${expiry}`,
    ...(limits.length > 0 ? [`restrictions: ${limits.join(", in ")}`] : []),
    ...(granted.length > 0 ? granted : ["may:          nothing that is visible to it"]),
    "",
  ].join("\n");
}
