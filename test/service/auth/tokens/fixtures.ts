import { PlatformError } from "../../../../src/api";
import { type Issuer, startIssuer } from "../../../../src/issuer";
import {
  createTokenService,
  type Rejection,
  type TokenService,
  type TokenServiceOptions,
} from "../../../../src/service/auth/tokens";
import { jsonFetcher } from "../../../../src/service/net/fetch-json";
import type { StoredIdentity } from "../../../../src/service/store";
import { inMemoryDirectory, inMemoryKeys, oneOrganization } from "./in-memory";

/** Token services with identities in memory, an issuer that they trust, and a clock that only moves on command. */

export const authUrl = "https://auth.example.com";
export const baseUrl = "https://api.example.com";
export const subject = "repo:octo-org/octo-repo:ref:refs/heads/main";
const organization = "a".repeat(40);
export const uidOf = (index: number) => `${organization}/${String(index).padStart(16, "0")}`;

let started: Issuer;
export const issuer = () => started;
export const clock = { now: 0 };
/** The identities of the current test. */
export const refusals: Rejection[] = [];
beforeAll(async () => {
  started = await startIssuer();
});
afterAll(() => started.close());
beforeEach(() => {
  clock.now = Date.now();
  refusals.length = 0;
});

export function serviceWith(identities: readonly StoredIdentity[], options: Partial<TokenServiceOptions> = {}) {
  const directory = inMemoryDirectory(identities);
  const service = createTokenService({
    keys: inMemoryKeys(),
    identities: directory,
    organizations: oneOrganization,
    authUrl: () => authUrl,
    baseUrl: () => baseUrl,
    fetchJson: jsonFetcher({ dev: true }),
    clock: () => clock.now,
    onRejected: (refusal) => refusals.push(refusal),
    ...options,
  });
  return { service, directory };
}

export const claimMatch = (further: NonNullable<StoredIdentity["claimMatch"]> = {}, index = 1): StoredIdentity => ({
  uid: uidOf(index),
  claimMatch: { issuer: started.url, subject, ...further },
});

export const exchange = (service: TokenService, token: string, identity: string | undefined = uidOf(1)) =>
  service.exchange({ token, audiences: [baseUrl], identity });

/** Valid for five minutes by the test's clock. */
export const token = (claims: Record<string, unknown> = {}, options: Parameters<Issuer["sign"]>[1] = {}) => {
  const seconds = Math.floor(clock.now / 1000);
  return started.sign({ sub: subject, aud: authUrl, nbf: seconds, exp: seconds + 300, ...claims }, options);
};

/** Returns the error that a promise rejects with, which must be a PlatformError. */
export async function refusalOf(promise: Promise<unknown>): Promise<PlatformError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PlatformError);
  return error as PlatformError;
}

export const notVerified = `Unauthenticated: the identity token cannot be verified for identity ${uidOf(1)}: the identity must exist and trust the token's issuer`;
