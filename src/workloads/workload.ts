/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A system that runs pipelines and issues OIDC tokens to them. `Options` select a pipeline, or the trusted part of one,
 * in the system's own terms.
 */
export interface Workload<Options> {
  /** A stable kebab-case ID, which configurations may contain. */
  readonly id: string;
  /** The system's display name. */
  readonly title: string;
  /** Whether a process with this environment runs in a pipeline of the system. */
  readonly isCurrent: (env: Environment) => boolean;
  /** The names of all options, which distinguish them from other properties of the same object. */
  readonly options: readonly (keyof Options & string)[];
  /** Returns the claims of the selected pipeline's tokens. Throws {@link WorkloadOptionError}. */
  readonly claims: (options: Options) => WorkloadClaims;
  /**
   * Returns options that may result in the claims; undefined if none can. The caller compares their claims: the inverse
   * of `claims`, for claims that were written without this package.
   */
  readonly optionsOf?: (claims: WorkloadClaims) => object | undefined;
  /** Returns how a process in a pipeline gets its token; undefined for any other environment. */
  readonly tokenSource?: (env: Environment) => TokenSource | undefined;
  /** Returns what to change if the process runs in this system without access to a token; otherwise undefined. */
  readonly missingTokenAdvice?: (env: Environment) => string | undefined;
}

/**
 * The claims that identities match: an issuer, and either a subject or, if parts of it vary, a pattern (RE2) for all of
 * it.
 */
export interface WorkloadClaims {
  /** The `iss` of the tokens, verbatim. */
  readonly issuer: string;
  readonly subject?: string;
  readonly subjectPattern?: string;
  /** The `aud` of the tokens, if pipelines cannot choose it. */
  readonly audience?: string;
  /** Further claims and their values. */
  readonly claims?: Readonly<Record<string, string>>;
  /** Further claims and patterns (RE2) for all of their values. */
  readonly claimPatterns?: Readonly<Record<string, string>>;
}

/** Describes how a process gets a token for an audience; the caller executes it. */
export type TokenSource = RequestSource | CommandSource | VariableSource;

/** A service of the system that issues a new token for each request. */
export interface RequestSource {
  readonly kind: "request";
  /** The name of the service in messages. */
  readonly title: string;
  /** Returns the request that issues a token for the audience. Its headers contain a secret. */
  readonly request: (audience: string) => TokenRequest;
  /** Returns the token in the body of the response, parsed if it is JSON. Throws an Error that does not quote the body. */
  readonly read: (body: unknown) => string;
}

/** A request without a body. */
export interface TokenRequest {
  /** Defaults to GET. */
  readonly method?: "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The type of the response's body; defaults to JSON. */
  readonly responseType?: "text";
}

/** A program of the system that prints a new token each time. */
export interface CommandSource {
  readonly kind: "command";
  readonly title: string;
  readonly command: (audience: string) => readonly [program: string, ...args: string[]];
  /** Secrets known only to this job; part of the cache key. */
  readonly proof: readonly string[];
}

/** An environment variable with one token for the whole job and a preconfigured audience. */
export interface VariableSource {
  readonly kind: "variable";
  readonly title: string;
  readonly token: string;
}

/** Thrown for an invalid option of a workload. The message begins with the option's name. */
export class WorkloadOptionError extends Error {
  override readonly name = "WorkloadOptionError";

  constructor(
    /** The name of the invalid option. */
    readonly option: string,
    problem: string,
  ) {
    super(`${option} ${problem}`);
  }
}
