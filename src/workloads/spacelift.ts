import { requirePattern } from "./options";
import { groupsIn } from "./recognition";
import type { Environment, Workload } from "./workload";

/** The trusted runs of a stack: tracked runs that may write, unless other ones are given. */
export interface SpaceliftOptions {
  /** The account's host name, such as `acme.app.spacelift.io`. */
  readonly host: string;
  /** The id of the stack's space, such as `root` or `production-01HXXXX`. */
  readonly space: string;
  /** The stack's id, as in its URL. */
  readonly stack: string;
  /** The type of the runs: `TRACKED` by default. Anyone who can open a pull request starts `PROPOSED` ones. */
  readonly runType?: "TRACKED" | "PROPOSED" | "TASK" | "TESTING" | "DESTROY";
  /** `write` by default. Plans of tracked runs that wait for confirmation, and proposed runs, have `read`. */
  readonly scope?: "read" | "write";
}

const isCurrent = (env: Environment): boolean => Boolean(env.SPACELIFT_OIDC_TOKEN);

/**
 * Spacelift. The default subject is documented on its OpenID Connect page; an account with another subject template
 * matches none. Pipelines cannot choose the audience, which is the account's host name.
 */
export const spacelift = {
  id: "spacelift",
  title: "Spacelift",
  isCurrent,
  options: ["host", "space", "stack", "runType", "scope"],
  claims: (options) => {
    const { runType = "TRACKED", scope = "write" } = options;
    const host = requirePattern(
      options,
      "host",
      /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
      "the account's host name, such as acme.app.spacelift.io",
    );
    const id = /^[A-Za-z0-9_-]+$/;
    const space = requirePattern(options, "space", id, "a space's id");
    const stack = requirePattern(options, "stack", id, "a stack's id");
    requirePattern(
      { runType },
      "runType",
      /^(TRACKED|PROPOSED|TASK|TESTING|DESTROY)$/,
      "a type of runs, such as TRACKED",
    );
    requirePattern({ scope }, "scope", /^(read|write)$/, "read or write");
    const subject = `space:${space}:stack:${stack}:run_type:${runType}:scope:${scope}`;
    return { issuer: `https://${host}`, subject, audience: host };
  },
  optionsOf: ({ issuer, subject }) => {
    const { space, stack, ...run } =
      groupsIn(
        subject,
        /^space:(?<space>[^:]+):stack:(?<stack>[^:]+):run_type:(?<runType>[^:]+):scope:(?<scope>[^:]+)$/,
      ) ?? {};
    return space && stack ? { host: issuer.replace("https://", ""), space, stack, ...run } : undefined;
  },
  tokenSource: (env) =>
    env.SPACELIFT_OIDC_TOKEN ? { kind: "variable", title: "Spacelift", token: env.SPACELIFT_OIDC_TOKEN } : undefined,
} as const satisfies Workload<SpaceliftOptions>;
