// Generated from src/model by `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";

/** The settings of a `Provider`. All are stored in the state. */
export interface ProviderArgs {
  /** The URL of the platform's API, such as https://platform.example.com. Overrides the environment variable PLATFORM_BASE_URL. */
  readonly baseUrl?: pulumi.Input<string | undefined>;
  /** The URL of the token service. Not needed with a token. Overrides the environment variable PLATFORM_AUTH_URL. */
  readonly authUrl?: pulumi.Input<string | undefined>;
  /** The uid of the identity to assume. Optional if identityToken or identityTokenFile is set. Overrides the environment variable PLATFORM_IDENTITY. */
  readonly identity?: pulumi.Input<string | undefined>;
  /** The name or uid of the identity's organization. Required if identity is not set and the platform has several organizations. Overrides the environment variable PLATFORM_ORGANIZATION. */
  readonly organization?: pulumi.Input<string | undefined>;
  /** The path of a file with an OIDC token. The file is read whenever a token is needed. Overrides the environment variable PLATFORM_IDENTITY_TOKEN_FILE. */
  readonly identityTokenFile?: pulumi.Input<string | undefined>;
  /** The audience of the OIDC token to request from the CI system. Defaults to authUrl. Overrides the environment variable PLATFORM_IDENTITY_TOKEN_AUDIENCE. */
  readonly identityTokenAudience?: pulumi.Input<string | undefined>;
  /** Whether baseUrl and authUrl may use plain http for hosts other than loopback. Overrides the environment variable PLATFORM_INSECURE. */
  readonly insecure?: pulumi.Input<boolean | undefined>;
  /** The path of a PEM file with CA certificates to trust in addition to the default ones. Defaults to SSL_CERT_FILE. Overrides the environment variable PLATFORM_CA_FILE. */
  readonly caFile?: pulumi.Input<string | undefined>;
  /** CA certificates to trust in addition to the default ones, in PEM format. Conflicts with caFile. Overrides the environment variable PLATFORM_CA_PEM. */
  readonly caPem?: pulumi.Input<string | undefined>;
  /** How resources are read: "bulk" (default) lists all resources below a root group if that takes fewer requests; "direct" reads each resource separately. Overrides the environment variable PLATFORM_REFRESH. */
  readonly refresh?: pulumi.Input<string | undefined>;
  /** Whether exchanged access tokens are cached in a file that only the same user can read, so that the processes of a command share one exchange. Defaults to true. Overrides the environment variable PLATFORM_TOKEN_CACHE. */
  readonly tokenCache?: pulumi.Input<boolean | undefined>;
  /** The previous base URL of a service that has moved. Overrides the environment variable PLATFORM_PREVIOUS_BASE_URL. */
  readonly previousBaseUrl?: pulumi.Input<string | undefined>;
  /** The prefix of the environment variables that this provider reads: with STAGING_, its access token is STAGING_PLATFORM_TOKEN, and PLATFORM_TOKEN has no effect. Without it, the provider reads the variables without a prefix. */
  readonly envPrefix?: pulumi.Input<string | undefined>;
}
