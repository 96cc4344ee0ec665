/**
 * Measures the cost of authentication, authorization and everything else: requests to the service, compared with a bare
 * route of the same HTTP library that reads the same rows from the same store. The client is a separate process.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fastify from "fastify";
import { internals } from "./load-internals.mjs";
import { compare, report } from "./measure.mjs";
import { organizationOf } from "./organization.mjs";
import { startLoad } from "./processes.mjs";

const client = fileURLToPath(new URL("./client.mjs", import.meta.url));

export default async function throughput() {
  const directory = mkdtempSync(path.join(os.tmpdir(), "platform-bench-"));
  const url = process.env.PLATFORM_BENCH_DATABASE_URL;
  const { platform, group, caller, uidOf } = await organizationOf(url ?? directory, 10_000);
  const { createHttp } = internals;
  const service = createHttp(platform);
  const bare = bareRoutes(platform.store, group);
  const headers = { authorization: `Bearer ${await platform.tokens.mint(caller)}` };
  const [toService, toBare] = await Promise.all(
    [service, bare].map(async (app) => {
      await app.listen({ port: 0, host: "127.0.0.1" });
      return app.server.address().port;
    }),
  );
  const load = startLoad(client);
  const taking = (port, target, count) => () => load.run({ port, target, count, headers });
  const get = `/registry/v2beta1/repos/${uidOf(4711)}`;
  const list = (pageSize) => `/registry/v2beta1/repos?uidp.descendants_of=${group}&page_size=${pageSize}`;
  const rounds = 15;
  const gets = { "a bare GET": taking(toBare, get, 2000), "GET by uid": taking(toService, get, 2000) };
  report("2,000 GETs by uid", await compare(gets, { rounds, reference: "a bare GET" }));
  for (const size of [50, 200]) {
    const lists = { "a bare list": taking(toBare, list(size), 200), List: taking(toService, list(size), 200) };
    report(`200 Lists of ${size}`, await compare(lists, { rounds, reference: "a bare list" }));
  }
  load.stop();
  await Promise.all([service.close(), bare.close()]);
  await platform.close();
  rmSync(directory, { recursive: true });
}

function bareRoutes({ db }, group) {
  const { resources, lists, counts, Scopes } = internals;
  const scopes = new Scopes([{ uid: group, self: false, below: "all" }]);
  const app = fastify({ routerOptions: { maxParamLength: 8192 } });
  app.get("/registry/v2beta1/repos/*", async ({ params }) => resources.get(db, "Repo", params["*"]));
  app.get("/registry/v2beta1/repos", async ({ query }) => ({
    repos: await lists.page(
      db,
      { type: "Repo", scopes, indexEntries: [] },
      { order: { key: "uid", descending: false }, skip: 0, limit: Number(query.page_size) },
    ),
    totalCount: await counts.countWithin(db, "Repo", scopes),
  }));
  return app;
}
