import { createClient, type PlatformClient, staticToken } from "../client";
import { type Issuer, startIssuer } from "../issuer";
import { type Log, type Platform, type RunningService, startService } from "../service";

/** The pipeline that may assume the owner, as its tokens name it: GitHub Actions on the main branch of a repository. */
const PIPELINE = "repo:octo-org/access:ref:refs/heads/main";

export interface TestPlatformOptions {
  /** Name of the organization; `example` by default. */
  readonly organization?: string;
  /** A directory that keeps the data beyond the platform's end; in memory by default. */
  readonly data?: string;
  /** Milliseconds since 1970; the system's clock by default. The issuer's tokens carry the system's time in any case. */
  readonly clock?: () => number;
  /** The registry's host, where tokens are to be had for it too. */
  readonly registryHost?: string;
  /** How long tokens live that are got in exchange, in seconds; an hour by default. */
  readonly tokenLifetime?: number;
  /** Creates are done as often as they are sent, whatever key they carry. */
  readonly ignoreIdempotencyKeys?: boolean;
  /** Requests a second that an identity may make; not limited by default. */
  readonly rateLimit?: number;
  /** Told what the service would log. */
  readonly log?: Log;
}

/** A request that the platform has answered. */
export interface RecordedRequest {
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  readonly status: number;
  /** Every parameter's last value: `updateMask`, `page_size`. */
  readonly query: Readonly<Record<string, string>>;
  /** The fields that a PATCH named. */
  readonly updateMask?: string;
  /** The uid of the identity that made it, where it is known. */
  readonly caller?: string;
}

export interface TestPlatform {
  /** Of the API, without a trailing slash. */
  readonly baseUrl: string;
  /** Where tokens are exchanged. */
  readonly authUrl: string;
  /** The uid of the organization's root group. */
  readonly groupUid: string;
  /** The uid of the identity that owns it. The issuer's tokens for `subject` may assume it. */
  readonly identityUid: string;
  readonly subject: string;
  /** A token of the owner, good for one hour. */
  readonly token: string;
  /** Signs OIDC tokens, genuine ones and others, for identities that trust `issuer.issuer`. */
  readonly issuer: Issuer;
  /** The service without its socket. */
  readonly platform: Platform;
  /** What was asked of the API and the token service so far, in the order of the answers. Grows as requests come. */
  readonly requests: readonly RecordedRequest[];
  /** A client with the owner's rights, or another token's. It is closed with the platform. */
  client(token?: string): PlatformClient;
  /** A token of any identity, without an exchange, good for one hour. Throws PlatformError NOT_FOUND. */
  tokenFor(identityUid: string): Promise<string>;
  /** A token of the issuer that can be exchanged; its audience is auth_url unless given. */
  identityToken(subject: string, audience?: string): Promise<string>;
  /** What a job of GitHub Actions with this subject finds in its environment, the owner's by default. */
  environment(options?: { readonly subject?: string; readonly identity?: string }): Record<string, string>;
  close(): Promise<void>;
}

/** Starts a platform of one's own on free loopback ports. Close it when the test ends. */
export async function startPlatform({
  organization = "example",
  data = ":memory:",
  rateLimit = 0,
  ...further
}: TestPlatformOptions = {}): Promise<TestPlatform> {
  const requests: RecordedRequest[] = [];
  const issuer = await startIssuer();
  try {
    const service = await startService({
      ...further,
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
      return await organized(organization, issuer, service, requests);
    } catch (error) {
      await service.close();
      throw error;
    }
  } catch (error) {
    await issuer.close();
    throw error;
  }
}

async function organized(
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
    client: (other = token) => {
      const client = createClient({ baseUrl, credentials: staticToken(other) });
      clients.push(client);
      return client;
    },
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
