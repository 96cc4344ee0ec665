import { Server, ServerCredentials, status } from "@grpc/grpc-js";
import { Health } from "../../../src/service/grpc/health";
import { StreamLimit } from "../../../src/service/grpc/stream-limit";
import { GrpcClient, registryFor } from "./client";

test("limits health watches of all clients together, until one ends", async () => {
  const registry = registryFor();
  let clients = 0;
  // Every watch comes from a different address.
  const addressOf = () => {
    clients += 1;
    return `192.0.2.${clients}`;
  };
  const limits = { ofAddress: 2, total: 3 };
  const watches = new StreamLimit({ what: "health watches", instead: "call Check", addressOf, limits });
  const health = new Health(registry, () => true, watches);
  const server = new Server();
  server.register("/grpc.health.v1.Health/Watch", health.watch, Buffer.from, (bytes) => bytes, "serverStream");
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  const client = new GrpcClient(`http://127.0.0.1:${port}`, registry);
  const watch = () => client.watch("grpc.health.v1.Health/Watch", {});
  const open = [watch(), watch(), watch()];
  for (const each of open) expect((await each.next()).value).toEqual({ status: "SERVING" });
  await expect(watch().next()).rejects.toMatchObject({
    code: status.RESOURCE_EXHAUSTED,
    details: "too many health watches for all clients (maximum 3); close one, or call Check",
  });
  await open[0]!.return(undefined);
  let next: unknown;
  for (let attempt = 0; next === undefined && attempt < 100; attempt += 1)
    next = await watch()
      .next()
      .then(
        ({ value }) => value,
        () => undefined,
      );
  expect(next).toEqual({ status: "SERVING" });
  client.close();
  server.forceShutdown();
});
