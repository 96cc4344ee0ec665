import type { ExecFileException } from "node:child_process";
import { readFile } from "node:fs/promises";
import { errorMessage, unauthenticated } from "../../api";
import type { CommandSource, RequestSource, TokenSource as WorkloadTokenSource } from "../../workloads";
import { requestOtherOrigin } from "../http/request-other-origin";
import { isToken } from "./jwt";

/** A source of identity tokens, which are exchanged for access tokens. */
export interface TokenSource {
  /** Describes the tokens in messages; defaults to "the identity token". */
  readonly title?: string;
  /** A sentence of advice for when the token may not assume an identity. */
  readonly advice?: string;
  /** Returns a token for the audience. Throws PlatformError. */
  token(audience: string, options?: { readonly signal?: AbortSignal }): Promise<string>;
  /**
   * Returns the parts of a cache key, including a secret that only processes with access to the source know; processes
   * with the same key share exchanged tokens. Throws PlatformError.
   */
  proof?(audience: string): Promise<readonly string[]>;
}

/** A token given as a string. */
export const literal = (token: string): TokenSource => ({
  token: async () => token,
  proof: async () => ["literal", token],
});

/** A token file that another program keeps current; read for each token. */
export const file = (path: string): TokenSource => ({
  token: () => tokenIn(path),
  proof: async () => ["file", await tokenIn(path)],
});

async function tokenIn(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw unauthenticated(`cannot read the identity token in ${path}: ${error.code}`);
  });
  const token = text.trim();
  if (!isToken(token)) throw unauthenticated(`${path} does not contain an identity token`);
  return token;
}

/** The CI system or workload platform that runs this process; queried for each token if it can issue several. */
export function workload(source: WorkloadTokenSource, ca?: string): TokenSource {
  switch (source.kind) {
    case "request":
      return fromRequest(source, ca);
    case "command":
      return fromCommand(source);
    case "variable":
      return literal(source.token);
  }
}

const fromRequest = (source: RequestSource, ca: string | undefined): TokenSource => ({
  async token(audience, { signal } = {}) {
    const response = await requestOtherOrigin(`Cannot get a token from ${source.title}`, {
      ...source.request(audience),
      signal,
      ca,
    });
    try {
      return source.read(response);
    } catch (error) {
      throw unauthenticated(errorMessage(error));
    }
  },
  proof: async (audience) => ["workload", JSON.stringify(source.request(audience))],
});

/** How long a command may take to print a token, in milliseconds. */
const COMMAND_TIMEOUT = 30_000;

const fromCommand = ({ title, command, proof }: CommandSource): TokenSource => ({
  token(audience, { signal } = {}) {
    const [program, ...args] = command(audience);
    // Loaded lazily to keep startup fast.
    const { execFile } = require("node:child_process") as typeof import("node:child_process");
    return new Promise((resolve, reject) => {
      const options = { env: process.env, timeout: COMMAND_TIMEOUT, ...(signal ? { signal } : {}) };
      execFile(program, args, options, (error, stdout) => {
        const token = stdout.trim();
        if (!error && isToken(token)) return resolve(token);
        const problem = error ? describeFailure(error) : "printed no token";
        reject(unauthenticated(`cannot get a token from ${title}: \`${program} ${args.join(" ")}\` ${problem}`));
      });
    });
  },
  proof: async (audience) => ["workload", ...command(audience), ...proof],
});

function describeFailure({ code, signal }: ExecFileException): string {
  if (signal) return `was terminated by ${signal}`;
  return typeof code === "number" ? `exited with code ${code}` : `failed: ${code}`;
}
