import { PlatformError } from "../api";
import {
  type CallerAccess,
  type Creator,
  checkSettings,
  connectionFrom,
  type GivenSettings,
  type PlatformClient,
  type ResolvedSettings,
  resolveConfiguration,
  type SettingProblem,
  SettingsError,
  settings,
  TokenRefusedError,
} from "../client";
import { nameOf, PrivateDirectory } from "../client/private-directory";
import type { JsonObject, ResourceDefinition } from "../model";
import { diagnosticsFor } from "./diagnostics";
import { packageVersion } from "./install";
import { type Diagnostic, DiagnosticsError, errorDiagnostic, type Logger, unknown, type ValueRecord } from "./plugin";
import { createReader, type Reader } from "./reader";
import { logSettings, requestLog, shownLog } from "./request-log";
import { Twins } from "./twins";
import { workspaceName } from "./workspace-name";

export interface Connection {
  readonly client: PlatformClient;
  readonly creator: Creator;
  readonly access: CallerAccess;
  readonly reader: Reader;
  readonly settings: ResolvedSettings;
}

/** What a configured provider shares among its resources. Nothing is sent before the first call. */
export class Session {
  readonly twins = new Twins();
  readonly #connect: () => Connection;
  /** Why the service did not accept the caller, in short. */
  #refusal: string | undefined;

  private constructor(
    connect: () => Connection,
    /** Whether some of the provider's settings are not known yet. */
    readonly awaitsSettings = false,
  ) {
    this.#connect = connect;
  }

  /**
   * Reads the provider's configuration, and the environment where it is silent. Settings that are not known yet are
   * an error only of whatever needs the service. Throws DiagnosticsError for settings that are missing or contradict.
   */
  static open(config: ValueRecord, env: NodeJS.ProcessEnv, log?: Logger): Session {
    const unknowns = Object.keys(settings).filter((name) => config[name] === unknown);
    if (unknowns.length > 0) {
      return new Session(() => {
        throw new DiagnosticsError([settingsUnknown(unknowns)]);
      }, true);
    }
    const resolved = resolve(config, env);
    const shown = shownLog(env, log);
    if (shown) logSettings(shown, packageVersion(), config as GivenSettings, resolved);
    const userAgent = `terraform-provider-platform/${packageVersion()}`;
    const { client, creator, access } = connectionFrom(
      resolved,
      { userAgent, hooks: requestLog(shown) },
      { workspace: workspaceName(env), keepsMade: true },
    );
    const reader = createReader(client, access, resolved.refresh);
    const connection = { client, creator, access, reader, settings: resolved };
    return new Session(() => connection);
  }

  /**
   * Runs calls to the service. What they throw becomes diagnostics that `failure` leads ("Cannot read the group"), at
   * the type's attributes, if there is a type. Once the service did not accept who is asking, it is not asked again.
   */
  async run<T>(
    failure: string,
    definition: ResourceDefinition | undefined,
    calls: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const connection = this.#connect();
    if (this.#refusal !== undefined) throw new DiagnosticsError([refusedBefore(failure, this.#refusal)]);
    try {
      return await calls(connection);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.code === "UNAUTHENTICATED" || error instanceof TokenRefusedError) {
        if (this.#refusal !== undefined) throw new DiagnosticsError([refusedBefore(failure, this.#refusal)]);
        this.#refusal = inShort(error.message);
      }
      throw new DiagnosticsError(diagnosticsFor(failure, error, definition));
    }
  }

  /** Warnings of what a plan creates, with the body that `bodyOf` returns; see {@link Twins}. */
  async warnOfTwins(
    definition: ResourceDefinition,
    planned: ValueRecord,
    bodyOf: () => JsonObject,
    signal: AbortSignal,
  ): Promise<Diagnostic[]> {
    if (this.awaitsSettings || this.#refusal !== undefined) return [];
    const { reader, creator, settings: resolved } = this.#connect();
    const isContinued = (parentUid: string, uid: string) =>
      creator.mayReturn(uid, definition, parentUid, bodyOf(), { signal });
    const warnings = await this.twins.warn(reader, definition, planned, isContinued, signal);
    return warnings.filter(({ summary, detail }) => isFirst(new PrivateDirectory(resolved.directory), summary, detail));
  }

  /** To be told of what the state has. */
  noteManaged(uid: string): void {
    this.twins.noteManaged(uid);
    if (!this.awaitsSettings) this.#connect().creator.noteManaged(uid);
  }

  /** To be called when the engine ends the run in order. */
  end(): void {
    if (!this.awaitsSettings) this.#connect().creator.end();
  }

  /** To be told of what is imported: see {@link Creator}. */
  noteImport(uid: string): void {
    if (!this.awaitsSettings) this.#connect().creator.noteImport(uid);
  }

  /** The same for calls that change something: whatever comes of them, what was read before is out of date. */
  change<T>(
    failure: string,
    definition: ResourceDefinition,
    calls: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    this.twins.stop();
    return this.run(failure, definition, async (connection) => {
      try {
        return await calls(connection);
      } finally {
        connection.reader.forget();
      }
    });
  }
}

/** For so long a command may wait for its approval, in milliseconds. */
const HOUR = 60 * 60 * 1000;

/** Whether this command has not said so yet: an apply plans again, in another process of the same engine. */
function isFirst(directory: PrivateDirectory, ...said: readonly (string | undefined)[]): boolean {
  const name = `said-${nameOf([process.ppid, ...said])}`;
  if (Date.now() - Number(directory.read(name) ?? 0) < HOUR) return false;
  directory.write(name, String(Date.now()));
  return true;
}

function resolve(config: ValueRecord, env: NodeJS.ProcessEnv): ResolvedSettings {
  try {
    return resolveConfiguration(config as GivenSettings, env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new DiagnosticsError(settingDiagnostics(config, error.problems));
  }
}

/** Checks the known settings of a provider block; a request, or the environment, may still find more. */
export function validateSettings(config: ValueRecord, env: NodeJS.ProcessEnv): Diagnostic[] {
  const known = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== unknown));
  // Whether an address may be plain http is not known yet either.
  const given = config.insecure === unknown ? { ...known, insecure: true } : known;
  return settingDiagnostics(config, checkSettings(given as GivenSettings, env));
}

/** Those about what is configured at their attributes, those about what is missing in one. */
function settingDiagnostics(config: ValueRecord, problems: readonly SettingProblem[]): Diagnostic[] {
  const isConfigured = ({ setting }: SettingProblem) => (config[setting] ?? null) !== null;
  const summary = "The platform provider is not configured";
  const missing = problems.filter((each) => !isConfigured(each));
  const detail = missing.map(({ problem }) => problem).join("\n\n");
  return [
    ...problems.filter(isConfigured).map(({ setting, problem }) => errorDiagnostic(summary, problem, [setting])),
    ...(missing.length > 0 ? [errorDiagnostic(summary, detail)] : []),
  ];
}

const settingsUnknown = (names: readonly string[]) =>
  errorDiagnostic(
    `The provider's ${names.join(", ")} ${names.length === 1 ? "is" : "are"} not known yet`,
    "Something has to be read from the service, and only apply will tell these settings. Apply first what they " +
      "depend on, with -target, or give them as variables.",
  );

const refusedBefore = (failure: string, reason: string) =>
  errorDiagnostic(`${failure}: authentication failed (another error of this run has the details): ${reason}`);

/** How much of a message stands in one line, in characters. */
const MAX_SHORT = 240;
/** How much of that is the start of the message; the rest is its end, which has the cause. */
const MAX_START = 80;

/** The first sentence of a message; the middle of a long one is left out. */
function inShort(message: string): string {
  const [sentence = ""] = message.split(/\n|(?<=[^.])\. /, 1);
  return sentence.length > MAX_SHORT
    ? `${sentence.slice(0, MAX_START)}…${sentence.slice(MAX_START - MAX_SHORT)}`
    : sentence;
}
