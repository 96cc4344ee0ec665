import { credentialStatus } from "../../client/credential-sources";
import { SESSION_FILE } from "../../client/tokens/session-file";
import { ExitCode } from "../failure";
import type { Output } from "../output";

export interface AuthStatusOptions {
  readonly json: boolean;
  readonly session?: string;
}

/** Prints which source of credentials is used, and why the others are not. Sends nothing; exit code 1 without any. */
export function authStatus({ json, session }: AuthStatusOptions, output: Output): void {
  const env = session === undefined ? process.env : { ...process.env, [SESSION_FILE]: session };
  const { sources, resolved, problems } = credentialStatus(env);
  const { baseUrl, access } = resolved ?? {};
  const settings = {
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...(access && access.kind !== "token" ? { auth_url: access.authUrl } : {}),
    ...(access?.kind === "exchange" && access.identity ? { identity: access.identity } : {}),
    ...(access?.kind === "exchange" && access.organization ? { organization: access.organization } : {}),
  };
  const messages = problems.map(({ problem }) => problem);
  if (json) output.stdout(`${JSON.stringify({ settings, sources, problems: messages }, undefined, 2)}\n`);
  else {
    const width = Math.max(...sources.map(({ title }) => title.length));
    const rows = sources.map(
      ({ title, isUsed, reason }) => `${isUsed ? "*" : " "} ${title.padEnd(width)}  ${reason}\n`,
    );
    const lines = Object.entries(settings).map(([name, value]) => `${name}: ${value}\n`);
    output.stdout([...lines, ...(lines.length > 0 ? ["\n"] : []), ...rows].join(""));
    for (const each of messages) output.stderr(`error: ${each}\n`);
  }
  if (!resolved) throw new ExitCode(1);
}
