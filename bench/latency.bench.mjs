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
  const near = await startDistance(baseUrl, 0);
  const far = await startDistance(baseUrl, ROUND_TRIP);
  const env = { PLATFORM_TOKEN: token, PLATFORM_BASE_URL: near.url };
  const settings = 'variable "base_url" {}\nprovider "platform" {\n  base_url = var.base_url\n}\n';
  const made = workspace(settings + body, { provider: "platform", env });
  await made.run("init");
  await made.run("apply", "-auto-approve", `-var=base_url=${near.url}`);
  const plan = (proxy) => () => made.run("plan", "-detailed-exitcode", `-var=base_url=${proxy.url}`);
  far.forget();
  await plan(far)();
  const { connections, turns } = far.seen();
  const names = ["no distance", `${ROUND_TRIP} ms of distance`];
  const rows = await compare({ [names[0]]: plan(near), [names[1]]: plan(far) }, { rounds: 15, floor: names[0] });
  report("A plan of one resource, with distance to the service", rows);
  console.log(
    `  ${connections} connection, ${turns} request: ${connections + turns} round trips, ${(connections + turns) * ROUND_TRIP} ms`,
  );
  made.close();
  for (const proxy of [near, far]) proxy.close();
  platform.close();
}

/** Starts a proxy that adds a round-trip time, in milliseconds. */
async function startDistance(target, roundTrip) {
  const { hostname, port } = new URL(target);
  let connections = 0;
  let turns = 0;
  const later = (work) => (roundTrip > 0 ? setTimeout(work, roundTrip / 2) : work());
  const server = createServer((client) => {
    connections++;
    const service = connect(Number(port), hostname);
    let isAsking = false;
    const pass = (from, to) =>
      from.on("data", (chunk) => later(() => to.write(chunk))).on("close", () => later(() => to.destroy()));
    client.on("data", () => {
      if (!isAsking) turns++;
      isAsking = true;
    });
    service.on("data", () => {
      isAsking = false;
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
    forget: () => {
      connections = 0;
      turns = 0;
    },
    seen: () => ({ connections, turns }),
    close: () => server.close(),
  };
}
