import { jsonLog, startService } from "../service";
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
  readonly registryHost?: string;
  readonly allowPrivateIssuer?: readonly string[];
  readonly dev: boolean;
}

/** Serves until told to stop, then finishes what runs. Standard output has the ready line, standard error JSON logs. */
export async function serviceStart(options: ServiceStartOptions, output: Output): Promise<void> {
  const { listen, allowPrivateIssuer: privateIssuers, ...further } = options;
  requireData(options.data);
  const log = jsonLog(output.stderr);
  const stop = stopped();
  const service = await attempting(`serve ${options.data} on ${listen.host}:${listen.port}`, () =>
    startService({ ...further, ...listen, privateIssuers, log }),
  );
  const { baseUrl, authUrl, port } = service;
  log({ event: "listening", host: listen.host, port });
  output.stdout(`${JSON.stringify({ event: "ready", baseUrl, authUrl })}\n`);
  await stop;
  log({ event: "stopping" });
  await service.close();
}
