import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { AccessGraph, Directory, emptySnapshot, type PlatformTokens, type Snapshot } from "../../access";
import { isPulumiPreview, isTerraformPlan, plannedAccess, pulumiPreview, terraformPlan } from "../../access/sources";
import {
  createClientFromSettings,
  PlatformError,
  readAccess,
  resolveConfiguration,
  SettingsError,
  tokenFor,
} from "../../client";
import { settings } from "../../client/settings";
import { decodeClaims } from "../../client/tokens/jwt";
import { SESSION_FILE } from "../../client/tokens/session-file";
import { CommandFailure, oneLine, withOperation } from "../failure";

/** Where commands read access from: the live platform, and what a plan changes there. */
export interface SourceOptions {
  /** A file with a plan or preview in JSON, or - for standard input. */
  readonly plan?: string;
  /** Reads nothing but the plan. */
  readonly offline?: boolean;
  readonly session?: string;
}

/** Access before and after a plan. */
export interface Comparison {
  readonly before: AccessGraph;
  readonly after: AccessGraph;
  readonly directory: Directory;
}

/** Reads the access after a plan, or the live platform without one. */
export async function readGraph(options: SourceOptions): Promise<{ graph: AccessGraph; directory: Directory }> {
  if (options.plan !== undefined) {
    const { after, directory } = await readComparison(options.plan, options);
    return { graph: after, directory };
  }
  if (options.offline) throw new CommandFailure("--offline reads nothing but a plan; name one with --plan");
  const snapshot = await readPlatform(options);
  return { graph: new AccessGraph(snapshot, now()), directory: new Directory(snapshot) };
}

/** Reads a plan, and what it does not contain from the live platform, if that can be reached. */
export async function readComparison(file: string, options: SourceOptions): Promise<Comparison> {
  const change = parsePlan(await readJson(file), file);
  const { before, after } = plannedAccess(change, await platformOrGap(options));
  const at = now();
  return {
    before: new AccessGraph(before, at),
    after: new AccessGraph(after, at),
    directory: new Directory(before, after),
  };
}

const now = (): string => new Date().toISOString();

function parsePlan(json: unknown, file: string) {
  if (isTerraformPlan(json)) return terraformPlan(json);
  if (isPulumiPreview(json)) return pulumiPreview(json);
  throw new CommandFailure(
    `${nameOf(file)} is not a plan: it must be the output of "terraform show -json PLAN", "tofu show -json PLAN" or "pulumi preview --json"`,
  );
}

export async function readJson(file: string): Promise<unknown> {
  const content = await readInput(file);
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new CommandFailure(`${nameOf(file)} is not valid JSON: ${oneLine((error as Error).message)}`);
  }
}

/** Reads a file, or standard input for -. */
export const readInput = (file: string): Promise<string> =>
  file === "-"
    ? text(process.stdin)
    : withOperation(`read ${file}`, () => readFileSync(file, "utf8").replace(/^\uFEFF/, ""));

export const nameOf = (file: string): string => (file === "-" ? "standard input" : file);

/** Reads the live platform with the credentials of the environment or of `platformctl login`. */
async function readPlatform(options: SourceOptions): Promise<Snapshot> {
  const client = createClientFromSettings(configurationOf(options));
  try {
    return await readAccess(client);
  } finally {
    await client.close();
  }
}

/** Returns the settings of the environment or of `platformctl login`. */
export const configurationOf = (options: SourceOptions) => resolveConfiguration({}, environmentOf(options));

/** Returns the uid of the identity that runs a command; undefined if its access token does not state it. */
export async function callerOf(options: SourceOptions): Promise<string | undefined> {
  const resolved = configurationOf(options);
  const subject = decodeClaims(await tokenFor(resolved, { audience: resolved.baseUrl }).token({}))?.sub;
  return typeof subject === "string" ? subject : undefined;
}

const environmentOf = ({ session }: SourceOptions) =>
  session === undefined ? process.env : { ...process.env, [SESSION_FILE]: session };

/**
 * Returns the issuer and audience of the platform's own tokens, from the settings or, with a static token, the token;
 * undefined if neither contains them.
 */
export function platformTokens(options: SourceOptions): PlatformTokens | undefined {
  const env = environmentOf(options);
  const issuer = env[settings.auth_url.env];
  const audience = env[settings.base_url.env];
  try {
    const { access, baseUrl } = resolveConfiguration({}, env);
    const found = access.kind === "token" ? (issuer ?? issuerOf(access.token)) : access.authUrl;
    return found ? { issuer: found, audience: baseUrl } : undefined;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    // With --offline, the addresses suffice.
    return issuer && audience ? { issuer, audience } : undefined;
  }
}

function issuerOf(token: string): string | undefined {
  const issuer = decodeClaims(token)?.iss;
  return typeof issuer === "string" && URL.canParse(issuer) && /^https?:/.test(issuer) ? issuer : undefined;
}

/** A plan says what it changes without the platform, but not what an identity already had from elsewhere. */
async function platformOrGap(options: SourceOptions): Promise<Snapshot> {
  if (options.offline) return withGap("--offline was given.");
  try {
    return await readPlatform(options);
  } catch (error) {
    if (error instanceof SettingsError)
      return withGap(sentence(error.problems.map(({ problem }) => problem).join("; ")));
    if (error instanceof PlatformError) return withGap(sentence(oneLine(error.message)));
    throw error;
  }
}

const withGap = (reason: string): Snapshot => ({
  ...emptySnapshot,
  gaps: [
    `Role bindings that the plan does not contain were not considered, because the platform was not read: ${reason}`,
  ],
});

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
