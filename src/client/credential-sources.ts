import { allWorkloads, type Environment } from "../workloads";
import { displayName, resolveConfiguration, usesSession } from "./resolve-configuration";
import { type ResolvedSettings, type SettingProblem, SettingsError, settings } from "./settings";
import { findSession } from "./tokens/session";
import { SESSION_FILE, sessionFile } from "./tokens/session-file";

/** A source of credentials, and why it is or is not used. */
export interface CredentialSource {
  /** Names the source in messages. */
  readonly title: string;
  readonly isUsed: boolean;
  /** A phrase without a period. */
  readonly reason: string;
}

export interface CredentialStatus {
  readonly sources: readonly CredentialSource[];
  /** The settings that a client would use; undefined if there are problems. */
  readonly resolved?: ResolvedSettings;
  readonly problems: readonly SettingProblem[];
}

/** Explains the resolution of credentials from the environment. Makes no request, and returns no credentials but those. */
export function credentialStatus(env: Environment): CredentialStatus {
  const { resolved, problems } = resolve(env);
  const used = resolved && titleOfUsed(resolved);
  const sources = candidates(env).map(({ title, missing }) => ({
    title,
    isUsed: title === used,
    reason:
      title === used ? "used" : (missing ?? (used === undefined ? "set, but not usable" : `${used} takes precedence`)),
  }));
  return { sources, problems, ...(resolved ? { resolved } : {}) };
}

function resolve(env: Environment): Omit<CredentialStatus, "sources"> {
  try {
    return { resolved: resolveConfiguration({}, env), problems: [] };
  } catch (error) {
    if (error instanceof SettingsError) return { problems: error.problems };
    throw error;
  }
}

const LOGIN = "login session";

/** Returns the title of the source that the resolution selected. */
function titleOfUsed({ access }: ResolvedSettings): string {
  if (access.kind === "token") return displayName("token");
  if (access.kind === "session" || access.source.kind === "session") return LOGIN;
  const { source } = access;
  if (source.kind === "workload") return source.source.title;
  return displayName(source.kind === "literal" ? "identity_token" : "identity_token_file");
}

/** A source, and why it has no credentials; undefined if it has. */
interface Candidate {
  readonly title: string;
  readonly missing: string | undefined;
}

function candidates(env: Environment): readonly Candidate[] {
  const names = ["token", "identity_token", "identity_token_file"] as const;
  return [
    ...names.map((name) => ({
      title: displayName(name),
      missing: env[settings[name].env]?.trim() ? undefined : "not set",
    })),
    ...allWorkloads.map(({ title, isCurrent: runs, tokenSource, missingTokenAdvice }): Candidate => {
      const source = tokenSource?.(env);
      if (source) return { title: source.title, missing: undefined };
      const advice = missingTokenAdvice?.(env)?.replace(/\.$/, "");
      if (advice) return { title, missing: advice };
      return { title, missing: runs(env) ? "provides no token to this process" : `this process does not run there` };
    }),
    { title: LOGIN, missing: missingSession(env) },
  ];
}

function missingSession(env: Environment): string | undefined {
  if (!usesSession(env)) return `not used in a pipeline, unless ${SESSION_FILE} names its file`;
  const file = sessionFile(env);
  if (file === undefined) return "no home directory for its file";
  try {
    return findSession(file) ? undefined : `${file} does not exist; log in with \`platformctl login\``;
  } catch (error) {
    return (error as Error).message;
  }
}
