import { startService } from "../service";
import { attempting } from "./failure";
import type { ListenAddress } from "./options";
import type { Output } from "./run";
import { requireData } from "./service-token";
import { stopped } from "./stopped";

export interface ServiceStartOptions {
  readonly data: string;
  readonly listen: ListenAddress;
  readonly baseUrl?: string;
  readonly authUrl?: string;
  readonly dev: boolean;
}

/** How long requests may take to finish once the service is told to stop. */
const DRAIN_MS = 10_000;

/** Serves until told to stop, then finishes what runs. Standard output has the ready line, standard error JSON logs. */
export async function serviceStart(options: ServiceStartOptions, output: Output): Promise<void> {
  const { listen, ...further } = options;
  requireData(options.data);
  const stop = stopped();
  const service = await attempting(`serve ${options.data} on ${listen.host}:${listen.port}`, () =>
    startService({ ...further, ...listen, log: output.stderr }),
  );
  const { baseUrl, authUrl } = service;
  output.stdout(`${JSON.stringify({ event: "ready", baseUrl, authUrl })}\n`);
  await stop;
  await Promise.race([service.close(), new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())]);
}
