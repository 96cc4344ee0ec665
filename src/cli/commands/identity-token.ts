import { sourceFrom } from "../../client/connect";
import { resolveIdentityToken } from "../../client/resolve-configuration";
import { decodeClaims } from "../../client/tokens/jwt";
import { CommandFailure } from "../failure";
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
