import { readFileSync } from "node:fs";
import { importJWK, type JWK, SignJWT } from "jose";
import { sourceFrom } from "../../client/connect";
import { resolveIdentityToken } from "../../client/resolve-configuration";
import { decodeClaims } from "../../client/tokens/jwt";
import { isJsonObject } from "../../model";
import { CommandFailure, withOperation } from "../failure";
import type { Output } from "../output";

export interface InspectOptions {
  readonly audience?: string;
  readonly json: boolean;
}

/**
 * Prints the claims of the identity token that an exchange in this environment would present, never the token itself.
 * Sends nothing to the platform.
 */
export async function inspectIdentityToken({ audience, json }: InspectOptions, output: Output): Promise<void> {
  const resolved = resolveIdentityToken({ identity_token_audience: audience }, process.env);
  const { source, ca } = resolved;
  if (source.kind === "workload" && resolved.audience === undefined)
    throw new CommandFailure("the audience is not set: use --audience, or set PLATFORM_AUTH_URL");
  const token = await sourceFrom(source, ca).token(resolved.audience ?? "");
  const claims = decodeClaims(token);
  if (claims === undefined) throw new CommandFailure("the identity token is not a JSON Web Token");
  if (json) return output.stdout(`${JSON.stringify(claims, null, 2)}\n`);
  const lines = Object.entries(claims).map(([name, value]) => `${name}: ${formatClaim(name, value)}\n`);
  output.stdout(`${lines.join("")}\nAn identity with these claims accepts the token:\n\n${claimMatch(claims)}`);
}

export interface SignOptions {
  /** A file with `privateKey` (JWK), `issuer` and `subject`, and optionally `authUrl`, as `service init` writes it. */
  readonly keyFile: string;
  readonly audience?: string;
}

/** How long a signed token is valid: it is exchanged at once. */
const LIFETIME = "5m";

/** Prints an identity token that is signed with the private key of an identity with static keys. */
export async function signIdentityToken({ keyFile, audience }: SignOptions, output: Output): Promise<void> {
  const content = await withOperation(`read ${keyFile}`, () => readFileSync(keyFile, "utf8"));
  const { privateKey, issuer, subject, authUrl } = parseKeyFile(keyFile, content);
  const aud = audience ?? authUrl;
  if (typeof aud !== "string")
    throw new CommandFailure(`the audience is not set: use --audience, or add authUrl to ${keyFile}`);
  const { alg = "ES256", kid } = privateKey as JWK;
  const key = await importJWK(privateKey as JWK, alg).catch(() => undefined);
  // Symmetric keys are returned as bytes.
  if (key === undefined || key instanceof Uint8Array)
    throw new CommandFailure(`privateKey in ${keyFile} must be the private key of a pair, as a JSON Web Key`);
  const token = new SignJWT({ iss: issuer, sub: subject, aud })
    .setProtectedHeader({ alg, ...(kid ? { kid } : {}) })
    .setIssuedAt()
    .setExpirationTime(LIFETIME);
  output.stdout(`${await token.sign(key)}\n`);
}

/** Throws CommandFailure, without the content: it contains a key. */
function parseKeyFile(file: string, content: string) {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    throw new CommandFailure(`${file} must be JSON`);
  }
  const { privateKey, issuer, subject, authUrl } = isJsonObject(parsed) ? parsed : {};
  if (!isJsonObject(privateKey) || typeof issuer !== "string" || typeof subject !== "string")
    throw new CommandFailure(
      `${file} must contain privateKey (a JSON Web Key), issuer and subject, as \`platformctl service init\` writes them without --issuer`,
    );
  return { privateKey, issuer, subject, authUrl };
}

const times = ["exp", "iat", "nbf", "auth_time"];

/** Formats a claim for a terminal; times as RFC 3339. */
function formatClaim(name: string, value: unknown): string {
  const isTime = times.includes(name) && typeof value === "number" && Math.abs(value) < MAX_TIME;
  return isTime ? `${value} (${new Date(value * 1000).toISOString()})` : JSON.stringify(value);
}

/** The maximum time of a Date, in seconds. */
const MAX_TIME = 8.64e12;

/** Returns a Terraform configuration of the claims that every identity requires. */
const claimMatch = ({ iss, sub }: Readonly<Record<string, unknown>>): string =>
  `claim_match = {\n  issuer  = ${hclString(iss)}\n  subject = ${hclString(sub)}\n}\n`;

/** Escapes the beginning of templates. */
const hclString = (value: unknown): string => JSON.stringify(String(value ?? "")).replace(/([$%])\{/g, "$1$1{");
