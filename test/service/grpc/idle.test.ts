import { once } from "node:events";
import http2 from "node:http2";
import { type AddressInfo, createServer } from "node:net";
import { openPlatform } from "../../../src/service";
import { createGrpc } from "../../../src/service/grpc";

test("closes an idle gRPC connection", async () => {
  const platform = await openPlatform({ data: ":memory:" });
  const grpc = createGrpc(platform, { idleMs: 20 });
  const server = createServer((connection) => grpc.accept(connection)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const session = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [code] = await once(session, "goaway");
  expect(code).toBe(http2.constants.NGHTTP2_NO_ERROR);
  if (!session.destroyed) await once(session, "close");
  server.close();
  await platform.close();
});
