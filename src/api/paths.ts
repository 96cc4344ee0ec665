import { definitionNamed, type ResourceDefinition } from "../model";

/** The API versions with the v2 resource shapes. */
export const apiVersions = ["v2beta1", "v2"] as const;
export type ApiVersion = (typeof apiVersions)[number];

/** Returns the path of a collection: `/iam/v2beta1/groups`. Singletons use their parent's path. */
export const collectionPath = (
  { domain, plural, singleton, parent }: ResourceDefinition,
  version: ApiVersion = "v2beta1",
): string => `/${domain}/${version}/${singleton ? definitionNamed(parent.type)?.plural : plural}`;

/**
 * Returns the path of a resource: `/iam/v2beta1/groups/{uid}`. Children are created with a POST to this path. For a
 * singleton, its name is appended. The slashes of a uid are not escaped.
 */
export const resourcePath = (definition: ResourceDefinition, uid: string, version: ApiVersion = "v2beta1"): string =>
  `${collectionPath(definition, version)}/${uid}${definition.singleton ? `/${definition.plural}` : ""}`;

/** The paths of the token service, relative to auth_url. */
export const authPaths = {
  exchange: "/sts/exchange",
  /** Describes the bearer of an access token. */
  whoAmI: "/auth/v1/ok",
  discovery: "/.well-known/openid-configuration",
  keys: "/.well-known/jwks.json",
  /** The login page. */
  login: "/oauth",
  /** The base path of redirects from identity providers; the provider's uid is appended. */
  callback: "/oauth/callback",
  /** Exchanges a login's authorization code for tokens. */
  redeem: "/oauth/token",
  /** Ends a login session. */
  end: "/oauth/revoke",
  /** Logins with a browser on another device. */
  headless: "/sts/headless_sessions",
  refresh: "/sts/exchange_refresh_token",
  /** Joins a group with an invite code. */
  register: "/auth/v1/register",
} as const;

/** The header that makes a create request idempotent. */
export const IDEMPOTENCY_KEY = "idempotency-key";
