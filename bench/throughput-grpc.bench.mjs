/**
 * Measures gRPC calls of the service, compared with bare methods of the same library that read the same rows from the
 * same store and return the same messages. PLATFORM_BENCH_DATABASE_URL names an empty PostgreSQL database to use
 * instead of SQLite.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { create, fromBinary, fromJson, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { internals } from "./load-internals.mjs";
import { compare, report } from "./measure.mjs";
import { organizationOf } from "./organization.mjs";
import { startLoad } from "./processes.mjs";

const client = fileURLToPath(new URL("./grpc-client.mjs", import.meta.url));
const SERVICE = "platform.registry.v2beta1.ReposService";

export default async function throughputOfGrpc() {
  const directory = mkdtempSync(path.join(os.tmpdir(), "platform-bench-"));
  const url = process.env.PLATFORM_BENCH_DATABASE_URL;
  const { platform, group, caller, uidOf } = await organizationOf(url ?? directory, 10_000);
  const { createGrpc, files, registryOf } = internals;
  const registry = registryOf(files);
  const [service, bare] = [createGrpc(platform), bareMethods(platform.store, registry, group)];
  const servers = await Promise.all([service.accept, bare].map(listening));
  const [toService, toBare] = servers.map((server) => server.address().port);
  const token = await platform.tokens.mint(caller);
  const load = startLoad(client);
  const { methods } = registry.getService(SERVICE);
  const taking = (port, name, request, count) => {
    const { input } = methods.find((method) => method.name === name);
    const bytes = Buffer.from(toBinary(input, fromJson(input, request))).toString("base64");
    return () => load.run({ port, method: `/${SERVICE}/${name}`, request: bytes, count, token });
  };
  const compareBoth = (title, ...call) =>
    compare(
      { "a bare method": taking(toBare, ...call), "the service": taking(toService, ...call) },
      { rounds: 15, reference: "a bare method" },
    ).then((rows) => report(title, rows));
  await compareBoth("1,000 GetRepo over gRPC", "GetRepo", { uid: uidOf(4711) }, 1000);
  for (const pageSize of [50, 200])
    await compareBoth(
      `200 ListRepos of ${pageSize} over gRPC`,
      "ListRepos",
      { uidp: { descendantsOf: group }, pageSize },
      200,
    );
  load.stop();
  // The connections have ended with the client process.
  for (const server of servers) server.close();
  await platform.close();
  rmSync(directory, { recursive: true });
}

/** Accepts connections on a free port. */
function listening(accept) {
  const server = createServer(accept);
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

function bareMethods({ db }, registry, group) {
  const { resources, lists, counts, Scopes } = internals;
  const scopes = new Scopes([{ uid: group, self: false, below: "all" }]);
  const repo = registry.getMessage("platform.registry.v2beta1.Repo");
  const repoOf = ({ uid, fields, createTime, updateTime }) =>
    create(repo, {
      uid,
      name: fields.name,
      createTime: timestampFromMs(Date.parse(createTime)),
      updateTime: timestampFromMs(Date.parse(updateTime)),
    });
  const answers = {
    GetRepo: async ({ uid }) => repoOf(await resources.get(db, "Repo", uid)),
    async ListRepos({ pageSize }) {
      const order = { key: "uid", descending: false };
      const rows = await lists.page(
        db,
        { type: "Repo", scopes, indexEntries: [] },
        { order, skip: 0, limit: pageSize },
      );
      return { repos: rows.map(repoOf), totalCount: BigInt(await counts.countWithin(db, "Repo", scopes)) };
    },
  };
  const server = new Server();
  for (const { name, input, output } of registry.getService(SERVICE).methods)
    if (answers[name])
      server.register(
        `/${SERVICE}/${name}`,
        async ({ request }, answer) => answer(null, create(output, await answers[name](request))),
        (message) => Buffer.from(toBinary(output, message)),
        (bytes) => fromBinary(input, bytes),
        "unary",
      );
  const connections = server.createConnectionInjector(ServerCredentials.createInsecure());
  return (connection) => connections.injectConnection(connection);
}
