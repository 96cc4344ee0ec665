/**
 * Measures how latency affects the plan of one resource: through a proxy that adds a round trip of 20 ms and counts how
 * often the provider waits, and through one that adds none. The access token is given, as for all but the first process
 * of a pipeline.
 */
import { connect, createServer } from "node:net";
import { workspace } from "./engine.mjs";
import { compare, report } from "./measure.mjs";
import { startPlatform } from "./platform.mjs";

const ROUND_TRIP = 20;

export default async function latency() {
  const platform = await startPlatform();
  const { groupUid, token, baseUrl } = platform;
  const body = `resource "platform_group" "it" {\n  parent_uid = "${groupUid}"\n  name = "latency"\n}\n`;
  const near = await startLatencyProxy(baseUrl, 0);
  const far = await startLatencyProxy(baseUrl, ROUND_TRIP);
  const env = { PLATFORM_TOKEN: token, PLATFORM_BASE_URL: near.url };
  const settings = 'variable "base_url" {}\nprovider "platform" {\n  base_url = var.base_url\n}\n';
  const terraform = workspace(settings + body, { provider: "platform", env });
  await terraform.run("init");
  await terraform.run("apply", "-auto-approve", `-var=base_url=${near.url}`);
  const plan = (proxy) => () => terraform.run("plan", "-detailed-exitcode", `-var=base_url=${proxy.url}`);
  far.reset();
  await plan(far)();
  const { connections, requests } = far.counts();
  const names = ["no added latency", `${ROUND_TRIP} ms added latency`];
  const rows = await compare({ [names[0]]: plan(near), [names[1]]: plan(far) }, { rounds: 15, reference: names[0] });
  report("A plan of one resource, with added latency", rows);
  console.log(
    `  ${connections} connection, ${requests} request: ${connections + requests} round trips, ${(connections + requests) * ROUND_TRIP} ms`,
  );
  terraform.close();
  for (const proxy of [near, far]) proxy.close();
  platform.close();
}

/** Starts a proxy that adds a round-trip time, in milliseconds. */
async function startLatencyProxy(target, roundTrip) {
  const { hostname, port } = new URL(target);
  let connections = 0;
  let requests = 0;
  const later = (work) => (roundTrip > 0 ? setTimeout(work, roundTrip / 2) : work());
  const server = createServer((client) => {
    connections++;
    const service = connect(Number(port), hostname);
    let isWaiting = false;
    const pass = (from, to) =>
      from.on("data", (chunk) => later(() => to.write(chunk))).on("close", () => later(() => to.destroy()));
    client.on("data", () => {
      if (!isWaiting) requests++;
      isWaiting = true;
    });
    service.on("data", () => {
      isWaiting = false;
    });
    for (const socket of [client, service]) socket.on("error", () => {});
    client.pause();
    // Establishing a connection takes one round trip.
    setTimeout(() => pass(client, service).resume(), roundTrip);
    pass(service, client);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    reset: () => {
      connections = 0;
      requests = 0;
    },
    counts: () => ({ connections, requests }),
    close: () => server.close(),
  };
}
