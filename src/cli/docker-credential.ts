import { resolveConfiguration } from "../client";
import { tokenFor } from "../client/connect";
import { describeFailure } from "./failure";
import type { Output } from "./output";

/** The user name that a registry is given with a token. */
const USERNAME = "_token";

/** Docker recognizes this text, and continues without credentials. */
const NOT_FOUND = "credentials not found in native keychain";

/**
 * Runs one action of Docker's credential helper protocol, with `input` from standard input. `get` returns a new token
 * for the registry, from the same credentials as the other commands. Nothing is stored, so `store` and `erase` do
 * nothing. Docker shows what is on standard output if the exit code is 1. Never rejects.
 */
export async function dockerCredential(
  action: string | undefined,
  input: string,
  env: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  try {
    if (action === "get") return await get(input.trim(), env, output);
    if (action === "list") return succeed(output, "{}");
    // `docker logout` erases, and must not fail.
    if (action === "erase") return 0;
    if (action === "store")
      return fail(output, "docker-credential-platform stores no credentials: it gets a token for each request");
    return fail(output, "usage: docker-credential-platform get|store|erase|list, which Docker calls");
  } catch (error) {
    return fail(output, describeFailure(error));
  }
}

async function get(serverUrl: string, env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  const audience = hostOf(serverUrl);
  if (audience === undefined) return fail(output, `${JSON.stringify(serverUrl)} is not the address of a registry`);
  if (!hosts(env).includes(audience)) return fail(output, NOT_FOUND);
  const token = await tokenFor(resolveConfiguration({}, env), { audience }).token();
  return succeed(output, JSON.stringify({ ServerURL: serverUrl, Username: USERNAME, Secret: token }));
}

/**
 * Returns the hosts of the registries that may get a token. Docker asks a credential store for every registry, and a
 * token must not be sent to another one.
 */
const hosts = (env: NodeJS.ProcessEnv): readonly string[] =>
  (env.PLATFORM_REGISTRY_HOSTS ?? "").split(",").map((host) => host.trim().toLowerCase());

/** Docker passes a host, or a URL such as `https://registry.example.com/v2/`. */
function hostOf(serverUrl: string): string | undefined {
  const text = serverUrl.includes("://") ? serverUrl : `https://${serverUrl}`;
  return serverUrl !== "" && URL.canParse(text) ? new URL(text).host : undefined;
}

function succeed(output: Output, text: string): number {
  output.stdout(`${text}\n`);
  return 0;
}

function fail(output: Output, problem: string): number {
  output.stdout(`${problem}\n`);
  return 1;
}
