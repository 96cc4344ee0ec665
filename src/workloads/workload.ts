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
  /** Whether a process with this environment runs in a pipeline of the system. */
  readonly runs: (env: Environment) => boolean;
  /** The names of all options, so that they can be told from others that stand beside them. */
  readonly options: readonly (keyof Options & string)[];
  /** What the tokens of the named pipeline carry. Throws {@link WorkloadOptionError}. */
  readonly claims: (options: Options) => WorkloadClaims;
  /** Where a process in a pipeline gets its token; undefined when the environment is not that of such a process. */
  readonly tokenSource?: (env: Environment) => TokenSource | undefined;
  /** What to change when the process runs in this system but was offered no token; undefined otherwise. */
  readonly missingTokenAdvice?: (env: Environment) => string | undefined;
}

/** What identities match: an issuer, and either a subject or a pattern (RE2) for all of it where part of it varies. */
export interface WorkloadClaims {
  /** The `iss` of the tokens, exactly as written in them. */
  readonly issuer: string;
  readonly subject?: string;
  readonly subjectPattern?: string;
  /** The `aud` of the tokens, on systems whose pipelines do not choose it. */
  readonly audience?: string;
}

/** How a process gets a token for an audience, as a description that someone else carries out. */
export type TokenSource = RequestSource | CommandSource | VariableSource;

/** A service of the system, asked for a fresh token each time. */
export interface RequestSource {
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

/** A program of the system's, which prints a fresh token each time. */
export interface CommandSource {
  readonly kind: "command";
  readonly title: string;
  readonly command: (audience: string) => readonly [program: string, ...args: string[]];
  /** What only this job has: whoever has the same is this job. */
  readonly proof: readonly string[];
}

/** A variable in which the system leaves one token for all of a job, for an audience that was settled beforehand. */
export interface VariableSource {
  readonly kind: "variable";
  readonly title: string;
  readonly token: string;
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
