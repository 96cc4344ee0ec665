import type { Snapshot } from "../access";
import { createClient, type PlatformClient, readAccess, staticToken } from "../client";
import { type Issuer, startIssuer } from "../issuer";
import { type Log, type Platform, type RunningService, startService } from "../service";

/** The subject of the pipeline that may assume the owner: GitHub Actions on the main branch of a repository. */
const PIPELINE = "repo:octo-org/access:ref:refs/heads/main";

export interface TestPlatformOptions {
  /** The name of the organization; defaults to `example`. */
  readonly organization?: string;
  /** A directory that keeps the data after the platform is closed; in memory by default. */
  readonly data?: string;
  /** Returns milliseconds since 1970; defaults to the system clock. The issuer's tokens always use the system time. */
  readonly clock?: () => number;
  /** The registry's host, an additional audience of tokens. */
  readonly registryHost?: string;
  /** The lifetime of exchanged tokens, in seconds; defaults to one hour. */
  readonly tokenLifetime?: number;
  /** The number of requests per second that each identity may send; unlimited by default. */
  readonly rateLimit?: number;
  /** Receives the service's log. */
  readonly log?: Log;
}

/** A request that the platform has answered. */
export interface RecordedRequest {
  readonly method: string;
  /** The path verbatim, without the query. */
  readonly path: string;
  readonly status: number;
  /** Each query parameter's last value: `updateMask`, `page_size`. */
  readonly query: Readonly<Record<string, string>>;
  /** The update mask of a PATCH. */
  readonly updateMask?: string;
  /** The uid of the calling identity, if it is known. */
  readonly caller?: string;
}

export interface TestPlatform {
  /** The URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  /** The URL of the token exchange. */
  readonly authUrl: string;
  /** The uid of the organization's root group. */
  readonly groupUid: string;
  /** The uid of the identity that owns the organization. The issuer's tokens for `subject` may assume it. */
  readonly identityUid: string;
  readonly subject: string;
  /** An access token for the owner, valid for one hour. */
  readonly token: string;
  /** Signs OIDC tokens, valid and invalid, for identities that trust `issuer.issuer`. */
  readonly issuer: Issuer;
  /** The service without its HTTP server. */
  readonly platform: Platform;
  /** The requests to the API and the token service so far, in the order of their responses. Grows with each request. */
  readonly requests: readonly RecordedRequest[];
  /** Returns a client with the owner's token or the given one. It is closed with the platform. */
  client(token?: string): PlatformClient;
  /** Reads who may do what in the organization, for the matchers of `platform-iac/testing/jest`. */
  access(): Promise<Snapshot>;
  /** Issues an access token for any identity, without exchange, valid for one hour. Throws PlatformError NOT_FOUND. */
  tokenFor(identityUid: string): Promise<string>;
  /** Returns an exchangeable token from the issuer; the audience defaults to auth_url. */
  identityToken(subject: string, audience?: string): Promise<string>;
  /** Returns the environment of a GitHub Actions job with the given subject, by default the owner's. */
  environment(options?: { readonly subject?: string; readonly identity?: string }): Record<string, string>;
  close(): Promise<void>;
}

/** Starts an independent platform on free loopback ports. Close it at the end of the test. */
export async function startPlatform({
  organization = "example",
  data = ":memory:",
  rateLimit = 0,
  ...options
}: TestPlatformOptions = {}): Promise<TestPlatform> {
  const requests: RecordedRequest[] = [];
  const issuer = await startIssuer();
  try {
    const service = await startService({
      ...options,
      data,
      rateLimit,
      dev: true,
      onRequest: ({ query, route: _route, milliseconds: _milliseconds, ...request }) => {
        const parameters = Object.fromEntries(query);
        const updateMask = parameters.updateMask ?? parameters.update_mask;
        requests.push({ ...request, query: parameters, ...(updateMask === undefined ? {} : { updateMask }) });
      },
    });
    try {
      return await createTestPlatform(organization, issuer, service, requests);
    } catch (error) {
      await service.close();
      throw error;
    }
  } catch (error) {
    await issuer.close();
    throw error;
  }
}

async function createTestPlatform(
  name: string,
  issuer: Issuer,
  service: RunningService,
  requests: readonly RecordedRequest[],
): Promise<TestPlatform> {
  const { baseUrl, authUrl, platform } = service;
  const owner = { issuer: issuer.issuer, subject: PIPELINE };
  const { groupUid, identityUid } = await platform.createOrganization({ name, ...owner });
  const tokenFor = (uid: string) => platform.tokens.mint({ identityUid: uid });
  const token = await tokenFor(identityUid);
  const clients: PlatformClient[] = [];
  const client = (other = token) => {
    const created = createClient({ baseUrl, credentials: staticToken(other) });
    clients.push(created);
    return created;
  };
  return {
    baseUrl,
    authUrl,
    groupUid,
    identityUid,
    subject: PIPELINE,
    token,
    issuer,
    platform,
    requests,
    client,
    access: () => readAccess(client()),
    tokenFor,
    identityToken: (subject, audience = authUrl) => issuer.sign({ sub: subject, aud: audience }),
    environment: ({ subject = PIPELINE, identity = identityUid } = {}) => ({
      PLATFORM_BASE_URL: baseUrl,
      PLATFORM_AUTH_URL: authUrl,
      PLATFORM_IDENTITY: identity,
      ...issuer.githubEnvironment(subject),
    }),
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await service.close();
      await issuer.close();
    },
  };
}
