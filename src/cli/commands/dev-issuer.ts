import { startIssuer } from "../../issuer";
import { withOperation } from "../failure";
import type { ListenAddress } from "../options";
import type { Output } from "../output";
import { shutdownSignal } from "../shutdown-signal";

/**
 * Runs the development issuer until it is stopped. The ready line contains the secret that token requests must carry.
 */
export async function devIssuer({ listen }: { readonly listen: ListenAddress }, output: Output): Promise<void> {
  const stop = shutdownSignal();
  const issuer = await withOperation(`listen on ${listen.host}:${listen.port}`, () => startIssuer(listen));
  const { issuer: name, requestUrl, requestToken } = issuer;
  output.stdout(`${JSON.stringify({ event: "ready", issuer: name, requestUrl, requestToken })}\n`);
  await stop;
  await issuer.close();
}
