import { isUid } from "../api";
import { type Environment, missingTokenAdvice, tokenSource } from "../workloads";
import { readAddress } from "./address";
import { isToken } from "./jwt";
import {
  type Access,
  type Refresh,
  type ResolvedSettings,
  refreshes,
  type SettingName,
  type SettingProblem,
  type Settings,
  SettingsError,
  type SourceSetting,
  settings,
} from "./settings";

/** What was configured; null and empty mean not set. */
export type GivenSettings = { readonly [S in SettingName]?: Settings[S] | null | undefined };

/**
 * Reads settings: each as configured, else from its environment variable. A configured token, identity or identity
 * token goes before PLATFORM_TOKEN, and that before what else the environment has. Makes no request.
 * Throws SettingsError with everything that is wrong.
 */
export function readSettings(given: GivenSettings, env: Environment): ResolvedSettings {
  const reader = new Reader(given, env);
  const insecure = reader.flag("insecure");
  const baseUrl = reader.address("base_url", insecure);
  const access = reader.access(insecure);
  const refresh = reader.refresh();
  const sharesTokens = reader.flag("token_cache", true);
  if (reader.problems.length > 0 || !baseUrl || !access) throw new SettingsError(reader.problems);
  const tokenCache = env.XDG_RUNTIME_DIR || env.TMPDIR || "/tmp";
  return { baseUrl, insecure, access, refresh, ...(sharesTokens ? { tokenCache } : {}) };
}

type Layer = (name: SettingName) => string | undefined;

/** What says who is acting, where no token does. */
const identifying = ["identity", "identity_token", "identity_token_file"] as const;

class Reader {
  readonly problems: SettingProblem[] = [];
  readonly #configured: Layer;
  readonly #environment: Layer;
  readonly #env: Environment;

  constructor(given: GivenSettings, env: Environment) {
    this.#env = env;
    this.#configured = (name) => String(given[name] ?? "").trim() || undefined;
    this.#environment = (name) => env[settings[name].env]?.trim() || undefined;
  }

  flag(name: "insecure" | "token_cache", byDefault = false): boolean {
    const text = this.#value(name);
    if (text === undefined) return byDefault;
    if (!["true", "false", "1", "0"].includes(text)) this.#report(name, "must be true or false");
    return text === "true" || text === "1";
  }

  refresh(): Refresh {
    const text = this.#value("refresh") ?? refreshes[0];
    const known = refreshes.find((each) => each === text);
    if (!known) this.#report("refresh", `must be one of ${refreshes.join(", ")}`);
    return known ?? refreshes[0];
  }

  address(name: "base_url" | "auth_url", insecure: boolean): string | undefined {
    const text = this.#value(name);
    if (text === undefined) return this.#report(name, "is not set", settings[name].description);
    const read = readAddress(text, insecure);
    return "address" in read ? read.address : this.#report(name, read.problem);
  }

  access(insecure: boolean): Access | undefined {
    for (const layer of [this.#configured, this.#environment]) {
      const token = layer("token");
      const others = identifying.filter((name) => layer(name) !== undefined);
      if (token !== undefined) {
        for (const other of others) this.#report("token", `conflicts with ${spelled(other)}: only one may be set`);
        return { kind: "token", token: this.#oneToken("token", token) };
      }
      if (others.length > 0) break;
    }
    return this.#exchange(insecure);
  }

  #exchange(insecure: boolean): Access | undefined {
    const source = this.#source();
    if (!source) return undefined;
    const identity = this.#value("identity");
    if (identity === undefined && source.kind === "workload")
      this.#report("identity", `is not set: it says whom the token of ${source.source.title} stands for`);
    if (identity !== undefined && !isUid(identity)) this.#report("identity", "must be the uid of an identity");
    const authUrl = this.address("auth_url", insecure);
    if (!authUrl) return undefined;
    const sourceAudience = this.#value("identity_token_audience") ?? authUrl;
    return { kind: "exchange", authUrl, ...(identity ? { identity } : {}), source, sourceAudience };
  }

  #source(): SourceSetting | undefined {
    if (this.#configured("identity_token") && this.#configured("identity_token_file"))
      return this.#report("identity_token", `conflicts with ${spelled("identity_token_file")}: only one may be set`);
    for (const layer of [this.#configured, this.#environment]) {
      const token = layer("identity_token");
      if (token !== undefined) return { kind: "literal", token: this.#oneToken("identity_token", token) };
      const path = layer("identity_token_file");
      if (path !== undefined) return { kind: "file", path };
    }
    const source = tokenSource(this.#env);
    if (source) return { kind: "workload", source };
    const advice = missingTokenAdvice(this.#env);
    const alternatives = `${spelled("identity_token")} or ${spelled("identity_token_file")}`;
    return this.#value("identity") === undefined
      ? this.#report("token", `is not set, and neither is ${spelled("identity")} with ${alternatives}`, advice)
      : this.#report("identity", `is set without a token to prove it: set ${alternatives}`, advice);
  }

  #oneToken(name: "token" | "identity_token", text: string): string {
    if (!isToken(text)) this.#report(name, "must be one token, without blanks in it");
    return text;
  }

  #value(name: SettingName): string | undefined {
    return this.#configured(name) ?? this.#environment(name);
  }

  #report(setting: SettingName, problem: string, advice?: string): undefined {
    this.problems.push({ setting, problem: `${spelled(setting)} ${problem}.${advice ? ` ${advice}` : ""}` });
  }
}

/** A setting by both of its names. */
const spelled = (name: SettingName): string => `${name} (${settings[name].env})`;
