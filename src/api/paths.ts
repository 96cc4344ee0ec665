import type { ResourceDefinition } from "../model";

/** The version segments that serve the v2 shapes. */
export const apiVersions = ["v2beta1", "v2"] as const;
export type ApiVersion = (typeof apiVersions)[number];

/** `/iam/v2beta1/groups` */
export const collectionPath = (definition: ResourceDefinition, version: ApiVersion = "v2beta1"): string =>
  `/${definition.domain}/${version}/${definition.plural}`;

/** `/iam/v2beta1/groups/{uid}`; also where children of the group with that uid are created. The slashes of a uid stay. */
export const resourcePath = (definition: ResourceDefinition, uid: string, version: ApiVersion = "v2beta1"): string =>
  `${collectionPath(definition, version)}/${uid}`;

/** What the token service has below auth_url. */
export const authPaths = {
  exchange: "/sts/exchange",
  /** Who the bearer of a token of the API is. */
  whoAmI: "/auth/v1/ok",
  discovery: "/.well-known/openid-configuration",
  keys: "/.well-known/jwks.json",
  /** The page where a person logs in. */
  login: "/oauth",
  /** Where identity providers send browsers back to: below it, with the uid of the provider. */
  callback: "/oauth/callback",
  /** Exchanges the code of a login for tokens. */
  redeem: "/oauth/token",
  /** Ends a login. */
  end: "/oauth/revoke",
  /** Logins with a browser elsewhere. */
  headless: "/sts/headless_sessions",
  refresh: "/sts/exchange_refresh_token",
  /** Joins a group with the code of an invite. */
  register: "/auth/v1/register",
} as const;

/** The header by which a create that is sent twice happens once. */
export const IDEMPOTENCY_KEY = "idempotency-key";
