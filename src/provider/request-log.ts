import type { Hooks } from "../client";
import type { Logger } from "./plugin";

/** Logs each request with its answer's status; nothing where the engine would not show it. No line has a secret. */
export function requestLog(env: NodeJS.ProcessEnv, log: Logger | undefined): Hooks | undefined {
  if (!log || !(env.TF_LOG || env.TF_LOG_PROVIDER)) return undefined;
  return {
    onResponse: ({ method, path, status, attempt, requestId }) =>
      log.debug(`${method} ${path}`, { status, ...(attempt > 1 ? { attempt } : {}), request_id: requestId }),
  };
}
