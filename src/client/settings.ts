import type { TokenSource as WorkloadTokenSource } from "../workloads";

interface Setting {
  /** The environment variable used if the setting is not configured. */
  readonly env: string;
  readonly kind: "string" | "boolean";
  readonly sensitive: boolean;
  readonly description: string;
  /** The allowed values, the default first. */
  readonly values?: readonly string[];
}

/** How resources are refreshed: in bulk with a few list requests, or one by one. */
export const refreshModes = ["bulk", "direct"] as const;
export type RefreshMode = (typeof refreshModes)[number];

/** Every setting of the provider, Pulumi programs and the command line, by its snake_case name. */
export const settings = {
  base_url: {
    env: "PLATFORM_BASE_URL",
    kind: "string",
    sensitive: false,
    description: "The URL of the platform's API, such as https://platform.example.com.",
  },
  auth_url: {
    env: "PLATFORM_AUTH_URL",
    kind: "string",
    sensitive: false,
    description: "The URL of the token service. Not needed with a token.",
  },
  token: {
    env: "PLATFORM_TOKEN",
    kind: "string",
    sensitive: true,
    description: "An access token. Conflicts with identity, organization, identity_token and identity_token_file.",
  },
  identity: {
    env: "PLATFORM_IDENTITY",
    kind: "string",
    sensitive: false,
    description: "The uid of the identity to assume. Optional if identity_token or identity_token_file is set.",
  },
  organization: {
    env: "PLATFORM_ORGANIZATION",
    kind: "string",
    sensitive: false,
    description:
      "The name or uid of the identity's organization. Required if identity is not set and the platform has " +
      "several organizations.",
  },
  identity_token: {
    env: "PLATFORM_IDENTITY_TOKEN",
    kind: "string",
    sensitive: true,
    description: "An OIDC token to exchange for an access token.",
  },
  identity_token_file: {
    env: "PLATFORM_IDENTITY_TOKEN_FILE",
    kind: "string",
    sensitive: false,
    description: "The path of a file with an OIDC token. The file is read whenever a token is needed.",
  },
  identity_token_audience: {
    env: "PLATFORM_IDENTITY_TOKEN_AUDIENCE",
    kind: "string",
    sensitive: false,
    description: "The audience of the OIDC token to request from the CI system. Defaults to auth_url.",
  },
  insecure: {
    env: "PLATFORM_INSECURE",
    kind: "boolean",
    sensitive: false,
    description: "Whether base_url and auth_url may use plain http for hosts other than loopback.",
  },
  ca_file: {
    env: "PLATFORM_CA_FILE",
    kind: "string",
    sensitive: false,
    description:
      "The path of a PEM file with CA certificates to trust in addition to the default ones. Defaults to SSL_CERT_FILE.",
  },
  ca_pem: {
    env: "PLATFORM_CA_PEM",
    kind: "string",
    sensitive: false,
    description: "CA certificates to trust in addition to the default ones, in PEM format. Conflicts with ca_file.",
  },
  refresh: {
    env: "PLATFORM_REFRESH",
    kind: "string",
    sensitive: false,
    description:
      'How resources are read: "bulk" (default) lists all resources below a root group if that takes fewer requests; ' +
      '"direct" reads each resource separately.',
    values: refreshModes,
  },
  token_cache: {
    env: "PLATFORM_TOKEN_CACHE",
    kind: "boolean",
    sensitive: false,
    description:
      "Whether exchanged access tokens are cached in a file that only the same user can read, so that the processes of a " +
      "command share one exchange. Defaults to true.",
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof settings;

/** Settings as configured. */
export type Settings = {
  readonly [S in SettingName]: (typeof settings)[S]["kind"] extends "boolean" ? boolean : string;
};

/** Validated settings, from which a client is created. */
export interface ResolvedSettings {
  readonly baseUrl: string;
  readonly insecure: boolean;
  /** PEM certificates of CAs to trust in addition to the default ones. */
  readonly ca?: string | undefined;
  readonly access: AuthMethod;
  readonly refresh: RefreshMode;
  /** The base directory for files shared among this user's processes. */
  readonly directory: string;
  /** Whether tokens are shared there. */
  readonly tokenCacheEnabled: boolean;
}

/** A token, or how to obtain one. */
export type AuthMethod =
  | { readonly kind: "token"; readonly token: string }
  /** The session of `platformctl login`, stored in a file. */
  | { readonly kind: "session"; readonly authUrl: string; readonly file: string }
  | {
      readonly kind: "exchange";
      readonly authUrl: string;
      readonly identity?: string;
      readonly organization?: string;
      readonly source: SourceSetting;
      readonly sourceAudience: string;
    };

export type SourceSetting =
  | { readonly kind: "literal"; readonly token: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "session"; readonly file: string }
  | { readonly kind: "workload"; readonly source: WorkloadTokenSource };

export interface SettingProblem {
  readonly setting: SettingName;
  /** A sentence that names the setting and its environment variable. */
  readonly problem: string;
}

/** Thrown for missing, invalid or conflicting settings. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";

  constructor(readonly problems: readonly SettingProblem[]) {
    super(problems.map(({ problem }) => problem).join("\n"));
  }
}
