import { Duplex } from "node:stream";
import type { ServerDuplexStream } from "@grpc/grpc-js";
import { reflection } from "../../../src/service/grpc/reflection";
import { googleRpcFiles, grpcFiles, reflectionPackages, registryOf } from "../../../src/service/protos";

test("stops reading requests of a client that does not read responses", async () => {
  const registry = registryOf([...googleRpcFiles, ...grpcFiles]);
  const [method] = registry.getService(`${reflectionPackages[0]}.ServerReflection`)!.methods;
  // Nothing that is written is ever read.
  const call = new Duplex({ objectMode: true, read: () => {}, write: () => {} });
  reflection(registry, [], method!)(call as unknown as ServerDuplexStream<Buffer, Uint8Array>);
  const listServices = Buffer.from([0x3a, 0]);
  for (let count = 0; count < 1000; count += 1) call.push(listServices);
  while (!call.isPaused() && call.readableLength > 0) await new Promise(setImmediate);
  expect(call.writableLength).toBe(call.writableHighWaterMark);
});
