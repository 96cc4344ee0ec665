import { errorMessage, isUid } from "../api";
import { type Environment, isPipeline, missingTokenAdvice, tokenSource } from "../workloads";
import { parseAddress } from "./address";
import { caProblem, readCaFile } from "./http/certificate-authorities";
import { privateBase } from "./private-directory";
import {
  type AuthMethod,
  type RefreshMode,
  type ResolvedSettings,
  refreshModes,
  type SettingName,
  type SettingProblem,
  type Settings,
  SettingsError,
  type SourceSetting,
  settings,
} from "./settings";
import { audiencesOf, isToken } from "./tokens/jwt";
import { findSession, type Session } from "./tokens/session";
import { SESSION_FILE, sessionFile } from "./tokens/session-file";

/** Settings as configured; null and empty values are unset. */
export type ConfiguredSettings = { readonly [S in SettingName]?: Settings[S] | null | undefined };

/**
 * Resolves settings: each from the configuration, otherwise from its environment variable. A configured token, identity
 * or identity token takes precedence over PLATFORM_TOKEN, which takes precedence over the other variables. The user's
 * login session has the lowest precedence and also supplies base_url; in a pipeline, it is used only if its file is set
 * explicitly. Makes no request. Throws SettingsError with all problems.
 */
export function resolveConfiguration(given: ConfiguredSettings, env: Environment): ResolvedSettings {
  const resolver = new Resolver(given, env);
  const insecure = resolver.flag("insecure");
  const access = resolver.access(insecure);
  const baseUrl = resolver.baseUrl(insecure);
  const ca = resolver.caCertificates();
  const refresh = resolver.refresh();
  const tokenCacheEnabled = resolver.flag("token_cache", true);
  if (resolver.problems.length > 0 || !baseUrl || !access) throw new SettingsError(inOrder(resolver.problems));
  return {
    baseUrl,
    insecure,
    ...(ca === undefined ? {} : { ca }),
    access,
    refresh,
    directory: privateBase(env),
    tokenCacheEnabled,
  };
}

/**
 * Checks configured settings independently of the environment: each value by itself, and conflicts between them. The
 * caller omits settings whose values are not known yet. Makes no request.
 */
export function checkSettings(given: ConfiguredSettings, env: Environment): readonly SettingProblem[] {
  const resolver = new Resolver(given, env);
  resolver.checkConfigured();
  return inOrder(resolver.problems);
}

/** An identity token's source, and the audience to request from it. */
export interface IdentityTokenSettings {
  readonly source: SourceSetting;
  /** Undefined if neither the audience nor auth_url is set. */
  readonly audience?: string;
  readonly ca?: string;
}

/**
 * Resolves only the settings that an identity token needs, so that a token can be inspected before the platform is
 * configured. Makes no request. Throws SettingsError with all problems.
 */
export function resolveIdentityToken(given: ConfiguredSettings, env: Environment): IdentityTokenSettings {
  const resolver = new Resolver(given, env);
  const ca = resolver.caCertificates();
  const identityToken = resolver.identityToken();
  if (resolver.problems.length > 0 || !identityToken) throw new SettingsError(inOrder(resolver.problems));
  return { ...identityToken, ...(ca === undefined ? {} : { ca }) };
}

type Layer = (name: SettingName) => string | undefined;

/** Settings that select the identity; all conflict with a token. */
const identitySettings = ["identity", "organization", "identity_token", "identity_token_file"] as const;

class Resolver {
  readonly problems: SettingProblem[] = [];
  /** The login session, if it is used to authenticate. */
  #login: Session | undefined;
  readonly #configured: Layer;
  readonly #environment: Layer;
  readonly #env: Environment;

  constructor(given: ConfiguredSettings, env: Environment) {
    this.#env = env;
    this.#configured = (name) => String(given[name] ?? "").trim() || undefined;
    this.#environment = (name) => env[settings[name].env]?.trim() || undefined;
  }

  flag(name: "insecure" | "token_cache", defaultValue = false): boolean {
    const text = this.#value(name);
    if (text === undefined) return defaultValue;
    if (!["true", "false", "1", "0"].includes(text)) this.#report(name, "must be true or false");
    return text === "true" || text === "1";
  }

  /** Returns the CA certificates to trust in addition to the default ones. */
  caCertificates(): string | undefined {
    for (const layer of [this.#configured, this.#environment]) {
      const [pem, file] = [layer("ca_pem"), layer("ca_file")];
      if (pem !== undefined && file !== undefined)
        return this.#report("ca_pem", `conflicts with ${displayName("ca_file")}: only one may be set`);
      if (pem !== undefined) {
        const problem = caProblem(pem);
        return problem === undefined ? pem : this.#report("ca_pem", problem);
      }
      if (file === undefined) continue;
      const read = readCaFile(file);
      return "pem" in read ? read.pem : this.#report("ca_file", read.problem);
    }
    return undefined;
  }

  refresh(): RefreshMode {
    const text = this.#value("refresh") ?? refreshModes[0];
    const known = refreshModes.find((each) => each === text);
    if (!known) this.#report("refresh", `must be one of ${refreshModes.join(", ")}`);
    return known ?? refreshModes[0];
  }

  address(name: "base_url" | "auth_url", insecure: boolean): string | undefined {
    const text = this.#value(name);
    if (text === undefined) return this.#report(name, "is not set", settings[name].description);
    const read = parseAddress(text, insecure);
    return "address" in read ? read.address : this.#report(name, read.problem);
  }

  checkConfigured(): void {
    const isSet = (name: SettingName) => this.#configured(name) !== undefined;
    const insecure = this.flag("insecure");
    for (const name of ["base_url", "auth_url"] as const) if (isSet(name)) this.address(name, insecure);
    if (isSet("ca_pem")) this.caCertificates();
    if (isSet("refresh")) this.refresh();
    if (isSet("token_cache")) this.flag("token_cache", true);
    const token = this.#configured("token");
    const others = identitySettings.filter(isSet);
    if (token !== undefined) {
      for (const other of others) this.#report("token", `conflicts with ${displayName(other)}: only one may be set`);
      this.#validateToken("token", token);
    } else if (isSet("identity_token") && isSet("identity_token_file"))
      this.#report("identity_token", `conflicts with ${displayName("identity_token_file")}: only one may be set`);
    else if (isSet("identity") && !isUid(this.#configured("identity") ?? ""))
      this.#report("identity", "must be the uid of an identity");
  }

  /** Returns the API's address. A session's token is valid for one address and must not be sent to any other. */
  baseUrl(insecure: boolean): string | undefined {
    const audiences = this.#login ? audiencesOf(this.#login.token) : [];
    const own = audiences.find((audience) => "address" in parseAddress(audience, insecure));
    if (own !== undefined && this.#value("base_url") === undefined) return own;
    const baseUrl = this.address("base_url", insecure);
    if (this.#login && baseUrl !== undefined && !audiences.includes(baseUrl))
      this.#report(
        "base_url",
        `does not match the audience of the login session (${audiences.join(" or ")})`,
        loginAdvice("<url>"),
      );
    return baseUrl;
  }

  #authUrl(insecure: boolean): string | undefined {
    if (this.#login && this.#value("auth_url") === undefined) return this.#login.authUrl;
    const authUrl = this.address("auth_url", insecure);
    if (this.#login && authUrl !== undefined && authUrl !== this.#login.authUrl)
      this.#report(
        "auth_url",
        `does not match the auth_url of the login session (${this.#login.authUrl})`,
        loginAdvice(authUrl),
      );
    return authUrl;
  }

  access(insecure: boolean): AuthMethod | undefined {
    for (const layer of [this.#configured, this.#environment]) {
      const token = layer("token");
      const others = identitySettings.filter((name) => layer(name) !== undefined);
      if (token !== undefined) {
        for (const other of others) this.#report("token", `conflicts with ${displayName(other)}: only one may be set`);
        return { kind: "token", token: this.#validateToken("token", token) };
      }
      if (others.length > 0) break;
    }
    return this.#exchange(insecure);
  }

  identityToken(): Pick<IdentityTokenSettings, "source" | "audience"> | undefined {
    const source = this.#identityTokenSource();
    const audience = this.#value("identity_token_audience") ?? this.#value("auth_url");
    if (source) return { source, ...(audience === undefined ? {} : { audience }) };
    if (this.problems.length > 0) return undefined;
    return this.#report(
      "identity_token",
      "is not set, and no CI system provides a token",
      missingTokenAdvice(this.#env),
    );
  }

  #exchange(insecure: boolean): AuthMethod | undefined {
    const source = this.#source();
    if (!source) return undefined;
    const identity = this.#value("identity");
    if (identity === undefined && source.kind === "workload")
      this.#report(
        "identity",
        `is not set; set it to the uid of the identity to assume with the token from ${source.source.title}`,
      );
    if (identity !== undefined && !isUid(identity)) this.#report("identity", "must be the uid of an identity");
    const authUrl = this.#authUrl(insecure);
    if (!authUrl) return undefined;
    if (source.kind === "session" && identity === undefined) return { ...source, authUrl };
    const sourceAudience = this.#value("identity_token_audience") ?? authUrl;
    const organization = this.#value("organization");
    const named = { ...(identity ? { identity } : {}), ...(organization ? { organization } : {}) };
    return { kind: "exchange", authUrl, ...named, source, sourceAudience };
  }

  /** Returns the identity token or its file that is set, otherwise the CI system. */
  #identityTokenSource(): SourceSetting | undefined {
    if (this.#configured("identity_token") && this.#configured("identity_token_file"))
      return this.#report(
        "identity_token",
        `conflicts with ${displayName("identity_token_file")}: only one may be set`,
      );
    for (const layer of [this.#configured, this.#environment]) {
      const token = layer("identity_token");
      if (token !== undefined) return { kind: "literal", token: this.#validateToken("identity_token", token) };
      const path = layer("identity_token_file");
      if (path !== undefined) return { kind: "file", path };
    }
    const source = tokenSource(this.#env);
    return source && { kind: "workload", source };
  }

  #source(): SourceSetting | undefined {
    const found = this.#identityTokenSource();
    if (found || this.problems.some(({ setting }) => setting === "identity_token")) return found;
    const allowsSession = usesSession(this.#env);
    const session = allowsSession ? this.#session() : undefined;
    if (session) return session;
    if (this.problems.some(({ setting }) => setting === "token")) return undefined;
    if (this.#configured("organization") !== undefined && this.#environment("token") !== undefined)
      return this.#report(
        "organization",
        `is configured, so ${settings.token.env} is ignored; an access token needs no organization`,
      );
    const advice = missingTokenAdvice(this.#env);
    const alternatives = `${displayName("identity_token")} or ${displayName("identity_token_file")}`;
    return this.#value("identity") === undefined
      ? this.#report(
          "token",
          `is not set, and neither is ${displayName("identity")} with ${alternatives}`,
          advice ?? (allowsSession ? LOG_IN : undefined),
        )
      : this.#report("identity", `is set without an identity token: set ${alternatives}`, advice);
  }

  #session(): SourceSetting | undefined {
    const file = sessionFile(this.#env);
    try {
      this.#login = file === undefined ? undefined : findSession(file);
    } catch (error) {
      return this.#report("token", `is not set, and ${errorMessage(error)}`);
    }
    return file !== undefined && this.#login ? { kind: "session", file } : undefined;
  }

  #validateToken(name: "token" | "identity_token", text: string): string {
    if (!isToken(text)) this.#report(name, "must be a single token without whitespace");
    return text;
  }

  #value(name: SettingName): string | undefined {
    return this.#configured(name) ?? this.#environment(name);
  }

  #report(setting: SettingName, problem: string, advice?: string): undefined {
    this.problems.push({ setting, problem: `${displayName(setting)} ${problem}.${advice ? ` ${advice}` : ""}` });
  }
}

/** Sorts problems in the order in which settings are declared. */
function inOrder(problems: readonly SettingProblem[]): SettingProblem[] {
  const names = Object.keys(settings);
  return problems.toSorted((one, other) => names.indexOf(one.setting) - names.indexOf(other.setting));
}

const LOG_IN = "Users can log in with `platformctl login` instead.";
const loginAdvice = (authUrl: string): string => `Run \`platformctl login --auth-url ${authUrl}\` to log in there.`;

/** Reports whether a login session may be used: in a pipeline, only if its file is named. */
export const usesSession = (env: Environment): boolean => Boolean(env[SESSION_FILE]) || !isPipeline(env);

/** Formats a setting with its environment variable. */
export const displayName = (name: SettingName): string => `${name} (${settings[name].env})`;
