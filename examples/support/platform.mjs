/** A platform for an example: an OIDC issuer and the service, run like any installation. */
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createClient, staticToken } from "platform-iac/client";
import { run, start } from "./processes.mjs";

export const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const platformctl = path.join(repository, "dist/platformctl.js");

/** The subject of the deploying pipeline's OIDC token: GitHub Actions on the main branch of a repository. */
const PIPELINE = "repo:octo-org/access:ref:refs/heads/main";

/**
 * Starts issuer and service with their data and logs below `directory`, and an organization owned by an identity that
 * the pipeline may assume.
 *
 * Returns `groupUid` and `identityUid` of those two, the `pipeline`, `issuer`, `baseUrl` and `authUrl`, a `client` with
 * the owner's access, and in `environment` the variables of a job of that pipeline: the platform's address, the
 * identity to assume, and the source of its token.
 */
export async function startPlatform(directory, { organization = "example" } = {}) {
  const data = path.join(directory, "platform");
  mkdirSync(data, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: directory };
  const log = (name) => path.join(directory, `${name}.log`);

  const issuer = await start("the issuer", platformctl, ["dev", "issuer", "--listen", "127.0.0.1:0"], {
    env,
    log: log("issuer"),
  });

  const output = path.join(directory, "owner.json");
  const owner = ["--issuer", issuer.issuer, "--subject", PIPELINE];
  const init = ["service", "init", "--data", data, "--organization", organization, ...owner, "--output", output];
  await run(process.execPath, [platformctl, ...init], { env, log: log("init") });
  const { groupUid, identityUid, token } = JSON.parse(readFileSync(output, "utf8"));

  const service = await start(
    "the service",
    platformctl,
    ["service", "start", "--data", data, "--listen", "127.0.0.1:0", "--lame-duck", "0", "--dev"],
    { env, log: log("service") },
  );

  return {
    groupUid,
    identityUid,
    pipeline: PIPELINE,
    issuer: issuer.issuer,
    baseUrl: service.baseUrl,
    authUrl: service.authUrl,
    client: createClient({ baseUrl: service.baseUrl, credentials: staticToken(token) }),
    environment: {
      PLATFORM_BASE_URL: service.baseUrl,
      PLATFORM_AUTH_URL: service.authUrl,
      PLATFORM_IDENTITY: identityUid,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.requestUrl}?${new URLSearchParams({ subject: PIPELINE })}`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: issuer.requestToken,
    },
    /** Returns the logged requests that the service has completed, filtered by method and path. */
    requests: (method, onlyPath) =>
      readFileSync(log("service"), "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
        .filter((entry) => entry.method === method && (!onlyPath || entry.path === onlyPath)),
  };
}
