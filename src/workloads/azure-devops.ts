import { atMostOneOf, exactlyOneOf } from "../model/rules";
import { checkRules, type RefOptions, refOptions, refPart, requirePattern, requireUuid } from "./options";
import type { Environment, RequestSource, Workload } from "./workload";

/**
 * The trusted jobs: those of a pipeline on branches (`main` by default) or for one tag, or those of every pipeline that
 * may use a service connection.
 */
export interface AzureDevopsOptions extends RefOptions {
  /** The organization's name, as in `https://dev.azure.com/acme`. */
  readonly organization: string;
  /** The organization's id, a UUID. */
  readonly organizationId: string;
  /** The project's name. */
  readonly project: string;
  /** The pipeline's name. */
  readonly pipeline?: string;
  /** The name of a service connection. Azure DevOps checks which pipelines may use it, on any branch. */
  readonly serviceConnection?: string;
}

const isCurrent = (env: Environment): boolean => env.TF_BUILD === "True";
const name = /^[^/\p{Cc}]+$/u;

/**
 * Azure DevOps. Tokens come from its `oidctoken` API; subjects are `p://ORGANIZATION/PROJECT/PIPELINE`, or with
 * `sc://` the name of a service connection. The ref is a claim of its own. Pipelines cannot choose the audience.
 */
export const azureDevops = {
  id: "azure-devops",
  title: "Azure DevOps",
  isCurrent,
  options: ["organization", "organizationId", "project", "pipeline", "serviceConnection", ...refOptions],
  claims: (options) => {
    const conflicts = refOptions.map((option) => atMostOneOf("serviceConnection", option));
    checkRules([exactlyOneOf("pipeline", "serviceConnection"), atMostOneOf(...refOptions), ...conflicts], options);
    const organization = requirePattern(options, "organization", /^[A-Za-z0-9-]+$/, "an organization's name");
    const project = requirePattern(options, "project", name, "a project's name");
    const audience = "api://AzureADTokenExchange";
    const issuer = `https://vstoken.dev.azure.com/${requireUuid(options, "organizationId", "the organization's id")}`;
    if (options.serviceConnection !== undefined) {
      const connection = requirePattern(options, "serviceConnection", name, "a service connection's name");
      return { issuer, subject: `sc://${organization}/${project}/${connection}`, audience };
    }
    const pipeline = requirePattern(options, "pipeline", name, "a pipeline's name, without folders");
    const ref = refPart(options);
    const refs = "literal" in ref ? { claims: { rpo_ref: ref.literal } } : { claimPatterns: { rpo_ref: ref.pattern } };
    return { issuer, subject: `p://${organization}/${project}/${pipeline}`, audience, ...refs };
  },
  tokenSource,
  missingTokenAdvice: (env) =>
    isCurrent(env) && !tokenSource(env)
      ? "Map `SYSTEM_ACCESSTOKEN: $(System.AccessToken)` into the environment of the Azure DevOps step."
      : undefined,
} as const satisfies Workload<AzureDevopsOptions>;

const TITLE = "the token service of Azure DevOps";

/** The request and its response are those of the REST API "Oidctoken - Create". */
function tokenSource(env: Environment): RequestSource | undefined {
  const { SYSTEM_OIDCREQUESTURI: url, SYSTEM_ACCESSTOKEN: secret } = env;
  const connection = env.PLATFORM_AZURE_SERVICE_CONNECTION_ID;
  if (!isCurrent(env) || !url || !secret) return undefined;
  const query = new URLSearchParams({
    "api-version": "7.1",
    ...(connection ? { serviceConnectionId: connection } : {}),
  });
  return {
    kind: "request",
    title: TITLE,
    request: () => ({
      method: "POST",
      url: `${url}?${query}`,
      headers: { accept: "application/json", authorization: `Bearer ${secret}` },
    }),
    read: (body) => {
      const token = (body as { oidcToken?: unknown } | null | undefined)?.oidcToken;
      if (typeof token !== "string" || !token) throw new Error(`${TITLE} returned no token`);
      return token;
    },
  };
}
