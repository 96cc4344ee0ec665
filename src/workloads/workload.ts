/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A system that runs pipelines and issues OIDC tokens to them. `Options` name one pipeline, or the part of one that
 * is to be trusted, in the system's own words.
 */
export interface Workload<Options> {
  /** Permanent, in kebab-case: it may stand in configurations. */
  readonly id: string;
  /** What people call the system. */
  readonly title: string;
  /** Whether a process with this environment runs in the system. */
  readonly runs: (env: Environment) => boolean;
  /** The `iss` of the tokens, exactly as written in them. Throws {@link WorkloadOptionError}. */
  readonly issuer: (options: Options) => string;
  /** The `sub` of the tokens, exactly as written in them. Throws {@link WorkloadOptionError}. */
  readonly subject: (options: Options) => string;
  /** The `aud` of the tokens, on systems whose pipelines cannot choose it. */
  readonly audience?: (options: Options) => string;
  /** Where a process in a pipeline gets its token; undefined when the environment is not that of such a process. */
  readonly tokenSource?: (env: Environment) => TokenSource | undefined;
  /** What to change when the process runs in this system but was offered no token; undefined otherwise. */
  readonly missingTokenAdvice?: (env: Environment) => string | undefined;
}

/**
 * How a process gets a token for an audience, as a description that someone else carries out. `kind` tells further
 * ways apart (a file that is kept fresh, a command of the runner) once a system needs them.
 */
export interface TokenSource {
  readonly kind: "request";
  /** For messages: what is asked for the token. */
  readonly title: string;
  /** The request that mints a token for the audience. Its headers carry a secret. */
  readonly request: (audience: string) => TokenRequest;
  /** The token in the answer's parsed JSON body. Throws an Error that does not quote the body. */
  readonly read: (body: unknown) => string;
}

/** A GET request; its answer is JSON. */
export interface TokenRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An option of a workload that names no pipeline there could be. The message begins with the option's name. */
export class WorkloadOptionError extends Error {
  override readonly name = "WorkloadOptionError";

  constructor(
    /** The option at fault, as spelled in the options. */
    readonly option: string,
    problem: string,
  ) {
    super(`${option} ${problem}`);
  }
}
