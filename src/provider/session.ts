import { readFileSync } from "node:fs";
import path from "node:path";
import { PlatformError } from "../api";
import {
  type CallerAccess,
  type ConfiguredSettings,
  checkSettings,
  connectFromSettings,
  type IdempotentCreator,
  type PlatformClient,
  type ResolvedSettings,
  resolveConfiguration,
  type SettingProblem,
  SettingsError,
  settings,
  TokenRejectedError,
} from "../client";
import { hashedName, PrivateDirectory } from "../client/private-directory";
import type { JsonObject, ResourceDefinition } from "../model";
import { diagnosticsFor } from "./diagnostics";
import { DuplicateWarnings } from "./duplicate-warnings";
import { GroupClaims } from "./group-access/claims";
import { packageVersion } from "./package-info";
import { type Diagnostic, DiagnosticsError, errorDiagnostic, type Logger, unknown, type ValueRecord } from "./plugin";
import { createReader, type Reader } from "./reader";
import { enabledLog, logSettings, requestLog } from "./request-log";

export interface Connection {
  readonly client: PlatformClient;
  readonly creator: IdempotentCreator;
  readonly access: CallerAccess;
  readonly reader: Reader;
  readonly settings: ResolvedSettings;
}

/** The state that a configured provider shares among its resources. No request is sent before the first call. */
export class Session {
  readonly duplicates = new DuplicateWarnings();
  readonly claims = new GroupClaims();
  readonly #connect: () => Connection;
  /** The short reason why authentication failed, if it did. */
  #authenticationError: string | undefined;

  private constructor(
    connect: () => Connection,
    /** Whether some of the provider's settings are still unknown. */
    readonly hasUnknownSettings = false,
  ) {
    this.#connect = connect;
  }

  /**
   * Resolves the settings from the provider's configuration, then from the environment. Unknown settings are an error
   * only for operations that need the service. Throws DiagnosticsError for missing or conflicting settings.
   */
  static open(config: ValueRecord, env: NodeJS.ProcessEnv, log?: Logger): Session {
    const unknowns = Object.keys(settings).filter((name) => config[name] === unknown);
    if (unknowns.length > 0) {
      return new Session(() => {
        throw new DiagnosticsError([unknownSettingsError(unknowns)]);
      }, true);
    }
    const resolved = resolve(config, env);
    const enabled = enabledLog(env, log);
    if (enabled) logSettings(enabled, packageVersion(), config as ConfiguredSettings, resolved);
    const userAgent = `terraform-provider-platform/${packageVersion()}`;
    const { client, creator, access } = connectFromSettings(
      resolved,
      { userAgent, hooks: requestLog(enabled) },
      { workspace: workspaceName(env), keepsCreated: true },
    );
    const reader = createReader(client, access, resolved.refresh);
    const connection = { client, creator, access, reader, settings: resolved };
    return new Session(() => connection);
  }

  /**
   * Runs calls to the service and converts their errors to diagnostics that begin with `failure` ("Cannot read the
   * group"), at the type's attributes if a definition is given. After authentication has failed, no further calls are
   * made in this run.
   */
  async run<T>(
    failure: string,
    definition: ResourceDefinition | undefined,
    calls: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const connection = this.#connect();
    if (this.#authenticationError !== undefined)
      throw new DiagnosticsError([repeatedAuthenticationError(failure, this.#authenticationError)]);
    try {
      return await calls(connection);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.code === "UNAUTHENTICATED" || error instanceof TokenRejectedError) {
        if (this.#authenticationError !== undefined)
          throw new DiagnosticsError([repeatedAuthenticationError(failure, this.#authenticationError)]);
        this.#authenticationError = shorten(error.message);
      }
      throw new DiagnosticsError(diagnosticsFor(failure, error, definition));
    }
  }

  /**
   * Returns warnings about existing resources with the same type, name and parent as a planned one; `bodyOf` returns
   * its request body. See {@link DuplicateWarnings}.
   */
  async warnOfDuplicates(
    definition: ResourceDefinition,
    planned: ValueRecord,
    bodyOf: () => JsonObject,
    signal: AbortSignal,
  ): Promise<Diagnostic[]> {
    if (this.hasUnknownSettings || this.#authenticationError !== undefined) return [];
    const { reader, creator, settings: resolved } = this.#connect();
    const isResumed = (parentUid: string, uid: string) =>
      creator.mayResume(uid, definition, parentUid, bodyOf(), { signal });
    const warnings = await this.duplicates.warn(reader, definition, planned, isResumed, signal);
    return warnings.filter(({ summary, detail }) =>
      isFirstInCommand(new PrivateDirectory(resolved.directory), summary, detail),
    );
  }

  /** Records a resource that is in the state. */
  recordManaged(uid: string): void {
    this.duplicates.recordManaged(uid);
    if (!this.hasUnknownSettings) this.#connect().creator.recordManaged(uid);
  }

  /** Ends the session. Call it when the engine shuts the provider down normally. */
  end(): void {
    if (!this.hasUnknownSettings) this.#connect().creator.end();
  }

  /** Records an imported resource; see {@link IdempotentCreator}. */
  recordImport(uid: string): void {
    if (!this.hasUnknownSettings) this.#connect().creator.recordImport(uid);
  }

  /** Runs calls that change something, like `run`, and clears all cached reads afterwards, whatever the outcome. */
  runWrite<T>(
    failure: string,
    definition: ResourceDefinition,
    calls: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    this.duplicates.disable();
    return this.run(failure, definition, async (connection) => {
      try {
        return await calls(connection);
      } finally {
        connection.reader.clearCache();
      }
    });
  }
}

/** Returns the name of the engine's workspace; undefined for the default one. */
function workspaceName(env: NodeJS.ProcessEnv): string | undefined {
  const name = env.TF_WORKSPACE || selectedWorkspace(path.join(env.TF_DATA_DIR || ".terraform", "environment"));
  return name && name !== "default" ? name : undefined;
}

function selectedWorkspace(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}

/** The maximum time that a command may wait for approval, in milliseconds. */
const MAX_APPROVAL_MS = 60 * 60 * 1000;

/**
 * Returns whether this command shows the message for the first time: an apply plans again, in another process of the
 * same engine.
 */
function isFirstInCommand(directory: PrivateDirectory, ...message: readonly (string | undefined)[]): boolean {
  const name = `shown-${hashedName([process.ppid, ...message])}`;
  if (Date.now() - Number(directory.read(name) ?? 0) < MAX_APPROVAL_MS) return false;
  directory.write(name, String(Date.now()));
  return true;
}

function resolve(config: ValueRecord, env: NodeJS.ProcessEnv): ResolvedSettings {
  try {
    return resolveConfiguration(config as ConfiguredSettings, env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new DiagnosticsError(settingDiagnostics(config, error.problems));
  }
}

/** Resolves the settings for another identity, which is assumed with an identity token, never with a set access token. */
export function resolveAs(identity: string, config: ValueRecord, env: NodeJS.ProcessEnv): ResolvedSettings {
  const unknowns = Object.keys(settings).filter((name) => config[name] === unknown);
  if (unknowns.length > 0) throw new DiagnosticsError([unknownSettingsError(unknowns)]);
  return resolve({ ...config, token: null, identity, token_cache: false }, { ...env, PLATFORM_TOKEN: "" });
}

/** Validates the known settings of a provider block; unknown ones and the environment may add errors later. */
export function validateSettings(config: ValueRecord, env: NodeJS.ProcessEnv): Diagnostic[] {
  const known = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== unknown));
  // With `insecure` unknown, plain http addresses cannot be rejected yet.
  const given = config.insecure === unknown ? { ...known, insecure: true } : known;
  return settingDiagnostics(config, checkSettings(given as ConfiguredSettings, env));
}

/** Returns problems of configured settings at their attributes, and those of missing ones as one error. */
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

const unknownSettingsError = (names: readonly string[]) =>
  errorDiagnostic(
    `Provider settings not known until apply: ${names.join(", ")}`,
    "This operation needs the service. Apply the resources that these settings depend on first, with -target, or set " +
      "them with variables.",
  );

const repeatedAuthenticationError = (failure: string, reason: string) =>
  errorDiagnostic(`${failure}: authentication failed (see the first error of this run): ${reason}`);

/** The maximum length of a shortened message, in characters. */
const MAX_SHORTENED = 240;
/** The number of characters kept from the start; the rest comes from the end, which contains the cause. */
const MAX_START = 80;

/** Returns the first sentence of a message, without the middle of a long one. */
function shorten(message: string): string {
  const [sentence = ""] = message.split(/\n|(?<=[^.])\. /, 1);
  return sentence.length > MAX_SHORTENED
    ? `${sentence.slice(0, MAX_START)}…${sentence.slice(MAX_START - MAX_SHORTENED)}`
    : sentence;
}
